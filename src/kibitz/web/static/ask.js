// A form whose answer follows what is typed: the server draws the answer, this swaps it in and keeps the link.
const form = document.querySelector("form[data-live]"), answer = document.getElementById("answer");
const phone = matchMedia("(max-width: 759px)");
let last;
if (phone.matches) document.querySelectorAll(".fold").forEach((each) => { each.open = false; }); // on a phone the model is one line

const percent = () => {
  for (const out of document.querySelectorAll("[data-percent]")) {
    const held = document.getElementById(out.dataset.percent).value;
    const value = held.endsWith("%") ? parseFloat(held) / 100 : parseFloat(held);
    out.textContent = Number.isFinite(value) ? `${(100 * value).toFixed(0)} %` : "";
  }
};
const money = (text) => { const plain = text.replace(/[$,\s]/g, ""); return /^-?\d+(\.\d+)?k$/i.test(plain) ? String(Math.round(parseFloat(plain) * 1000)) : plain; };
const shownMoney = (input) => { const plain = money(input.value); if (/^-?\d+$/.test(plain)) input.value = `${plain < 0 ? "−" : ""}$${Math.abs(plain).toLocaleString("en-US")}`; };

const query = () => {
  const pairs = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (!name.startsWith("state-") && typeof value === "string" && value.trim() !== "") pairs.append(name, value);
  return pairs;
};
const ask = async () => {
  last?.abort();
  last = new AbortController();
  const url = `${form.getAttribute("action")}?${query()}`;
  const busy = setTimeout(() => answer.setAttribute("aria-busy", "true"), 150);
  try {
    const reply = await fetch(url, { headers: { "Kibitz-Part": phone.matches ? "narrow" : "wide" }, signal: last.signal });
    const text = await reply.text();
    if (reply.ok) {
      answer.innerHTML = text;
      history.replaceState(null, "", reply.headers.get("kibitz-link") ?? url);
      document.dispatchEvent(new Event("answered"));
    } else if (reply.status === 422 || reply.status === 429) {
      answer.querySelector(".wrong")?.remove();
      for (const panel of answer.children) panel.classList.add("stale");
      answer.insertAdjacentHTML("afterbegin", text.match(/<div class="wrong"[\s\S]*?<\/div>/)?.[0] ?? "");
    }
  } catch (error) { if (error.name !== "AbortError") throw error; } finally { clearTimeout(busy); answer.removeAttribute("aria-busy"); }
};

// One question at a time: what changes meanwhile is asked once the answer is there, so that a dragged slider never floods.
let asking = false, again = false;
const follow = async () => {
  again = true;
  if (asking) return;
  asking = true;
  try { while (again) { again = false; await ask(); } } finally { asking = false; }
};

if (form) {
  for (const slider of form.querySelectorAll("[data-for]")) {
    slider.addEventListener("input", () => { document.getElementById(slider.dataset.for).value = slider.value; });
    document.getElementById(slider.dataset.for).addEventListener("input", (event) => {
      const held = event.target.value;
      slider.value = held.endsWith("%") ? parseFloat(held) / 100 : held;
    });
  }
  for (const input of form.querySelectorAll("[data-money]")) {
    shownMoney(input);
    input.addEventListener("blur", () => shownMoney(input));
    input.addEventListener("keydown", (event) => {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      input.value = String((parseInt(money(input.value)) || 0) + step * (event.shiftKey ? 1000 : 100));
      shownMoney(input);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  for (const button of form.querySelectorAll("[data-step]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const input = button.parentElement.querySelector("input");
      input.value = String(Math.max(0, (parseInt(input.value) || 0) + Number(button.dataset.step)));
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  percent();
  if (form.getAttribute("method") === "get") {
    if (answer.querySelector("[data-waits]")) ask(); // what takes a moment is asked at once, on a page that is there already
    form.addEventListener("input", () => { percent(); follow(); });
    form.addEventListener("submit", (event) => { if (!event.submitter?.hasAttribute("data-job")) { event.preventDefault(); ask(); } });
  }
  phone.addEventListener("change", () => { if (last) follow(); }); // answers asked here hold pictures for one width
  // A click on the map of a list asks about that point.
  document.addEventListener("click", (event) => {
    const map = event.target.closest?.(".regions");
    if (!map) return;
    const frame = map.getBoundingClientRect(), scale = map.viewBox.baseVal.width / frame.width;
    const [left, top, side] = map.dataset.plot.split(" ").map(Number), ends = map.dataset.ends.split(" ").map(Number);
    const x = ((event.clientX - frame.left) * scale - left) / side, y = 1 - ((event.clientY - frame.top) * scale - top) / side;
    const fields = [map.dataset.across, map.dataset.up].map((name) => form.querySelector(`[name="${name}"]`) ?? form.querySelector(`#f-${name.replace(/(\d)$/, "-$1")}`));
    if (fields.some((field) => !field) || Math.min(x, y) < 0 || Math.max(x, y) > 1) return;
    [ends[0] + x * (ends[1] - ends[0]), ends[2] + y * (ends[3] - ends[2])].forEach((value, i) => { fields[i].value = value.toFixed(2); fields[i].dispatchEvent(new Event("input", { bubbles: true })); });
  });
  // "Why not?": a click on the curve, or on a row of choices, judges that choice.
  document.addEventListener("chosen", (event) => {
    const own = form.querySelector("[name=wager], [name=bid]");
    if (own) { own.value = String(event.detail); ask(); }
  });
  // The next named bet below or above the one in the field, or the best to begin with.
  document.addEventListener("named", (event) => {
    const own = form.querySelector("[name=wager], [name=bid]"), chart = document.querySelector("#answer .chart[data-named]");
    if (!own || !chart) return;
    const names = chart.dataset.named.split(" ").map(Number), held = own.value.trim() === "" ? NaN : Number(money(own.value));
    const ahead = names.filter((name) => (event.detail > 0 ? name > held : name < held));
    const next = Number.isNaN(held) ? names[0] : event.detail > 0 ? ahead[0] : ahead[ahead.length - 1];
    if (next !== undefined) { own.value = String(next); ask(); }
  });
  document.addEventListener("click", (event) => {
    const row = event.target.closest?.("[data-choice]"), own = row && form.elements.namedItem(row.dataset.choice);
    if (!own || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    own.value = row.textContent.trim();
    ask().then(() => document.querySelector("tr.chosen [data-choice]")?.focus({ preventScroll: true }));
  });
}
