// A position is set up on a board: pieces are put on squares, and the notation in the field follows.
const box = document.querySelector("[data-setup]"),
  field = document.getElementById(box.dataset.for),
  START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1",
  NAMES = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };
let squares = [],
  turn = "w",
  castling = "",
  tool = "P",
  last;

const read = (fen) => {
  const [rows, side = "w", rights = "-"] = fen.trim().split(/\s+/);
  squares = rows.split("/").flatMap((row) => [...row].flatMap((c) => (/\d/.test(c) ? Array(Number(c)).fill("") : [c])));
  if (squares.length !== 64) return false;
  [turn, castling] = [side, rights];
  return true;
};
// A right to castle stays as long as king and rook are at home.
const rights = () =>
  [
    ["K", 60, 63],
    ["Q", 60, 56],
    ["k", 4, 7],
    ["q", 4, 0],
  ]
    .filter(([right, king, rook]) => {
      const own = right === right.toUpperCase() ? (c) => c : (c) => c.toLowerCase();
      return castling.includes(right) && squares[king] === own("K") && squares[rook] === own("R");
    })
    .map(([right]) => right)
    .join("") || "-";
const fen = () => {
  const rows = Array.from({ length: 8 }, (_, row) =>
    squares
      .slice(8 * row, 8 * row + 8)
      .map((c) => c || "1")
      .join("")
      .replace(/1+/g, (ones) => ones.length),
  );
  return `${rows.join("/")} ${turn} ${rights()} - 0 1`;
};

const made = (tag, attributes, ...children) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
};
const board = made("div", { className: "set-up-squares" });
const draw = async () => {
  last?.abort();
  last = new AbortController();
  try {
    const reply = await fetch(`/board/${box.dataset.setup}?${new URLSearchParams({ position: fen() })}`, {
      signal: last.signal,
    });
    if (reply.ok) board.innerHTML = await reply.text();
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
};
board.addEventListener("click", (event) => {
  const frame = board.getBoundingClientRect(),
    column = Math.floor((8 * (event.clientX - frame.left)) / frame.width),
    row = Math.floor((8 * (event.clientY - frame.top)) / frame.height),
    at = 8 * Math.min(7, Math.max(0, row)) + Math.min(7, Math.max(0, column));
  squares[at] = squares[at] === tool ? "" : tool;
  draw();
});

const tools = [];
const palette = (label, pieces) => {
  const row = made("div", { className: "row small" }, made("b", { textContent: label }));
  for (const piece of pieces) {
    const button = made("button", {
      type: "button",
      className: "button small",
      textContent: piece ? piece.toUpperCase() : "Remove",
    });
    if (piece) button.setAttribute("aria-label", `${label} ${NAMES[piece.toUpperCase()]}`);
    button.addEventListener("click", () => {
      tool = piece;
      for (const [each, its] of tools) each.setAttribute("aria-pressed", String(its === tool));
    });
    button.setAttribute("aria-pressed", String(piece === tool));
    tools.push([button, piece]);
    row.append(button);
  }
  return row;
};
const act = (textContent, work) => {
  const button = made("button", { type: "button", className: "button small", textContent });
  button.addEventListener("click", work);
  return button;
};
const side = act("", () => {
  turn = turn === "w" ? "b" : "w";
  named();
});
const named = () => {
  side.textContent = `${turn === "w" ? "White" : "Black"} to move`;
};
const put = (position) => {
  read(position);
  named();
  draw();
};
const inside = made(
  "div",
  { className: "set-up-inside", hidden: true },
  board,
  palette("White", ["K", "Q", "R", "B", "N", "P"]),
  palette("Black", ["k", "q", "r", "b", "n", "p"]),
  palette("", [""]),
  made(
    "div",
    { className: "row" },
    side,
    act("Start", () => put(START)),
    act("Empty", () => put(EMPTY)),
  ),
);
const toggle = act("Set up on a board", () => {
  inside.hidden = !inside.hidden;
  toggle.textContent = inside.hidden ? "Set up on a board" : "Done";
  if (!inside.hidden) {
    put(field.value && read(field.value) ? field.value : START);
    return;
  }
  field.value = fen();
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
box.append(toggle, inside);
box.hidden = false;
