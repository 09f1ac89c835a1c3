// A form whose answer follows what is typed: the server draws the answer, this swaps it in and keeps the link.
const form = document.querySelector("form[data-live]"), answer = document.getElementById("answer");
const phone = matchMedia("(max-width: 759px)");
let last;
if (phone.matches) document.querySelectorAll(".fold").forEach((each) => { each.open = false; }); // on a phone the model is one line

const percent = () => {
  for (const out of document.querySelectorAll("[data-percent]")) {
    const held = document.getElementById(out.dataset.percent).value;
    const value = held.endsWith("%") ? parseFloat(held) / 100 : parseFloat(held);
    out.textContent = Number.isFinite(value) ? `${(100 * value).toFixed(0)} %` : "";
  }
};
const money = (text) => { const plain = text.replace(/[$,\s]/g, ""); return /^-?\d+(\.\d+)?k$/i.test(plain) ? String(Math.round(parseFloat(plain) * 1000)) : plain; };
const shownMoney = (input) => { const plain = money(input.value); if (/^-?\d+$/.test(plain)) input.value = `${plain < 0 ? "−" : ""}$${Math.abs(plain).toLocaleString("en-US")}`; };

const query = () => {
  const pairs = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (!name.startsWith("state-") && typeof value === "string" && value.trim() !== "") pairs.append(name, value);
  return pairs;
};
// What is set inside the answer (data-kept) stays as it is, so that a slider can be dragged through the answers; all around it is new.
const keeps = (node) => node.nodeType === 1 && (node.matches("[data-kept]") || Boolean(node.querySelector("[data-kept]")));
const renew = (held, fresh) => {
  const kept = [...held.childNodes].filter(keeps), twins = [...fresh.childNodes].filter(keeps);
  if (!kept.length || kept.length !== twins.length) { held.replaceChildren(...fresh.childNodes); return; }
  for (const node of [...held.childNodes]) if (!kept.includes(node)) node.remove();
  let next = 0;
  for (const node of [...fresh.childNodes]) {
    if (node === twins[next]) next += 1;
    else if (next < kept.length) kept[next].before(node); else held.append(node);
  }
  kept.forEach((each, i) => {
    each.className = twins[i].className;
    if (!each.matches("[data-kept]")) renew(each, twins[i]);
    else for (const slider of each.querySelectorAll("[data-for]")) { // not set by hand: it follows the usual chance
      const field = document.getElementById(slider.dataset.for), twin = twins[i].querySelector("[data-for]");
      if (field.value === "") [slider.value, field.placeholder] = [twin.value, twins[i].querySelector("[placeholder]").placeholder];
    }
  });
};
const ask = async () => {
  last?.abort();
  last = new AbortController();
  const url = `${form.getAttribute("action")}?${query()}`;
  const busy = setTimeout(() => answer.setAttribute("aria-busy", "true"), 150);
  try {
    const reply = await fetch(url, { headers: { "Kibitz-Part": phone.matches ? "narrow" : "wide" }, signal: last.signal });
    const text = await reply.text();
    if (reply.ok) {
      const fresh = document.createElement("template");
      fresh.innerHTML = text;
      renew(answer, fresh.content);
      history.replaceState(null, "", reply.headers.get("kibitz-link") ?? url);
      document.dispatchEvent(new Event("answered"));
    } else if (reply.status === 422 || reply.status === 429) {
      answer.querySelector(".wrong")?.remove();
      for (const panel of answer.children) panel.classList.add("stale");
      answer.insertAdjacentHTML("afterbegin", text.match(/<div class="wrong"[\s\S]*?<\/div>/)?.[0] ?? "");
    }
  } catch (error) { if (error.name !== "AbortError") throw error; } finally { clearTimeout(busy); answer.removeAttribute("aria-busy"); }
};

// One question at a time: what changes meanwhile is asked once the answer is there, so that a dragged slider never floods.
let asking = false, again = false;
const follow = async () => {
  again = true;
  if (asking) return;
  asking = true;
  try { while (again) { again = false; await ask(); } } finally { asking = false; }
};

if (form) {
  // Fields of the form stand in it, or in the answer.
  document.addEventListener("input", ({ target }) => {
    if (target.form !== form) return;
    const slider = target.id && document.querySelector(`[data-for="${target.id}"]`);
    if (target.dataset.for) document.getElementById(target.dataset.for).value = target.value;
    else if (slider) slider.value = target.value.endsWith("%") ? parseFloat(target.value) / 100 : target.value;
    if (form.getAttribute("method") === "get") { percent(); follow(); }
  });
  const allMoney = () => { for (const input of form.elements) if (input.matches("[data-money]") && input !== document.activeElement) shownMoney(input); };
  allMoney();
  document.addEventListener("answered", allMoney);
  document.addEventListener("focusout", ({ target }) => { if (target.matches?.("[data-money]")) shownMoney(target); });
  document.addEventListener("keydown", (event) => {
    const input = event.target, step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step || !input.matches?.("[data-money]")) return;
    event.preventDefault();
    input.value = String((parseInt(money(input.value)) || 0) + step * (event.shiftKey ? 1000 : 100));
    shownMoney(input);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  for (const button of form.querySelectorAll("[data-step]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const input = button.parentElement.querySelector("input");
      input.value = String(Math.max(0, (parseInt(input.value) || 0) + Number(button.dataset.step)));
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  percent();
  if (form.getAttribute("method") === "get") {
    if (answer.querySelector("[data-waits]")) ask(); // what takes a moment is asked at once, on a page that is there already
    form.addEventListener("submit", (event) => { if (!event.submitter?.hasAttribute("data-job")) { event.preventDefault(); ask(); } });
  }
  phone.addEventListener("change", () => { if (last) follow(); }); // answers asked here hold pictures for one width
  // A click on the map of a list asks about that point.
  document.addEventListener("click", (event) => {
    const map = event.target.closest?.(".regions");
    if (!map) return;
    const frame = map.getBoundingClientRect(), scale = map.viewBox.baseVal.width / frame.width;
    const [left, top, side] = map.dataset.plot.split(" ").map(Number), ends = map.dataset.ends.split(" ").map(Number);
    const x = ((event.clientX - frame.left) * scale - left) / side, y = 1 - ((event.clientY - frame.top) * scale - top) / side;
    const fields = [map.dataset.across, map.dataset.up].map((name) => form.querySelector(`[name="${name}"]`) ?? form.querySelector(`#f-${name.replace(/(\d)$/, "-$1")}`));
    if (fields.some((field) => !field) || Math.min(x, y) < 0 || Math.max(x, y) > 1) return;
    [ends[0] + x * (ends[1] - ends[0]), ends[2] + y * (ends[3] - ends[2])].forEach((value, i) => { fields[i].value = value.toFixed(2); fields[i].dispatchEvent(new Event("input", { bubbles: true })); });
  });
  // "Why not?": a click on the curve, or on a row of choices, judges that choice.
  document.addEventListener("chosen", (event) => {
    const own = [...form.elements].find((each) => each.name === "wager" || each.name === "bid");
    if (own) { own.value = String(event.detail); ask(); }
  });
  // The next named bet below or above the one in the field, or the best to begin with.
  document.addEventListener("named", (event) => {
    const own = form.querySelector("[name=wager], [name=bid]"), chart = document.querySelector("#answer .chart[data-named]");
    if (!own || !chart) return;
    const names = chart.dataset.named.split(" ").map(Number), held = own.value.trim() === "" ? NaN : Number(money(own.value));
    const ahead = names.filter((name) => (event.detail > 0 ? name > held : name < held));
    const next = Number.isNaN(held) ? names[0] : event.detail > 0 ? ahead[0] : ahead[ahead.length - 1];
    if (next !== undefined) { own.value = String(next); ask(); }
  });
  document.addEventListener("click", (event) => {
    const row = event.target.closest?.("[data-choice]"), own = row && form.elements.namedItem(row.dataset.choice);
    if (!own || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    own.value = row.textContent.trim();
    ask().then(() => document.querySelector("tr.chosen [data-choice]")?.focus({ preventScroll: true }));
  });
}
