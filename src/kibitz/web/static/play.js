// Actions of a game: each is sent without a new entry in the history, so that Back leaves the game in one press, and
// the page stays where it is, so that the board stays on the screen.
const main = document.getElementById("main");
let sending = false;

const refuse = (page) => {
  const wrong = page.querySelector(".wrong") ?? page.querySelector("main h1");
  main.querySelector(":scope > .wrong")?.remove();
  const shown = Object.assign(document.createElement("div"), { className: "wrong", textContent: wrong.textContent });
  shown.setAttribute("role", "alert");
  main.querySelector(":scope > .title").after(shown);
  shown.scrollIntoView({ block: "nearest" });
};

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.getAttribute("action") !== location.pathname) return;
  event.preventDefault();
  if (sending) return; // a double press is one action
  sending = true;
  main.setAttribute("aria-busy", "true");
  const body = new URLSearchParams(new FormData(form, event.submitter));
  try {
    const reply = await fetch(location.pathname, { method: "POST", body, redirect: "manual" });
    if (reply.type === "opaqueredirect") {
      if (location.hash) history.replaceState(null, "", location.pathname);
      location.reload();
      return;
    }
    refuse(new DOMParser().parseFromString(await reply.text(), "text/html"));
  } catch {
    form.submit(); // the browser says that the server is away
  }
  sending = false;
  main.removeAttribute("aria-busy");
});
