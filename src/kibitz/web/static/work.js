// How far a job is and its figures so far, as the server tells it; when it has ended the page is loaded again.
const id = (name) => document.getElementById(name);
const panel = id("work"), figures = id("figures"), bar = id("bar");
const news = new EventSource(`/work/${panel.dataset.id}/events`);
let shown = Number(panel.dataset.figures), last = { figures: shown }, over = false, asking = false;

// Nothing changes under the pointer, the keyboard or a chosen text; on a phone nothing hovers.
figures.addEventListener("pointerenter", (event) => { over = event.pointerType === "mouse"; });
figures.addEventListener("pointerleave", () => { over = false; renew(); });
figures.addEventListener("focusout", () => setTimeout(renew));
document.addEventListener("selectionchange", () => { if (getSelection().isCollapsed) renew(); });
const held = () => over || figures.contains(document.activeElement) || (!getSelection().isCollapsed && figures.contains(getSelection().anchorNode));

const named = (part) => part.closest("section")?.getAttribute("aria-label") ?? "";
const swap = (text) => {
  const panels = () => [...figures.querySelectorAll("section[aria-label]")];
  const first = panels().find((each) => each.getBoundingClientRect().bottom > 72), top = first?.getBoundingClientRect().top;
  const open = [...figures.querySelectorAll("details[open]")].map(named), aside = new Map([...figures.querySelectorAll(".scroll")].map((each) => [named(each), each.scrollLeft]));
  figures.innerHTML = text;
  for (const each of figures.querySelectorAll("details")) if (open.includes(named(each))) each.open = true;
  for (const each of figures.querySelectorAll(".scroll")) each.scrollLeft = aside.get(named(each)) ?? 0;
  const again = first && panels().find((each) => each.getAttribute("aria-label") === first.getAttribute("aria-label"));
  if (again && top < 72) scrollBy(0, again.getBoundingClientRect().top - top); // what is read stays where it is
  document.dispatchEvent(new Event("answered"));
};
async function renew() {
  if (asking || held()) return;
  if (last.ended) { location.reload(); return; }
  if (shown === last.figures) return;
  asking = true;
  const { figures: count, after, headline } = last;
  try {
    const reply = await fetch(`/work/${panel.dataset.id}`, { headers: { "Kibitz-Part": "1" } }), text = await reply.text();
    if (!reply.ok || held()) return;
    swap(text);
    shown = count;
    id("after").textContent = after;
    id("below").hidden = !after;
    id("said").textContent = headline;
  } finally { asking = false; }
  renew();
}

news.addEventListener("message", (event) => {
  const { state, done, total, note, left, ...more } = JSON.parse(event.data);
  last = { ...more, ended: !["running", "waiting"].includes(state) };
  panel.dataset.figures = last.figures; // how many are known, whether shown yet or not
  if (last.ended) news.close();
  if (total) { bar.max = total; bar.value = done; id("percent").textContent = `${Math.floor((100 * done) / total)} %`; }
  const words = note || state;
  id("note").textContent = last.ended ? "Ended: the last figures come when you leave these" : words[0].toUpperCase() + words.slice(1);
  if (left) id("left").textContent = left;
  renew();
});
