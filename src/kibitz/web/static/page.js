// Shared by every page: theme, menu, shortcuts, search box, copied links.
const root = document.documentElement;
const dark = () =>
  (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
const toggleTheme = () => {
  root.dataset.theme = dark() ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
};
document.getElementById("theme").addEventListener("click", toggleTheme);

const menu = document.getElementById("menu"),
  games = document.getElementById("games");
menu.addEventListener("click", () => menu.setAttribute("aria-expanded", String(games.classList.toggle("open"))));
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

const keys = document.getElementById("keys"),
  off = document.getElementById("keys-off");
off.checked = localStorage.getItem("keys") === "off";
off.addEventListener("change", () => localStorage.setItem("keys", off.checked ? "off" : "on"));
document.getElementById("help").addEventListener("click", () => keys.showModal());
document.getElementById("keys-close").addEventListener("click", () => keys.close());

// The recommendation as plain text to share: answer, number, reasons, provenance, command.
const recommendationText = (button) => {
  const words = (part, within = document) =>
    [...within.querySelectorAll(part)].map((each) => each.textContent.trim().replace(/\s+/g, " ")).filter(Boolean);
  const counsel = button.closest(".counsel") ?? document.querySelector(".counsel") ?? document,
    [choice = ""] = words("h2", counsel),
    [worth] = words(".worth", counsel),
    [unit = ""] = words(".worth-name", counsel);
  return [
    `${choice}${worth ? `: ${worth} ${unit}` : ""}`,
    ...words(".reason", counsel),
    ...words("li", counsel).map((each) => `- ${each}`),
    words(".limits > :not(.links)", counsel).join(", "),
    words(".limits code").at(-1),
    location.href,
  ]
    .filter(Boolean)
    .join("\n");
};
const copy = async (button) => {
  await navigator.clipboard?.writeText(
    button.hasAttribute("data-copy-text") ? recommendationText(button) : new URL(button.dataset.copy, location.href).href,
  );
  const before = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = before;
  }, 1500);
};
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-copy-text]");
  if (button) copy(button);
  if (event.target.closest("[data-print]")) print();
});
const printable = () =>
  document.querySelectorAll("[data-print]").forEach((button) => {
    button.hidden = false;
  });
printable();
document.addEventListener("answered", printable);

// Step through the errors flagged on the chart of a reviewed game; their text appears below it.
let flag = -1;
const nextFlag = (step) => {
  const flags = [...document.querySelectorAll(".flag")];
  if (!flags.length) return;
  flags[flag]?.classList.remove("current");
  flag = flag < 0 && step < 0 ? flags.length - 1 : (flag + step + flags.length) % flags.length;
  flags[flag].classList.add("current");
  const words = document.querySelector("[data-flag-words]");
  if (words) words.textContent = `${flag + 1} of ${flags.length}: ${flags[flag].querySelector("title").textContent}`;
};

const inQuestion = document.querySelector("[data-case]")?.dataset.case;
if (inQuestion)
  for (const each of document.querySelectorAll(".flag")) {
    if (each.querySelector("title").textContent !== inQuestion) continue;
    each.classList.add("current");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path"),
      chart = each.ownerSVGElement; // the clue in question
    line.setAttribute("class", "pointer");
    line.setAttribute(
      "d",
      `M${
        each
          .querySelector("path")
          .getAttribute("d")
          .match(/^M([\d.]+)/)[1]
      } 28V${chart.viewBox.baseVal.height - 28}`,
    );
    chart.insertBefore(line, chart.querySelector(".flag"));
  }

// A form that is sent as a whole and was refused: the error stands at its field.
const refused = document.querySelector(".wrong[data-field]"),
  sent = document.querySelector("form#question:not([data-live])");
if (refused && sent) import("./fields.js").then(({ showError }) => showError(sent, refused));

// Where one types next. On touch no keyboard opens by itself, and nothing scrolls, so that a board stays on the screen.
if (matchMedia("(pointer: fine)").matches)
  document.querySelector("#main [data-focus]")?.focus({ preventScroll: true });

// Filter of errors by player; it stays on the next page.
for (const only of document.querySelectorAll("[data-only]")) {
  const stored = only.querySelector(`[value="${sessionStorage.getItem("only") ?? 0}"]`);
  if (stored) stored.checked = true;
  only.addEventListener("change", (event) => sessionStorage.setItem("only", event.target.value));
}

// Select the next ranked choice; the page judges it and shows it on the board.
const nextChoice = (step) => {
  const rows = [...document.querySelectorAll(".answers tr:has([data-chooses])")].filter((row) => row.offsetParent);
  if (!rows.length) return false;
  const at = rows.findIndex((row) => row.classList.contains("chosen"));
  rows[Math.max(0, Math.min(rows.length - 1, at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step))]
    .querySelector("[data-chooses]")
    .click();
  return true;
};

let going = false;
document.addEventListener("keydown", (event) => {
  if (off.checked || event.ctrlKey || event.metaKey || event.altKey) return;
  // A dialog that was just closed may still have the focus.
  if (event.target.closest("input:not([type=checkbox]), select, textarea, dialog[open]")) return;
  const key = event.key.toLowerCase();
  if (going) {
    going = false;
    document.querySelector(`#games [data-key="${CSS.escape(key)}"]`)?.click();
    return;
  }
  if (key === "/") {
    event.preventDefault();
    (document.getElementById("bigfind") ?? document.getElementById("find")).focus();
  } else if (key === "?") keys.showModal();
  else if (key === "t") toggleTheme();
  else if (key === "d") location.href = "/drill";
  else if (key === "l") location.href = "/library";
  else if (key === "c") {
    const button = document.querySelector("[data-copy]");
    if (button) copy(button);
  } else if (key === "n" || key === "p") {
    const back = event.shiftKey || key === "p",
      link = document.querySelector(back ? "[data-last-error]" : "[data-next-error]");
    if (link) link.click();
    else nextFlag(back ? -1 : 1);
  } else if (key === "arrowleft" || key === "arrowright")
    document.querySelector(`[data-steps] [rel=${key === "arrowleft" ? "prev" : "next"}]`)?.click();
  else if (key === "arrowup" || key === "arrowdown") {
    if (nextChoice(key === "arrowup" ? -1 : 1)) event.preventDefault();
  } else if (key === "[" || key === "]")
    document.dispatchEvent(new CustomEvent("named", { detail: key === "[" ? -1 : 1 }));
  else if (key === "w") {
    const own = document.querySelector(
      "[data-live] [name=wager], [data-live] [name=bid], [data-live] [name=choice], [data-live] [name=play]",
    );
    if (own) {
      event.preventDefault();
      own.focus();
      own.select?.();
    }
  } else if (key === "x") document.querySelector("[data-turn=Flip]")?.click();
  else if (key === "u") document.querySelector("[data-undo]")?.click();
  else if (key === "g") going = true; // the next key selects the game
});

for (const box of document.querySelectorAll("[data-find]")) {
  const out = document.getElementById(box.dataset.find);
  let last;
  // A field of one line drops line ends: rows of a matrix, or lines of a forum, would run together.
  box.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text").trim() ?? "";
    if (!/\n/.test(text)) return;
    event.preventDefault();
    box.setRangeText(text.replace(/\s*\n\s*/g, "; "), box.selectionStart, box.selectionEnd, "end");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  });
  box.addEventListener("input", async () => {
    last?.abort();
    last = new AbortController();
    try {
      const reply = await fetch(`/find?q=${encodeURIComponent(box.value)}`, {
        headers: { "Kibitz-Part": "1" },
        signal: last.signal,
      });
      if (reply.ok) out.innerHTML = await reply.text();
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  });
  box.form.addEventListener("submit", (event) => {
    const first = out.querySelector("a");
    if (first) {
      event.preventDefault();
      location.href = first.href;
    }
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      out.replaceChildren();
      box.blur();
    }
  });
}

// Count the selected rows of the library; the box above selects all, Esc none.
const bar = document.querySelector("[data-chosen]"),
  boxes = [...document.querySelectorAll("input[form=chosen]")],
  all = document.querySelector("[data-all]"),
  none = document.querySelector("[data-none]");
const count = () => {
  const chosen = boxes.filter((each) => each.checked).length;
  if (bar) bar.textContent = chosen;
  if (all) {
    all.checked = chosen > 0 && chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
  }
};
const choose = (checked) => {
  boxes.forEach((each) => {
    each.checked = checked;
  });
  count();
};
boxes.forEach((each) => each.addEventListener("change", count));
if (all) {
  all.parentElement.hidden = false;
  all.addEventListener("change", () => choose(all.checked));
}
if (none) {
  none.hidden = false;
  none.addEventListener("click", () => choose(false));
}
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) choose(false);
});
count();
// Reloading shows the library and does not send the upload twice.
if (location.pathname === "/library/import") history.replaceState(null, "", "/library");

// Files dropped anywhere go to the form of the page if it takes files, else to the library.
const drop = document.getElementById("drop"),
  wanted = document.querySelector(".ask input[type=file][required]") ?? drop.querySelector("input");
const carries = (event) => event.dataTransfer?.types.includes("Files");
let over = 0;
const held = (more) => {
  over = Math.max(0, over + more);
  drop.hidden = over === 0;
};
document.addEventListener("dragenter", (event) => {
  if (carries(event)) held(1);
});
document.addEventListener("dragleave", (event) => {
  if (carries(event)) held(-1);
});
document.addEventListener("dragover", (event) => {
  if (carries(event)) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  if (!carries(event)) return;
  held(-over);
  if (event.target.matches?.("input[type=file]")) return; // the field takes them by itself
  event.preventDefault();
  wanted.files = event.dataTransfer.files;
  if (wanted.form.reportValidity()) wanted.form.requestSubmit();
});

// Draw one choice of a mixed strategy by its chances.
const drawable = () =>
  document.querySelectorAll("[data-draw]").forEach((button) => {
    button.hidden = false;
  });
drawable();
document.addEventListener("answered", drawable);
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-draw]");
  if (!button) return;
  const mix = button.dataset.draw.split("|").map((each) => {
    const at = each.lastIndexOf(":");
    return [each.slice(0, at), Number(each.slice(at + 1))];
  });
  let left = Math.random() * mix.reduce((sum, each) => sum + each[1], 0);
  const drawn = mix.find((each) => (left -= each[1]) < 0) ?? mix[0];
  button.parentElement.querySelector("output").textContent = drawn[0];
});

// The offline shell, where browsers allow one: on this computer, or over HTTPS.
if (isSecureContext) navigator.serviceWorker?.register("/sw.js").catch(() => {});

// How far the kernels are compiled behind the pages.
const warming = document.getElementById("warming");
const warm = async () => {
  const [done, total, path] = await (await fetch("/warming")).json();
  warming.hidden = !total;
  if (!total) {
    sessionStorage.setItem("warm", "yes");
    return;
  }
  const text = `Compiling in the background: ${done} of ${total}, now ${path.replace(".", " ")}`;
  if (warming.textContent !== text) warming.textContent = text;
  setTimeout(() => warm().catch(() => {}), 3000);
};
if (sessionStorage.getItem("warm") !== "yes") warm().catch(() => {});
