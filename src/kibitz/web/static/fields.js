// What people write into fields: money and chances in every form, and an error at the field that it is about.
export const readMoney = (text) => {
  const plain = text.replace(/−/g, "-").replace(/[$\s]/g, "");
  if (/^-?\d+([.,]\d+)?k$/i.test(plain)) return Math.round(1000 * parseFloat(plain.replace(",", ".")));
  if (/^-?\d{1,3}([.,]\d{3})+$/.test(plain)) return Number(plain.replace(/[.,]/g, ""));
  return /^-?\d+$/.test(plain) ? Number(plain) : NaN;
};
export const formatMoney = (dollars) => `${dollars < 0 ? "−" : ""}$${Math.abs(dollars).toLocaleString("en-US")}`;
// 70, 70 %, .7, 0,7 and 7/10 are all 0.7. From 2 on a bare number means per cent.
export const readChance = (text) => {
  const plain = text.replace(/\s/g, "").replace(/^(0?|\d{1,2}),(\d+%?)$/, "$1.$2"),
    parts = plain.match(/^(\d+\.?\d*)\/(\d+\.?\d*)$/),
    number = /^(\d+\.?\d*|\.\d+)%?$/.test(plain) ? parseFloat(plain) : NaN;
  if (parts) return parts[1] / parts[2];
  return plain.endsWith("%") || number >= 2 ? number / 100 : number;
};
// Scores pasted as one text: by blanks or semicolons, so that commas may group digits, else by commas.
const splitScores = (text) => {
  const parts = text
    .trim()
    .split(/[\s;/|_]+/)
    .map((part) => part.replace(/,$/, ""));
  return parts.length > 1 ? parts : text.split(",");
};
// A pasted text with one score for each field fills them all.
export const pasteScores = (event) => {
  if (!event.target.matches?.("[name=scores][data-money]")) return;
  const fields = [...event.target.form.querySelectorAll("[name=scores][data-money]")],
    scores = splitScores(event.clipboardData.getData("text")).map(readMoney);
  if (scores.length < 2 || scores.length > fields.length || scores.some(Number.isNaN)) return;
  event.preventDefault();
  scores.forEach((score, i) => {
    fields[i].value = formatMoney(score);
  });
  fields[scores.length - 1].dispatchEvent(new Event("input", { bubbles: true }));
};
// A press on a score or a chance selects it, so that typing replaces it. Lifting the finger must not undo that.
let entered = null;
export const selectOnFocus = ({ target }) => {
  if (!target.matches?.("input[data-money], input.chance")) return;
  entered = target;
  target.select();
};
export const keepSelection = (event) => {
  if (event.target === entered) event.preventDefault();
  entered = null;
};

export const clearError = (form) => {
  for (const input of form.querySelectorAll("[aria-invalid]")) {
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
  }
  form.querySelectorAll(".field-error").forEach((each) => each.remove());
};
// Repeat the sentence of an error under its field, mark the field, open what hides it, and bring it into view.
export const showError = (form, alert) => {
  clearError(form);
  const name = alert?.dataset.field,
    all = name ? [...form.elements].filter((each) => each.name === name && each.type !== "hidden") : [],
    unread = all.filter((each) => each.matches("[data-money]") && Number.isNaN(readMoney(each.value))),
    inputs = unread.length ? unread : all;
  if (!inputs.length) {
    alert?.scrollIntoView({ block: "nearest" });
    return;
  }
  const text = document.createElement("p");
  text.className = "field-error";
  text.id = `error-${name}`;
  text.textContent = alert.textContent.trim();
  (inputs[0].closest(".field") ?? inputs[0].parentElement).append(text);
  for (const input of inputs) {
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", text.id);
  }
  for (let fold = text.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  text.scrollIntoView({ block: "nearest" });
};
