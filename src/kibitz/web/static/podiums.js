// The letters on the podiums are standings, as in the reasons: A leads; in a tie the user comes first.
const rows = [...document.querySelectorAll("[data-placed] .podium")];
const score = (text) => {
  const plain = text.replace(/[$,\s]/g, "").replace("−", "-");
  return /k$/i.test(plain) ? 1000 * parseFloat(plain) : Number(plain);
};
const place = () => {
  const seats = rows.map((row) => ({
    row,
    score: score(row.querySelector("[name=scores]").value),
    mine: row.querySelector("[name=me]").checked,
  }));
  if (seats.some((each) => Number.isNaN(each.score))) return;
  seats
    .sort((a, b) => b.score - a.score || b.mine - a.mine)
    .forEach(({ row }, number) => {
      row.querySelector(".seat").textContent = "ABC"[number];
      row.querySelector("[data-place]").textContent = ["first", "second", "third"][number];
    });
};
rows[0].closest("form").addEventListener("input", place);
