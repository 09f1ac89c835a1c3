// Scores, who picks and the round beside a board to press: all of it is one notation, in the field of the state.
const box = document.getElementById("state"),
  text = document.getElementById(box.dataset.forState);
const scores = [...box.querySelectorAll("[data-score]")],
  controls = [...box.querySelectorAll("[data-control]")],
  rounds = [...text.form.querySelectorAll("[data-round]")];
const FULL = Array(6).fill("12345").join("-"),
  undone = [];
let finding = false;

const parts = () => {
  const held = text.value.trim().split(".");
  return ["0_0_0", "1", "1", FULL, "0"].map((each, i) => held[i] ?? each).concat(held.slice(5));
};
const money = (score) => `${score < 0 ? "−" : ""}$${Math.abs(score).toLocaleString("en-US")}`;
const read = () => {
  const [points, control, round] = parts();
  points.split("_").forEach((score, seat) => {
    if (scores[seat]) scores[seat].value = /^-?\d+$/.test(score) ? money(Number(score)) : score;
  });
  controls.forEach((each) => {
    each.checked = each.value === control;
  });
  rounds.forEach((each) => {
    each.checked = each.value === round;
  });
};
const write = (value, keep = true) => {
  if (keep) undone.push(text.value);
  text.value = value;
  text.dispatchEvent(new Event("input", { bubbles: true }));
};
const changed = () => {
  const held = parts(),
    round = rounds.find((each) => each.checked)?.value ?? "1";
  held[0] = scores.map((each) => each.value.replace(/[$,\s]/g, "").replace("−", "-") || "0").join("_");
  held[1] = controls.find((each) => each.checked)?.value ?? "1";
  if (held[2] !== round) [held[2], held[3], held[4]] = [round, FULL, "0"]; // another round begins with a full board
  write(held.slice(0, 5).join("."));
  read();
};
for (const each of [...scores, ...controls, ...rounds]) each.addEventListener("change", changed);
for (const each of controls) each.name = "state-control";
for (const each of rounds) each.name = "state-round";
text.addEventListener("change", read);

// The squares are links; here they change the field instead, so that the answer follows without a new page.
document.addEventListener("click", (event) => {
  const square = event.target.closest?.(".warm [data-value]");
  if (square && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    write(finding && square.dataset.found ? square.dataset.found : square.dataset.value);
    finding = false;
  } else if (event.target.closest?.("[data-board-undo]")) {
    if (undone.length) {
      write(undone.pop(), false);
      read();
    }
  } else if (event.target.closest?.("[data-board-found]")) {
    finding = !finding;
    ready();
  }
});
const ready = () => {
  for (const each of document.querySelectorAll("[data-board-undo]")) each.hidden = !undone.length;
  for (const each of document.querySelectorAll("[data-board-found]")) {
    each.hidden = !document.querySelector(".warm [data-found]");
    each.setAttribute("aria-pressed", String(finding));
  }
};
document.addEventListener("answered", ready);
read();
ready();
box.hidden = text.form.querySelector("[data-rounds]").hidden = false;
