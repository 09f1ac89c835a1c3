// Players of a tournament as chips, how they meet as one choice; both write the fields that the form sends.
const entrants = document.querySelector("[data-entrants]"),
  form = entrants.closest("form");
const field = entrants.querySelector("input[name]"),
  list = entrants.querySelector("ul"),
  add = entrants.querySelector("details");
const taken = () =>
  field.value
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
const write = (names) => {
  field.value = names.join(",");
  list.replaceChildren(
    ...names.map((name) => {
      const chip = document.createElement("li"),
        button = document.createElement("button");
      chip.className = "chip";
      chip.textContent = name;
      button.type = "button";
      button.textContent = "✕";
      button.setAttribute("aria-label", `Remove ${name}`);
      chip.append(button);
      return chip;
    }),
  );
  entrants.querySelector("[data-held]").textContent = new Set(names).size;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};
list.addEventListener("click", (event) => {
  const chip = event.target.closest("button")?.parentElement,
    at = [...list.children].indexOf(chip);
  if (at < 0) return;
  write(taken().filter((_, place) => place !== at));
  (
    list.children[Math.min(at, list.children.length - 1)]?.querySelector("button") ?? add.querySelector("summary")
  ).focus();
});
const enter = (name) => {
  write([...taken(), name]);
  add.open = false;
  add.querySelector("summary").focus();
};
add.addEventListener("click", (event) => {
  const button = event.target.closest("[data-name]");
  if (button) enter(button.dataset.name);
});
add.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    add.open = false;
    add.querySelector("summary").focus();
  }
  if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
  event.preventDefault(); // another name, such as one with a figure behind a colon
  if (event.target.value.trim()) enter(event.target.value.trim());
  event.target.value = "";
});
document.addEventListener("click", (event) => {
  if (!add.contains(event.target)) add.open = false;
});

document.querySelector("[data-ways]").addEventListener("change", (event) => {
  for (const way of document.querySelectorAll("[name=they-meet]")) {
    const box = way.value && form.querySelector(`[type=checkbox][name="${way.value}"]`);
    if (box) box.checked = way.value === event.target.value;
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
});

// The same one again is running already: Start is for another one.
const start = form.querySelector("[data-running]");
if (start && document.getElementById("work")) {
  start.disabled = true;
  form.addEventListener("input", () => {
    start.disabled = false;
  });
}
