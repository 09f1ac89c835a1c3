// The grid shows the game of the text field and writes every change back into it as JSON. A text that is no JSON, such
// as a file of Gambit, leaves the grid as it is.
const text = document.getElementById("f-text"),
  grid = document.querySelector("[data-grid]"),
  classics = document.querySelector("[data-classics]");
const MOST = 12;
let game = { rows: ["row 1", "row 2"], columns: ["column 1", "column 2"], cells: [] };

const read = () => {
  try {
    const given = JSON.parse(text.value),
      row = given.row ?? given;
    const cells = row.map((line, i) =>
      line.map((cell, j) => (given.column ? `${cell},${given.column[i][j]}` : [cell].flat().join(","))),
    );
    if (!cells.length || cells.length > MOST || cells[0].length > MOST) return false;
    const named = (names, n, word) => (names?.length === n ? names : Array.from({ length: n }, (_, k) => `${word} ${k + 1}`));
    game = {
      rows: named(given.rows, cells.length, "row"),
      columns: named(given.columns, cells[0].length, "column"),
      cells,
    };
    return true;
  } catch {
    return false;
  }
};

const write = () => {
  text.value = JSON.stringify({ row: game.cells, rows: game.rows, columns: game.columns });
  text.dispatchEvent(new Event("input", { bubbles: true }));
};

const field = (value, label, change) => {
  const input = document.createElement("input");
  input.value = value;
  input.setAttribute("aria-label", label);
  input.autocomplete = "off";
  input.addEventListener("input", (event) => {
    event.stopPropagation();
    change(input.value);
    write();
  });
  return input;
};

const place = (line, kind, content) => {
  const cell = document.createElement(kind);
  if (content) cell.append(content);
  line.append(cell);
};

const draw = () => {
  grid.replaceChildren();
  const head = grid.createTHead().insertRow();
  place(head, "td");
  game.columns.forEach((name, j) =>
    place(
      head,
      "th",
      field(name, `Name of column ${j + 1}`, (value) => {
        game.columns[j] = value;
      }),
    ),
  );
  const body = grid.createTBody();
  game.rows.forEach((name, i) => {
    const line = body.insertRow();
    place(
      line,
      "th",
      field(name, `Name of row ${i + 1}`, (value) => {
        game.rows[i] = value;
      }),
    );
    game.cells[i].forEach((cell, j) =>
      place(
        line,
        "td",
        field(cell, `Payoff in row ${i + 1}, column ${j + 1}`, (value) => {
          game.cells[i][j] = value;
        }),
      ),
    );
  });
};

const resize = (rows, columns) => {
  const n = game.rows.length + rows,
    m = game.columns.length + columns;
  if (Math.min(n, m) < 1 || Math.max(n, m) > MOST) return;
  const blank = game.cells.flat().some((cell) => String(cell).includes(",")) ? "0,0" : "0";
  const fit = (list, length, make) => Array.from({ length }, (_, k) => list[k] ?? make(k));
  game.rows = fit(game.rows, n, (k) => `row ${k + 1}`);
  game.columns = fit(game.columns, m, (k) => `column ${k + 1}`);
  game.cells = fit(game.cells, n, () => []).map((line) => fit(line, m, () => blank));
  draw();
  write();
};

document.querySelectorAll("[data-grid-size]").forEach((button) =>
  button.addEventListener("click", () => resize(...button.dataset.gridSize.split(" ").map(Number))),
);
classics.addEventListener("input", (event) => event.stopPropagation());
classics.addEventListener("change", () => {
  if (!classics.value) return;
  text.value = classics.value;
  if (read()) draw();
  text.dispatchEvent(new Event("input", { bubbles: true }));
});
text.addEventListener("change", () => read() && draw());
if (read()) draw();
