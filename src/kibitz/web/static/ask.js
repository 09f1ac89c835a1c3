// A form whose answer follows what is typed: the server draws the answer, this swaps it in and keeps the link.
import {
  clearError,
  formatMoney,
  keepSelection,
  pasteScores,
  readChance,
  readMoney,
  selectOnFocus,
  showError,
} from "./fields.js";
import { fragment, renew } from "./morph.js";

const form = document.querySelector("form[data-live]"),
  answer = document.getElementById("answer");
const phone = matchMedia("(max-width: 759px)");
let last;
if (phone.matches)
  document.querySelectorAll(".fold").forEach((each) => {
    each.open = false;
  }); // on a phone the model is one line

const percent = () => {
  for (const out of document.querySelectorAll("[data-percent]")) {
    const field = document.getElementById(out.dataset.percent),
      held = field.value.trim();
    // The default, used where the field is empty.
    const usual = held === "" ? field.closest(".field")?.querySelector(".ticks[data-at]")?.dataset.at : undefined;
    const value = usual === undefined ? readChance(held) : Number(usual);
    out.textContent = value >= 0 && value <= 1 ? `${+(100 * value).toFixed(1)} %` : "";
    const slider = document.querySelector(`[data-for="${field.id}"]`);
    if (usual !== undefined && slider) slider.value = usual;
  }
  for (const slider of answer.querySelectorAll("[data-for]")) {
    // in an answer, not set by hand: it follows the usual chance
    if (document.getElementById(slider.dataset.for).value === "") slider.value = slider.defaultValue;
  }
};
const shownMoney = (input) => {
  const dollars = readMoney(input.value);
  if (!Number.isNaN(dollars)) input.value = formatMoney(dollars);
};

const query = () => {
  const pairs = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (!name.startsWith("state-") && typeof value === "string" && value.trim() !== "") pairs.append(name, value);
  return pairs;
};
// Update the link at once, except for a slider: then when it rests, since pushing a link is slow in browsers.
let linking,
  sliding = false;
const linked = (link) => {
  clearTimeout(linking);
  if (sliding) linking = setTimeout(() => history.replaceState(null, "", link), 150);
  else history.replaceState(null, "", link);
};
// Of a new answer, screen readers hear the sentence with its number and its reason, and not all that stands there.
const say = () => {
  const [choice, worth, unit, reason] = ["h2", ".worth", ".worth-name", ".reason"].map(
    (part) => answer.querySelector(`.spoken ${part}`)?.textContent ?? "",
  );
  if (choice) document.getElementById("said").textContent = `${choice}${worth && `, ${worth} ${unit}`}. ${reason}`;
};
// On a phone the recommendation stands in one line on top as long as it is not on the screen itself.
const bar = document.querySelector(".answer-bar");
if (bar) {
  let seen;
  const watch = new IntersectionObserver((entries) => {
    for (const entry of entries) bar.classList.toggle("away", entry.isIntersecting);
  });
  const followed = () => {
    bar.firstElementChild.textContent =
      answer.querySelector("[data-headline]")?.dataset.headline ?? bar.firstElementChild.textContent;
    const spoken = answer.querySelector(".spoken") ?? answer;
    if (spoken === seen) return;
    if (seen) watch.unobserve(seen);
    seen = spoken;
    watch.observe(seen);
  };
  document.addEventListener("answered", followed);
  followed();
}
const ask = async () => {
  last?.abort();
  last = new AbortController();
  const url = `${form.getAttribute("action")}?${query()}`;
  // Dim late while a slider moves, so that nothing flickers.
  const busy = setTimeout(() => answer.setAttribute("aria-busy", "true"), sliding ? 500 : 150);
  try {
    const reply = await fetch(url, {
      headers: { "Kibitz-Part": phone.matches ? "narrow" : "wide" },
      signal: last.signal,
    });
    const text = await reply.text();
    if (reply.ok) {
      clearError(form);
      renew(answer, fragment(text));
      // A class, because a :has() selector in the style sheet costs as much time as the answer.
      answer.parentElement.classList.toggle("boarded", answer.querySelector(":scope > .at-left") !== null);
      linked(reply.headers.get("kibitz-link") ?? url);
      say();
      document.dispatchEvent(new Event("answered"));
    } else if (reply.status === 422 || reply.status === 429) {
      answer.querySelector(".wrong")?.remove();
      for (const panel of answer.children) panel.classList.add("stale");
      answer.insertAdjacentHTML("afterbegin", text.match(/<div class="wrong"[\s\S]*?<\/div>/)?.[0] ?? "");
      showError(form, answer.querySelector(".wrong"));
    }
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  } finally {
    clearTimeout(busy);
    answer.removeAttribute("aria-busy");
  }
};

// One request at a time: changes made while one runs are sent when it returns, so a slider never floods the server.
let asking = false,
  again = false;
const follow = async () => {
  again = true;
  if (asking) return;
  asking = true;
  try {
    while (again) {
      again = false;
      await ask();
    }
  } finally {
    asking = false;
  }
};

if (form) {
  // Fields of the form stand in it, or in the answer.
  document.addEventListener("input", ({ target }) => {
    if (target.form !== form) return;
    const slider = target.id && document.querySelector(`[data-for="${target.id}"]`);
    if (target.dataset.for) document.getElementById(target.dataset.for).value = target.value;
    else if (slider) slider.value = readChance(target.value);
    sliding = target.type === "range";
    clearTimeout(linking);
    if (form.getAttribute("method") === "get") {
      percent();
      follow();
    }
  });
  const allMoney = () => {
    for (const input of form.elements)
      if (input.matches("[data-money]") && input !== document.activeElement) shownMoney(input);
  };
  allMoney();
  document.addEventListener("answered", allMoney);
  document.addEventListener("paste", pasteScores);
  document.addEventListener("focusin", selectOnFocus);
  document.addEventListener("mouseup", keepSelection);
  showError(form, answer.querySelector(".wrong[data-field]"));
  document.addEventListener("focusout", ({ target }) => {
    if (target.matches?.("[data-money]")) shownMoney(target);
  });
  document.addEventListener("keydown", (event) => {
    const input = event.target,
      step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step || !input.matches?.("[data-money]")) return;
    event.preventDefault();
    input.value = String((readMoney(input.value) || 0) + step * (event.shiftKey ? 1000 : 100));
    shownMoney(input);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const scripted = () =>
    form.querySelectorAll("[data-scripted]").forEach((each) => {
      each.hidden = false;
    });
  form.querySelectorAll(".as-text").forEach((each) => {
    each.open = false;
  });
  scripted();
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (!button) return;
    const input = button.parentElement.querySelector("input");
    input.value = String(Math.max(0, (parseInt(input.value) || 0) + Number(button.dataset.step)));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  // Counts of what was seen are written into the field that is asked with: choice:count, one after the other.
  const bars = (row) =>
    row
      .querySelectorAll("rect")
      .forEach((bar, i) => bar.classList.toggle("on", i < (parseInt(row.querySelector("input").value) || 0)));
  form.addEventListener(
    "input",
    (event) => {
      const slot = event.target.closest("[data-slot]");
      if (!slot || !event.target.hasAttribute("data-count")) return;
      slot.querySelectorAll(".seen-row").forEach(bars);
      const counts = [...slot.querySelectorAll("[data-count]")].map((each) => [
        each.dataset.count,
        parseInt(each.value) || 0,
      ]);
      form.elements[slot.dataset.slot].value = counts
        .filter(([, count]) => count)
        .map((pair) => pair.join(":"))
        .join(",");
    },
    true,
  );
  // What the answer knows of the form: rows that stay keep the focus, other ones take their place.
  const choices = (slot) => [...slot.querySelectorAll("[data-choice]")].map((row) => row.textContent).join();
  const hinted = new Map();
  document.addEventListener("answered", () => {
    const sent = document.querySelector("template[data-hints]");
    for (const slot of form.querySelectorAll("[data-slot]")) {
      const sentSlot = sent?.content.querySelector(`[data-slot="${slot.dataset.slot}"]`);
      if (sentSlot && choices(sentSlot) && choices(sentSlot) === choices(slot)) {
        for (const input of sentSlot.querySelectorAll("[data-count]")) {
          const held = slot.querySelector(`[data-count="${input.dataset.count}"]`);
          if (held !== document.activeElement) held.value = input.value;
          bars(held.closest(".seen-row"));
        }
        continue;
      }
      const html = sentSlot?.innerHTML ?? "";
      if (html === hinted.get(slot)) continue;
      hinted.set(slot, html);
      const focused = slot.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
      slot.innerHTML = html;
      scripted();
      if (focused) slot.querySelector(`[aria-label="${focused}"]`)?.focus();
    }
  });
  percent();
  document.addEventListener("answered", percent);
  if (form.getAttribute("method") === "get") {
    // A slow question is asked only once the page has loaded.
    if (answer.querySelector("[data-waits]")) ask();
    form.addEventListener("submit", (event) => {
      if (!event.submitter?.hasAttribute("data-job")) {
        event.preventDefault();
        ask();
      }
    });
  }
  phone.addEventListener("change", () => {
    if (last) follow();
  }); // answers asked here hold pictures for one width
  // A click on a rule map asks about that point; so does dragging the dot, which each answer draws again.
  const point = (event, map) => {
    const frame = map.getBoundingClientRect(),
      scale = map.viewBox.baseVal.width / frame.width,
      whole = map.dataset.plot.split(" ").map(Number);
    return [
      ((event.clientX - frame.left) * scale - whole[0]) / whole[2],
      1 - ((event.clientY - frame.top) * scale - whole[1]) / whole[2],
    ];
  };
  const put = (map, shares) => {
    const ends = map.dataset.ends.split(" ").map(Number),
      [left, top, side] = map.dataset.plot.split(" ").map(Number);
    const fields = [map.dataset.across, map.dataset.up].map(
      (name) => form.querySelector(`[name="${name}"]`) ?? form.querySelector(`#f-${name.replace(/(\d)$/, "-$1")}`),
    );
    if (fields.some((field) => !field)) return;
    map.querySelectorAll("circle.best, circle.grip").forEach((dot) => {
      dot.setAttribute("cx", left + shares[0] * side);
      dot.setAttribute("cy", top + (1 - shares[1]) * side);
    });
    shares.forEach((share, i) => {
      fields[i].value = (ends[2 * i] + share * (ends[2 * i + 1] - ends[2 * i])).toFixed(2);
      fields[i].dispatchEvent(new Event("input", { bubbles: true }));
    });
  };
  let dragged = "",
    height = 0;
  const held = () => dragged && document.querySelector(`.regions[data-plot][data-across="${dragged}"]`);
  document.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest?.(".regions[data-plot] :is(.grip, .best)");
    if (!grip) return;
    event.preventDefault();
    grip.releasePointerCapture?.(event.pointerId);
    dragged = grip.closest(".regions").dataset.across;
    height = held().getBoundingClientRect().top;
  });
  document.addEventListener("answered", () => {
    if (held()) scrollBy(0, held().getBoundingClientRect().top - height);
  }); // an answer above it may be shorter: the map stays under the hand
  document.addEventListener("pointermove", (event) => {
    const map = held();
    if (map)
      put(
        map,
        point(event, map).map((share) => Math.max(0, Math.min(1, share))),
      );
  });
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, () => {
      dragged = "";
    });
  document.addEventListener("click", (event) => {
    const map = event.target.closest?.(".regions[data-plot]");
    if (!map) return;
    const shares = point(event, map);
    if (Math.min(...shares) >= 0 && Math.max(...shares) <= 1) put(map, shares);
  });
  // "Why not?": a click on the curve, or on a row of choices, judges that choice.
  document.addEventListener("chosen", (event) => {
    const own = [...form.elements].find((each) => each.name === "wager" || each.name === "bid");
    if (own) {
      own.value = String(event.detail);
      ask();
    }
  });
  // The next named bet below or above the one in the field, or the best to begin with.
  document.addEventListener("named", (event) => {
    const own = form.querySelector("[name=wager], [name=bid]"),
      chart = document.querySelector("#answer .chart[data-named]");
    if (!own || !chart) return;
    const names = chart.dataset.named.split(" ").map(Number),
      held = readMoney(own.value);
    const ahead = names.filter((name) => (event.detail > 0 ? name > held : name < held));
    const next = Number.isNaN(held) ? names[0] : event.detail > 0 ? ahead[0] : ahead[ahead.length - 1];
    if (next !== undefined) {
      own.value = String(next);
      ask();
    }
  });
  document.addEventListener("click", (event) => {
    const row = event.target.closest?.("[data-chooses]"),
      own = row && form.elements.namedItem(row.dataset.chooses);
    if (!own || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    own.value = row.textContent.trim();
    ask().then(() => document.querySelector("tr.chosen [data-chooses]")?.focus({ preventScroll: true }));
  });
}
