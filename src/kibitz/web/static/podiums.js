// The letters on the podiums are standings, as in the reasons: A leads; in a tie the user comes first.
import { readMoney } from "./fields.js";

const rows = [...document.querySelectorAll("[data-placed] .podium")];
const place = () => {
  const seats = rows.map((row) => ({
    row,
    score: readMoney(row.querySelector("[name=scores]").value),
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
