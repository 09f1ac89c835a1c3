// The page of the calculator: reads the fields, and draws recommendation, curve, named bets and cards.
const PODIUMS = ["Left", "Middle", "Right"],
  PLACES = ["first", "second", "third"],
  ROLES = ["A", "B", "C"];
const narrow = matchMedia("(max-width: 759px)");
const byId = (id) => document.getElementById(id);
const make = (tag, text = "", attributes = {}) => {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
const draw = (tag, attributes, text = "") => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
};
const money = (dollars) => `${dollars < 0 ? "−" : ""}$${Math.abs(dollars).toLocaleString("en-US")}`;
const percent = (chance) => `${(100 * chance).toFixed(1)} %`;
const points = (loss) => (loss < 1e-12 ? "0" : `${(100 * loss).toFixed(loss < 0.0005 ? 3 : 1)} points`);

// 18400, 18,400, 18.400, $18,400, 18k and 18.4k; null if it is none of them.
const readMoney = (text) => {
  const plain = text.replace(/−/g, "-").replace(/[\s$]/g, "");
  if (/^-?\d+([.,]\d+)?k$/i.test(plain)) return Math.round(1000 * parseFloat(plain.replace(",", ".")));
  if (/^-?\d{1,3}([.,]\d{3})+$/.test(plain)) return Number(plain.replace(/[.,]/g, ""));
  return /^-?\d+$/.test(plain) ? Number(plain) : null;
};
// 70, 70 %, .7, 0,7 and 7/10 are all 70 %; null if it is none of them.
const readChance = (text) => {
  const plain = text.replace(/\s/g, "").replace(",", "."),
    parts = plain.match(/^(\d+)\/(\d+)$/),
    number = /^(\d+\.?\d*|\.\d+)%?$/.test(plain) ? parseFloat(plain) : NaN;
  const chance = parts ? parts[1] / parts[2] : plain.endsWith("%") || number >= 2 ? number / 100 : number;
  return chance >= 0 && chance <= 1 ? chance : null;
};
const wrong = (id, inputs, message) => {
  byId(`${id}-error`).textContent = message;
  byId(`${id}-error`).hidden = !message;
  for (const input of inputs)
    if (message) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  return !message;
};

const scoreFields = PODIUMS.map((podium, seat) => {
  const row = make("div", "", { class: `podium seat-${seat + 1}` }),
    you = make("label", "", { class: "you" }),
    input = make("input", "", { id: `score-${seat}`, class: "money", inputmode: "decimal", "aria-describedby": "scores-error" });
  you.append(make("input", "", { type: "radio", name: "me", value: seat, "aria-label": `you are ${podium.toLowerCase()}` }), " you");
  input.value = money(MODEL.start.scores[seat]);
  row.append(make("span", "", { class: "shape", "aria-hidden": "true" }), make("label", podium, { for: `score-${seat}` }), make("span", "", { class: "place" }), you, input);
  byId("podiums").append(row);
  return input;
});
const segments = (id, choices) => {
  for (const [value, text] of choices) {
    const label = make("label");
    label.append(make("input", "", { type: "radio", name: id, value }), make("span", text));
    byId(id).append(label);
  }
};
segments("era", [["2015", "since 2015"], ["1996", "1996 to 2011"]]);
segments("ties", [["tiebreaker", "one more clue"], ["shared", "both win"]]);
for (const level of MODEL.levels) byId("level").append(make("option", level.replace("-", " "), { value: level }));
const form = byId("form").elements;
form.me.value = String(MODEL.start.me);
form.era.value = MODEL.start.era;
form.ties.value = MODEL.start.ties;
byId("level").value = MODEL.start.level;
byId("cards").querySelector("h3").after(make("p", MODEL.given, { class: "quiet" }));
byId("more").open = !narrow.matches; // on a phone the answer comes soon after the scores
narrow.addEventListener("change", () => answer());
byId("confidence").value = MODEL.start.confidence === null ? "" : percent(MODEL.start.confidence);

const readPosition = () => {
  const scores = scoreFields.map((field) => readMoney(field.value)),
    bad = scoreFields.filter((_, seat) => scores[seat] === null || Math.abs(scores[seat]) > MODEL.max_score),
    me = Number(form.me.value),
    text = byId("confidence").value.trim(),
    confidence = text ? readChance(text) : null;
  for (const field of scoreFields) field.removeAttribute("aria-invalid");
  let fine = wrong("scores", bad, bad.length ? `Write whole dollars up to ${money(MODEL.max_score)}, such as $18,400 or 18.4k.` : "");
  if (fine && scores[me] <= 0)
    fine = wrong("scores", [scoreFields[me]], "You take part in Final only with a score above $0.");
  fine = wrong("confidence", [byId("confidence")], text && confidence === null ? "Write a chance such as 70 %, .7 or 7/10." : "") && fine;
  return fine ? { scores, me, confidence, era: form.era.value, ties: form.ties.value, levels: [byId("level").value, byId("level").value] } : null;
};

const showCurve = (values, best, own) => {
  const svg = byId("curve"),
    width = narrow.matches ? 360 : 640,
    [left, right, top, bottom] = [44, width - 12, 26, 268],
    most = values.length - 1;
  let low = 1,
    high = 0;
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const margin = Math.max((high - low) / 4, 0.005),
    [floor, ceiling] = [Math.max(low - margin, 0), Math.min(high + margin, 1)],
    x = (bet) => left + ((right - left) * bet) / Math.max(most, 1),
    y = (value) => bottom - ((bottom - top) * (value - floor)) / (ceiling - floor || 1);
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${width} 300`);
  const step = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2].find((each) => (ceiling - floor) / each <= 6) ?? 0.25;
  for (let tick = Math.ceil(floor / step) * step; tick <= ceiling + 1e-9; tick += step)
    svg.append(draw("path", { class: "grid", d: `M${left} ${y(tick)}H${right}` }), draw("text", { x: left - 6, y: y(tick) + 4, class: "end" }, `${+(100 * tick).toFixed(1)} %`));
  svg.append(draw("path", { class: "axis", d: `M${left} ${bottom}H${right}` }));
  for (const share of narrow.matches ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1])
    svg.append(draw("text", { x: x(share * most), y: bottom + 20, class: share === 0 ? "" : share === 1 ? "end" : "middle" }, money(Math.round(share * most))));
  // The lowest and the highest value of each column of pixels, so that every step stays a step.
  const size = Math.max(1, Math.floor(values.length / (right - left))),
    path = [];
  for (let start = 0; start <= most; start += size) {
    const last = Math.min(start + size, most + 1) - 1,
      keep = [start, last];
    for (let bet = start; bet <= last; bet++) {
      if (bet === start || values[bet] < values[keep[2]]) keep[2] = bet;
      if (bet === start || values[bet] > values[keep[3]]) keep[3] = bet;
    }
    for (const bet of [...new Set(keep)].sort((p, q) => p - q)) path.push(`${x(bet).toFixed(1)},${y(values[bet]).toFixed(1)}`);
  }
  svg.append(draw("polyline", { class: "line", points: path.join(" ") }));
  const dot = (bet, name) => svg.append(draw("circle", { class: name, cx: x(bet), cy: y(values[bet]), r: 6 }));
  if (own !== null) dot(own, "own");
  dot(best.bet, "best");
  svg.append(draw("text", { x: Math.min(Math.max(x(best.bet), 100), width - 100), y: 14, class: "middle strong" }, `${money(best.bet)} ${best.name}`.trim()));
  const hand = draw("path", { class: "hand", d: "" });
  svg.append(hand);
  const point = (bet) => {
    hand.setAttribute("d", `M${x(bet)} ${top}V${bottom}`);
    byId("readout").textContent = `${money(bet)}: ${percent(values[bet])} to win, loss ${points(high - values[bet])}`;
  };
  const betAt = (event) => {
    const frame = svg.getBoundingClientRect(),
      place = ((event.clientX - frame.left) * width) / frame.width;
    return Math.round(Math.min(Math.max((place - left) / (right - left), 0), 1) * most);
  };
  svg.onpointermove = (event) => point(betAt(event));
  svg.onclick = (event) => {
    byId("own").value = money(betAt(event));
    answer();
  };
  let at = best.bet;
  svg.onkeydown = (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    at = Math.min(Math.max(at + by * (event.shiftKey ? 1000 : 100), 0), most);
    point(at);
  };
  byId("readout").textContent = "Point at the curve for the chance of any bet. A press judges it.";
};

const showCards = (position, role, ranked, values, top) => {
  const cards = byId("cards"),
    open = new Set([...cards.querySelectorAll("details[open]")].map((each) => each.dataset.key)),
    fresh = !cards.querySelector("details");
  cards.querySelectorAll("details").forEach((each) => each.remove());
  for (const era of ["2015", "1996"])
    MODEL.eras[era].cards.forEach((card, place) => {
      const key = `${era} ${place}`,
        mine = era === position.era && place === role,
        details = make("details", "", { "data-key": key, ...((mine && fresh) || open.has(key) ? { open: "" } : {}) }),
        list = make("ol");
      details.append(make("summary", `${card.heading}, ${MODEL.eras[era].words}`));
      const fired = mine ? firedRule(era, role, ranked) : { line: -1, bet: null };
      card.lines.forEach(([when, bet], line) => {
        const item = make("li", "", line === fired.line ? { class: "fires" } : {});
        const said = make("div");
        said.append(make("span", when || "otherwise"), make("b", bet));
        item.append(said);
        if (line === fired.line)
          item.append(make("em", fired.bet === null ? "fires here" : `fires here: ${money(fired.bet)}, ${percent(values[fired.bet])} to win, loss ${points(top - values[fired.bet])}`));
        list.append(item);
      });
      details.append(list, make("p", `${card.costs[0].toUpperCase()}${card.costs.slice(1)}.`, { class: "quiet" }));
      cards.append(details);
    });
};

const answer = () => {
  const position = readPosition();
  byId("answer").classList.toggle("stale", position === null);
  if (position === null) return;
  const { scores, me, era } = position,
    values = winChances(position),
    best = bestBet(position, values),
    order = placesOf(position),
    role = order.indexOf(me),
    ranked = order.map((seat) => Math.max(scores[seat], 0)),
    top = values.reduce((high, value) => Math.max(high, value), 0),
    sure = position.confidence ?? usualChance(position),
    text = byId("own").value.trim(),
    bet = text ? readMoney(text) : null,
    judged = text !== "" && bet !== null && bet >= 0 && bet <= scores[me];
  wrong("own", [byId("own")], text && !judged ? `Write a bet from $0 to ${money(scores[me])}.` : "");
  document.querySelectorAll(".podium").forEach((row, seat) => {
    row.classList.toggle("mine", seat === me);
    row.querySelector(".place").textContent = scores[seat] > 0 ? `${ROLES[order.indexOf(seat)]}, ${PLACES[order.indexOf(seat)]}` : "takes no part";
  });
  byId("read").textContent = position.confidence === null ? `${percent(sure)}, the average in your place` : `read as ${percent(sure)}`;
  byId("slider").value = String(Math.round(100 * sure));
  byId("standing").textContent = `You are ${PLACES[role]} of ${scores.filter((score) => score > 0).length}`;
  byId("best").textContent = `Bet ${money(best.bet)}`;
  byId("worth").textContent = percent(values[best.bet]);
  byId("reason").textContent = best.name ? `${best.name[0].toUpperCase()}${best.name.slice(1)}.` : "The best of all whole-dollar bets.";
  let [first, last] = [best.bet, best.bet];
  while (first > 0 && top - values[first - 1] <= MODEL.near_best) first--;
  while (last < scores[me] && top - values[last + 1] <= MODEL.near_best) last++;
  const rule = firedRule(era, role, ranked),
    facts = [["As good within 0.1 points", first < last ? `${money(first)} to ${money(last)}` : "only this bet"]];
  facts.push([`Card ${ROLES[role]}, rule ${rule.line + 1}`, rule.bet === null ? "a lock game" : `${money(rule.bet)}, loss ${points(top - values[rule.bet])}`]);
  if (judged) facts.push([`Your ${money(bet)}`, `${percent(values[bet])}, loss ${points(top - values[bet])}`]);
  byId("facts").replaceChildren(...facts.map(([term, said]) => {
    const fact = make("div");
    fact.append(make("dt", term), make("dd", said));
    return fact;
  }));
  byId("limits").textContent = `Exact for one game, where only winning counts. Opponents ${position.levels[0].replace("-", " ")}, who bet like people ${MODEL.eras[era].words}. ${position.ties === "shared" ? "Ties are shared" : "One more clue decides ties"}. You are ${percent(sure)} sure. ${MODEL.version}.`;
  showCurve(values, best, judged ? bet : null);
  const rows = namedBets(position).sort((p, q) => values[q[1]] - values[p[1]]);
  byId("named").replaceChildren(...rows.map(([name, named]) => {
    const row = make("tr", "", named === best.bet ? { class: "top" } : {});
    row.append(make("td", money(named)), make("td", name), make("td", percent(values[named])), make("td", points(top - values[named])));
    return row;
  }));
  showCards(position, role, ranked, values, top);
};

byId("form").addEventListener("input", ({ target }) => {
  if (target.id === "slider") byId("confidence").value = `${target.value} %`;
  if (target.name === "era") form.ties.value = MODEL.eras[target.value].ties;
  answer();
});
byId("form").addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("focusin", ({ target }) => target.matches("input:not([type])") && target.select());
document.addEventListener("focusout", ({ target }) => {
  if (target.matches(".money") && readMoney(target.value) !== null) target.value = money(readMoney(target.value));
});
// Three scores pasted into one field fill all three.
byId("podiums").addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text"),
    parts = text.trim().split(/[\s;/|_]+|,(?!\d{3})/).filter(Boolean);
  if (parts.length !== 3 || parts.some((part) => readMoney(part) === null)) return;
  event.preventDefault();
  parts.forEach((part, seat) => (scoreFields[seat].value = money(readMoney(part))));
  answer();
});
answer();
