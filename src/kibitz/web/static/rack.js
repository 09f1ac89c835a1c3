// The shelf shows the letters of the field below it as they are typed, each with what it scores.
const field = document.getElementById("f-rack"),
  shelf = document.querySelector("[data-shelf]"),
  held = document.querySelector("[data-held]");
const points = JSON.parse(shelf.dataset.points);
const show = () => {
  const letters = field.value.toUpperCase().replace(/[^A-Z]/g, "");
  [...shelf.children].forEach((tile, i) => {
    tile.textContent = letters[i] ?? "";
    tile.dataset.worth = points[letters[i]] ?? "";
    tile.classList.toggle("none", i >= letters.length);
  });
  held.textContent = letters.length;
};
field.addEventListener("input", show);
show();
