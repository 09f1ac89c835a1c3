// Before the first paint: a chosen theme wins over the system's and is remembered; what needs scripts is shown.
{
  document.documentElement.classList.add("with-scripts");
  const chosen = localStorage.getItem("theme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
}
