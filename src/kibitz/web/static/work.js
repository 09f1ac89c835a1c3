// How far a job is, as the server tells it; when it has ended the page is loaded again.
const panel = document.getElementById("work");
const bar = document.getElementById("bar"), percent = document.getElementById("percent"), note = document.getElementById("note");
const news = new EventSource(`/work/${panel.dataset.id}/events`);
news.addEventListener("message", (event) => {
  const { state, done, total, note: words } = JSON.parse(event.data);
  if (!["running", "waiting"].includes(state)) { news.close(); location.reload(); return; }
  if (total) { bar.max = total; bar.value = done; percent.textContent = `${Math.floor((100 * done) / total)} %`; }
  note.textContent = words || state;
});
