// Clues left as a small board: squares pressed are written into the field as a list of values, and read from it.
const board = document.querySelector("[data-clues]"),
  text = document.getElementById(board.dataset.clues),
  summary = document.querySelector("[data-clues-told]");
const squares = [...board.querySelectorAll("button")],
  rounds = JSON.parse(board.dataset.rounds);
const columns = squares.filter((each) => each.dataset.row === "0").length,
  money = (value) => `$${value.toLocaleString("en-US")}`;
let others = []; // values that no square has stay in the field
const values = () => rounds[text.form.elements.round?.value] ?? rounds[board.dataset.round];
const left = (square) => square.getAttribute("aria-pressed") === "true";

const draw = () => {
  const worth = values(),
    open = squares.filter(left).map((each) => worth[each.dataset.row]);
  squares.forEach((square, place) => {
    const value = money(worth[square.dataset.row]);
    square.className = left(square) ? "open" : "played";
    square.textContent = left(square) ? value : "–";
    square.setAttribute("aria-label", `${value}, column ${(place % columns) + 1}: ${left(square) ? "left" : "played"}`);
  });
  const all = [...open, ...others.map(Number).filter(Number.isFinite)],
    sum = all.reduce((total, each) => total + each, 0);
  summary.textContent = all.length ? `${all.length} left, ${money(sum)}` : "none, this is the last clue";
  return open;
};
const read = () => {
  const held = text.value
      .split(",")
      .map((part) => part.replace(/[$\s]/g, ""))
      .filter(Boolean),
    worth = values();
  for (const square of squares) {
    const place = held.indexOf(String(worth[square.dataset.row]));
    square.setAttribute("aria-pressed", String(place >= 0));
    if (place >= 0) held.splice(place, 1);
  }
  others = held;
  draw();
};
const press = (square) => {
  square.setAttribute("aria-pressed", String(!left(square)));
  text.value = [...draw(), ...others].join(", ");
  text.dispatchEvent(new Event("input", { bubbles: true }));
};
const reach = (square) => {
  for (const each of squares) each.tabIndex = each === square ? 0 : -1;
};

board.addEventListener("click", (event) => {
  const square = event.target.closest("button");
  if (square) {
    reach(square);
    press(square);
  }
});
board.addEventListener("keydown", (event) => {
  // one stop of the tabulator; arrows go from square to square
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key],
    square = squares[squares.indexOf(event.target) + step];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  if (square) {
    reach(square);
    square.focus();
  }
});
text.form.addEventListener("input", (event) => {
  if (event.isTrusted && (event.target === text || event.target.name === "round")) read();
});
reach(squares[0]);
read();
board.hidden = false;
