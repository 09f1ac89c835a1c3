// The Final calculator of kibitz: the chance to win with every whole-dollar bet, exact over the opponents' bets and the
// eight outcomes of three answers. MODEL holds the fitted tables; tests compare the results with kibitz itself.
"use strict";
const MODEL = JSON.parse(document.getElementById("model").textContent);

// Half the error function, by its series of positive terms; beyond 6 it is a half up to rounding.
const halfErf = (x) => {
  if (Math.abs(x) > 6) return Math.sign(x) / 2;
  let term = x,
    sum = x;
  for (let n = 1; Math.abs(term) > 1e-18 * Math.abs(sum); n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (Math.exp(-x * x) * sum) / Math.sqrt(Math.PI);
};
const normalCdf = (z) => (z < 0 ? 0.5 - halfErf(-z * Math.SQRT1_2) : 0.5 + halfErf(z * Math.SQRT1_2));
const normalQuantile = (chance) => {
  if (chance <= 0 || chance >= 1) return chance <= 0 ? -Infinity : Infinity;
  let low = -8.5,
    high = 8.5;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < chance) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};

// Chances of the eight outcomes; bit s of an outcome says whether seat s is right. Answers share one common factor.
const outcomeChances = (thresholds, rho) => {
  const chances = new Float64Array(8);
  MODEL.nodes.forEach((factor, i) => {
    const right = thresholds.map((z) => normalCdf((z - Math.sqrt(rho) * factor) / Math.sqrt(1 - rho)));
    for (let outcome = 0; outcome < 8; outcome++)
      chances[outcome] += right.reduce((p, r, s) => p * ((outcome >> s) & 1 ? r : 1 - r), MODEL.weights[i]);
  });
  return chances;
};

// How people bet: the group of the scores, then ranges of dollars whose ends are linear in A, B and C.
const scoreGroup = ([a, b, c]) => {
  if (a > 2 * b) return "locked";
  if (a === 2 * b) return "lock_tie";
  if (a === b && a > 0) return "tied";
  const near = 4 * b >= 3 * a ? "three_quarters" : 3 * b >= 2 * a ? "two_thirds" : "below_two_thirds";
  return near + (b >= 2 * c ? "" : "_chased");
};
const betChances = (era, ranked, role) => {
  const own = ranked[role],
    linear = (w) => w[0] * ranked[0] + w[1] * ranked[1] + w[2] * ranked[2] + w[3];
  let kinds = MODEL.eras[era].wagers[role][scoreGroup(ranked)].map(([low, high, step, weight, right]) => ({
    first: Math.ceil(Math.max(Math.ceil(linear(low) - 1e-6), 0) / step) * step,
    last: Math.floor(Math.min(Math.floor(linear(high) + 1e-6), own) / step) * step,
    step,
    right: weight * right,
    wrong: weight * (1 - right),
  }));
  kinds = kinds.filter((kind) => kind.last >= kind.first && kind.right + kind.wrong > 0);
  if (!kinds.length) kinds = [{ first: own, last: own, step: 1, right: 1, wrong: 1 }];
  const [right, wrong] = ["right", "wrong"].map((answer) => {
    const chances = new Float64Array(own + 1),
      total = kinds.reduce((sum, kind) => sum + kind[answer], 0);
    for (const { first, last, step, ...kind } of kinds) {
      const share = kind[answer] / total / ((last - first) / step + 1);
      for (let bet = first; bet <= last; bet += step) chances[bet] += share;
    }
    return chances;
  });
  return { right, wrong };
};

// Seats by score. I come first among equals; level opponents stand by their accuracy, as in kibitz.
const placesOf = ({ scores, me, levels, era }) => {
  const accuracy = accuracies(era, me, levels);
  return [0, 1, 2].sort(
    (p, q) => scores[q] - scores[p] || (p !== me) - (q !== me) || accuracy[q] - accuracy[p] || p - q,
  );
};
const accuracies = (era, me, levels) => {
  const others = [...levels];
  return [0, 1, 2].map((seat) => MODEL.eras[era].accuracy[seat === me ? "average" : others.shift()]);
};
const usualChance = ({ scores, me, era }) =>
  normalCdf(MODEL.eras[era].thresholds.average[scores.filter((score) => score > scores[me]).length]);

// My chance to win with every bet from $0; `confidence` null means the average in my place.
const winChances = (position) => {
  const { scores, me, confidence, era, ties, levels } = position;
  const own = scores[me],
    size = 2 * own + 1,
    order = placesOf(position),
    ranked = order.map((seat) => Math.max(scores[seat], 0)),
    others = [...levels],
    seatLevels = [0, 1, 2].map((seat) => (seat === me ? "average" : others.shift()));
  const thresholds = [0, 1, 2].map((seat) =>
    seat === me && confidence !== null
      ? normalQuantile(confidence)
      : MODEL.eras[era].thresholds[seatLevels[seat]][scores.filter((score) => score > scores[seat]).length],
  );
  const chances = outcomeChances(thresholds, MODEL.eras[era].correlation);
  // For each opponent and answer: the chance to end below, and level with, each score that I can reach.
  const rivals = [0, 1, 2].filter((seat) => seat !== me && scores[seat] > 0);
  const tables = rivals.map((seat) => {
    const bets = betChances(era, ranked, order.indexOf(seat));
    return [false, true].map((right) => {
      const level = new Float64Array(size),
        below = new Float64Array(size);
      (right ? bets.right : bets.wrong).forEach((chance, bet) => {
        const score = scores[seat] + (right ? bet : -bet);
        if (score < size) level[score] = chance;
      });
      for (let score = 1; score < size; score++) below[score] = below[score - 1] + level[score - 1];
      return { below, level };
    });
  });
  const values = new Float64Array(own + 1);
  chances.forEach((chance, outcome) => {
    const shares = winShares(
        tables.map((answers, i) => answers[(outcome >> rivals[i]) & 1]),
        ties,
        size,
      ),
      sign = (outcome >> me) & 1 ? 1 : -1;
    for (let bet = 0; bet <= own; bet++) values[bet] += chance * shares[own + sign * bet];
  });
  return values.map((value) => Math.min(Math.max(value, 0), 1));
};
// My share of the win at every final score, against opponents with these tables.
const winShares = ([one, two], ties, size) => {
  const shares = new Float64Array(size).fill(1),
    shared = ties === "shared";
  for (let score = 0; one && score < size; score++) {
    const [b1, e1] = [one.below[score], one.level[score]];
    if (!two) shares[score] = b1 + (shared ? e1 : e1 / 2);
    else {
      const [b2, e2] = [two.below[score], two.level[score]];
      shares[score] = shared ? (b1 + e1) * (b2 + e2) : b1 * b2 + (e1 * b2 + b1 * e2) / 2 + (e1 * e2) / 3;
    }
  }
  shares[0] = 0; // nobody wins with nothing
  return shares;
};

// Bets that have a name, the most telling first; `extra` is the dollar that passes a score where ties are not shared.
const LEADER = ([a, b, c], extra) => {
  if (a > 2 * b) return [["zero bet", 0], ["keep the lock", a - 2 * b - 1]];
  if (a === 2 * b) return [["zero bet", 0], ["one dollar", 1], ["all-in", a]];
  return [
    ["cover", 2 * b - a],
    ["shut-out", 2 * b - a + 1],
    3 * b >= 2 * a && 4 * b < 3 * a && ["anti-two-thirds", 3 * a - 4 * b - extra],
    ["zero bet", 0],
    a >= 2 * c && c > 0 && ["keep out C", a - 2 * c - extra],
    2 * c > a && ["cover C", 2 * c - a + extra],
    ["stay level with B", a - b - extra],
    4 * b >= 3 * a && ["cover two-thirds", 4 * b - 3 * a + extra],
    2 * c >= b && b < a && ["stay above B's missed cover", a - 2 * (b - c) - extra],
    c > 0 && 2 * c < b && b < a && ["stay above B's keep-out bet", a - 2 * (b - c) - extra],
    b < a && ["stay above B's missed overtake", 2 * (a - b) - extra],
    ["all-in", a],
  ];
};
const SECOND = ([a, b, c], extra) => {
  if (a > 2 * b) return [["all-in", b], ["zero bet", 0]];
  const close = 3 * b >= 2 * a;
  return [
    a === 2 * b && ["lock-tie", b],
    ["all-in", b],
    close && b < 2 * c && 2 * c - b + extra <= 3 * b - 2 * a - extra && ["cover C within two-thirds", 2 * c - b + extra],
    close && ["two-thirds", 3 * b - 2 * a - extra],
    2 * c <= b && c > 0 && ["keep out C", b - 2 * c - extra],
    !close && ["reach A's missed cover", 2 * a - 3 * b + extra],
    ["overtake A", a - b + 1],
    c > 0 && ["stay level with C", b - c - extra],
    b < 2 * c && ["cover C", 2 * c - b + extra],
    ["zero bet", 0],
  ];
};
const THIRD = ([a, b, c], extra) => {
  const fall = 2 * (a - b);
  return [
    ["all-in", c],
    a <= 2 * b && c < fall && fall <= 2 * c && ["minimum rational bet", fall - c + extra],
    a <= 2 * b && c >= fall && ["stay above A's missed cover", c - fall - extra],
    3 * c >= 2 * b && ["two-thirds against B", 3 * c - 2 * b - extra],
    3 * c < 2 * b && ["reach B's missed cover", 2 * b - 3 * c + extra],
    2 * b - a >= c && ["reach B's missed overtake", 2 * b - a - c + extra],
    2 * c >= b && ["overtake B", b - c + 1],
    2 * c >= a && ["overtake A", a - c + 1],
    ["zero bet", 0],
  ];
};
const namedBets = (position) => {
  const order = placesOf(position),
    role = order.indexOf(position.me),
    ranked = order.map((seat) => Math.max(position.scores[seat], 0)),
    names = [LEADER, SECOND, THIRD][role](ranked, position.ties === "shared" ? 0 : 1);
  return names.filter((named) => named && named[1] >= 0 && named[1] <= ranked[role]);
};
// The best bet; one with a name comes first if it is within a tenth of a point.
const bestBet = (position, values) => {
  const top = values.reduce((best, value) => Math.max(best, value), 0);
  let chosen = null;
  for (const [name, bet] of namedBets(position))
    if (top - values[bet] <= MODEL.near_best && (!chosen || values[bet] > values[chosen.bet])) chosen = { name, bet };
  return chosen ?? { name: "", bet: values.indexOf(top) };
};
// The line of the card that fires, from 0; the first one is the lock game, which needs no list.
const firedRule = (era, role, ranked) => {
  if (ranked[0] > 2 * ranked[1]) return { line: 0, bet: null };
  const rules = MODEL.eras[era].rules[role],
    sum = (w) => w[0] * ranked[0] + w[1] * ranked[1] + w[2] * ranked[2],
    line = rules.findIndex((rule) => rule.if.every((w) => (w[3] ? sum(w) > 0 : sum(w) >= 0))),
    bet = rules[line].bet === null ? ranked[role] : sum(rules[line].bet) + rules[line].bet[3];
  return { line: line + 1, bet: Math.min(Math.max(bet, 0), ranked[role]) };
};
