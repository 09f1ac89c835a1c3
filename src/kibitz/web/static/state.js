// A board to click: the state's notation is made from it, and it from the notation.
const box = document.getElementById("state");
if (box) {
  const text = document.getElementById(box.dataset.forState), grid = box.querySelector(".jboard");
  const scores = [...box.querySelectorAll("[data-score]")], controls = [...box.querySelectorAll("[data-control]")];
  const rounds = [...box.querySelectorAll("[data-round]")], double = box.querySelector("[data-double]");
  const COLUMNS = 6, ROWS = 5;
  let state = { open: [], doubles: new Set() };

  const read = (held) => {
    const [points = "0_0_0", control = "1", round = "1", squares = "3fffffff", found = "0"] = held.trim().split(".");
    points.split("_").forEach((score, seat) => { if (scores[seat]) scores[seat].value = score; });
    controls.forEach((each) => { each.checked = each.value === control; });
    rounds.forEach((each) => { each.checked = each.value === round; });
    state.open = Array.from({ length: COLUMNS * ROWS }, (_, i) => {
      const column = i % COLUMNS, row = Math.floor(i / COLUMNS);
      if (squares.includes("-")) return (squares.split("-")[column] ?? "").includes(String(row + 1));
      return Boolean((BigInt(`0x${squares || 0}`) >> BigInt(i)) & 1n);
    });
    state.doubles = new Set(found.match(/c[1-6]r[1-5]/g) ?? []);
  };
  const written = () => {
    const points = scores.map((each) => each.value.replace(/[$,\s]/g, "").replace("−", "-") || "0").join("_");
    const columns = Array.from({ length: COLUMNS }, (_, c) =>
      Array.from({ length: ROWS }, (_, r) => (state.open[r * COLUMNS + c] ? r + 1 : "")).join("") || "0").join("-");
    const control = controls.find((each) => each.checked)?.value ?? "1", round = rounds.find((each) => each.checked)?.value ?? "1";
    return [points, control, round, columns, [...state.doubles].join("") || "0"].join(".");
  };
  const draw = () => {
    const worth = (rounds.find((each) => each.checked)?.value ?? "1") === "2" ? 400 : 200;
    [...grid.children].forEach((square, i) => {
      const name = `c${(i % COLUMNS) + 1}r${Math.floor(i / COLUMNS) + 1}`, open = state.open[i];
      square.className = open ? "open" : "played";
      square.textContent = state.doubles.has(name) ? "DD" : open ? `$${(worth * (Math.floor(i / COLUMNS) + 1)).toLocaleString("en-US")}` : "–";
      square.setAttribute("aria-label", `column ${(i % COLUMNS) + 1}, row ${Math.floor(i / COLUMNS) + 1}: ${state.doubles.has(name) ? "Daily Double found" : open ? "open" : "played"}`);
    });
  };
  const changed = () => { draw(); text.value = written(); text.dispatchEvent(new Event("input", { bubbles: true })); };
  for (let i = 0; i < COLUMNS * ROWS; i++) {
    const square = grid.appendChild(Object.assign(document.createElement("button"), { type: "button" }));
    square.addEventListener("click", () => {
      const name = `c${(i % COLUMNS) + 1}r${Math.floor(i / COLUMNS) + 1}`;
      const was = state.open[i];
      state.open[i] = !was;
      state.doubles.delete(name);
      if (was && double.checked) { state.doubles.add(name); double.checked = false; }
      changed();
    });
  }
  for (const each of [...scores, ...controls, ...rounds]) each.addEventListener("change", changed);
  for (const each of [...controls]) each.name = "state-control";
  for (const each of [...rounds]) each.name = "state-round";
  text.addEventListener("change", () => { read(text.value); draw(); });
  read(text.value);
  draw();
  box.hidden = false;
}
