// Boards to press: from and to make a move in the field for orders; on a page with a position, a board is set up.
const LEFT = 14,
  POINT = 53,
  BAR = 48,
  MIDDLE = 312; // the drawing's own measures, kibitz.draw.backgammon
const at = (board, event) => {
  const frame = board.getBoundingClientRect(),
    scale = board.viewBox.baseVal.width / frame.width;
  return [(event.clientX - frame.left) * scale, (event.clientY - frame.top) * scale];
};
const pointAt = (board, event) => {
  const [x, y] = at(board, event),
    inner = x - LEFT;
  if (inner > 6 * POINT && inner < 6 * POINT + BAR) return "bar";
  if (inner >= 12 * POINT + BAR) return "off";
  const column = Math.max(0, Math.min(11, Math.floor((inner < 6 * POINT ? inner : inner - BAR) / POINT)));
  return y > MIDDLE ? 12 - column : 13 + column;
};
const squareAt = (board, event) => {
  const [x, y] = at(board, event),
    size = board.viewBox.baseVal.width / 8;
  let file = Math.floor(x / size),
    rank = 7 - Math.floor(y / size);
  if (board.hasAttribute("data-flipped")) {
    file = 7 - file;
    rank = 7 - rank;
  }
  return "abcdefgh"[file] + (rank + 1);
};

const order = document.getElementById("order");
if (order) {
  let from;
  for (const board of document.querySelectorAll("svg[data-board]")) {
    board.classList.add("pressed");
    board.addEventListener("click", (event) => {
      const chess = board.dataset.board === "chess",
        place = chess ? squareAt(board, event) : pointAt(board, event);
      if (from === undefined || from === place) {
        from = from === place ? undefined : place;
        order.placeholder = from === undefined ? "" : `from ${from} to …`;
        return;
      }
      if (chess) {
        const pawn = [...board.querySelectorAll("title")].some((each) => each.textContent.endsWith(`pawn, ${from}`));
        order.value = from + place + (pawn && /[18]$/.test(place) ? "q" : "");
        order.form.requestSubmit(order.form.querySelector(".button"));
      } else order.value = `${order.value} ${from}/${place}`.trim();
      from = undefined;
    });
  }
}

// Setting up: men are put on points and taken off; the position's notation is written from them.
const field = document.getElementById("f-position"),
  START = { own: { 6: 5, 8: 3, 13: 5, 24: 2 }, other: { 1: 2, 12: 5, 17: 3, 19: 5 } };
// 0 is the bar, 1 to 24 the points, counted by the player on roll.
const men = (board, side) => board.dataset[side].split(" ").map(Number);
const notation = (own, other) => {
  let bits = "";
  const turned = other.map((_, i) => (i === 0 ? other[0] : other[25 - i]));
  for (const side of [turned, own]) for (let i = 1; i <= 25; i++) bits += "1".repeat(side[i % 25]) + "0";
  bits = bits.padEnd(80, "0");
  let bytes = "";
  for (let i = 0; i < 10; i++)
    bytes += String.fromCharCode(parseInt([...bits.slice(8 * i, 8 * i + 8)].reverse().join(""), 2));
  return btoa(bytes).slice(0, 14);
};
let tool = "";
const settable = () => {
  const board = document.querySelector("svg[data-board=backgammon][data-own]");
  if (!field || !board || board.dataset.ready) return;
  board.dataset.ready = "1";
  const row = Object.assign(document.createElement("div"), { className: "row set-up" });
  const write = (own, other) => {
    field.value = notation(own, other);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const button = (words, act, pressed) => {
    const made = row.appendChild(
      Object.assign(document.createElement("button"), {
        type: "button",
        className: "button small",
        textContent: words,
      }),
    );
    if (pressed !== undefined) made.setAttribute("aria-pressed", String(pressed));
    made.addEventListener("click", act);
  };
  const redraw = () => {
    row.replaceChildren();
    board.classList.toggle("pressed", tool !== "");
    button(tool ? "Done" : "Set up", () => {
      tool = tool ? "" : "own";
      redraw();
    });
    if (!tool) return;
    for (const [name, words] of [
      ["own", "White"],
      ["other", "Black"],
      ["none", "Remove"],
    ])
      button(
        words,
        () => {
          tool = name;
          redraw();
        },
        tool === name,
      );
    const empty = () => Array(25).fill(0),
      filled = (places) => Object.assign(empty(), places);
    button("Start", () => write(filled(START.own), filled(START.other)));
    row.append(
      Object.assign(document.createElement("span"), { className: "small quiet", textContent: "click a point" }),
    );
  };
  board.addEventListener("click", (event) => {
    const place = pointAt(board, event),
      index = place === "bar" ? 0 : place;
    if (!tool || place === "off") return;
    const held = { own: men(board, "own"), other: men(board, "other") };
    if (tool === "none") for (const side of ["own", "other"]) held[side][index] = Math.max(0, held[side][index] - 1);
    else {
      if (held[tool].reduce((a, b) => a + b, 0) >= 15) return;
      held[tool][index] += 1;
      if (index) held[tool === "own" ? "other" : "own"][index] = 0;
    }
    write(held.own, held.other);
  });
  const turns = board.closest(".framed")?.querySelector("[data-turns]");
  if (turns) turns.append(row);
  else (board.closest(".framed")?.lastElementChild ?? board).after(row);
  redraw();
};
settable();
document.addEventListener("answered", settable);
