// Update a part of a page in place, node by node. Unchanged nodes keep focus, open folds and typed text,
// and the browser redraws only what changed.
const element = (node) => node.nodeType === Node.ELEMENT_NODE;
// Panels are matched by their title, wherever they are.
const title = (node) => (node.nodeName === "SECTION" ? node.getAttribute("aria-label") : null);
// Content that is replaced whole: a template, or an element whose script draws in it.
const whole = (node) => node.nodeName === "TEMPLATE" || (element(node) && node.hasAttribute("data-ready"));
const alike = (held, fresh) => held.nodeName === fresh.nodeName && title(held) === title(fresh) && !whole(held);

const renewNode = (held, fresh) => {
  if (held.isEqualNode(fresh)) return;
  if (!element(held)) {
    held.data = fresh.data;
    return;
  }
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name);
    if (held.getAttribute(name) !== value) held.setAttribute(name, value);
  }
  for (const name of held.getAttributeNames()) {
    const opened = name === "open" && held.nodeName === "DETAILS";
    if (!opened && !fresh.hasAttribute(name)) held.removeAttribute(name);
  }
  renew(held, fresh);
};

export const renew = (held, fresh) => {
  let at = held.firstChild,
    next;
  const drop = () => {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  };
  for (let node = fresh.firstChild; node; node = next) {
    next = node.nextSibling;
    let twin = at;
    if (title(node)) while (twin && !alike(twin, node)) twin = twin.nextSibling;
    if (!twin || !alike(twin, node)) {
      held.insertBefore(node, at);
      continue;
    }
    while (at !== twin) drop();
    at = at.nextSibling;
    renewNode(twin, node);
  }
  while (at) drop();
};

export const fragment = (text) => {
  const made = document.createElement("template");
  made.innerHTML = text;
  return made.content;
};
