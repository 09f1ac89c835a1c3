// Progress and partial results of a job, as the server sends them; when the job ends the page reloads.
import { fragment, renew } from "./morph.js";

const id = (name) => document.getElementById(name);
const panel = id("work"),
  figures = id("figures"),
  bar = id("bar");
const news = new EventSource(`/items/${panel.dataset.id}/events`);
let shown = Number(panel.dataset.figures),
  last = { figures: shown },
  over = false,
  asking = false;

// Nothing changes under the pointer, the keyboard focus or a selected text; on a phone nothing hovers.
figures.addEventListener("pointerenter", (event) => {
  over = event.pointerType === "mouse";
});
figures.addEventListener("pointerleave", () => {
  over = false;
  look();
});
figures.addEventListener("focusout", () => setTimeout(look));
document.addEventListener("selectionchange", () => {
  if (getSelection().isCollapsed) look();
});
const held = () =>
  over ||
  figures.contains(document.activeElement) ||
  (!getSelection().isCollapsed && figures.contains(getSelection().anchorNode));

const swap = (text) => {
  const first = [...figures.querySelectorAll("section[aria-label]")].find(
      (each) => each.getBoundingClientRect().bottom > 72,
    ),
    top = first?.getBoundingClientRect().top;
  renew(figures, fragment(text));
  // Keep what the user reads in place.
  if (first?.isConnected && top < 72) scrollBy(0, first.getBoundingClientRect().top - top);
  document.dispatchEvent(new Event("answered"));
};
async function look() {
  if (asking || held()) return;
  if (last.ended) {
    location.reload();
    return;
  }
  if (shown === last.figures) return;
  asking = true;
  const { figures: count, after, headline } = last;
  try {
    const reply = await fetch(`/items/${panel.dataset.id}`, { headers: { "Kibitz-Part": "1" } }),
      text = await reply.text();
    if (!reply.ok || held()) return;
    swap(text);
    shown = count;
    id("after").textContent = after;
    id("below").hidden = !after;
    id("said").textContent = headline;
  } finally {
    asking = false;
  }
  look();
}

news.addEventListener("message", (event) => {
  const { state, done, total, note, left, ...more } = JSON.parse(event.data);
  last = { ...more, ended: !["running", "waiting"].includes(state) };
  panel.dataset.figures = last.figures; // how many are known, whether shown yet or not
  if (last.ended) news.close();
  if (total) {
    bar.max = total;
    bar.value = done;
    id("percent").textContent = `${Math.floor((100 * done) / total)} %`;
  }
  const words = note || state;
  id("note").textContent = last.ended
    ? "Finished. The final result appears when you move away from this one"
    : words[0].toUpperCase() + words.slice(1);
  if (left) id("left").textContent = left;
  look();
});
