// Try the page again: on a press, when the network returns, and every few seconds.
document.getElementById("again").addEventListener("click", () => location.reload());
addEventListener("online", () => location.reload());
setInterval(async () => {
  try {
    await fetch("/static/mark.svg", { cache: "no-store", method: "HEAD" });
    location.reload();
  } catch {
    /* still away */
  }
}, 5000);
