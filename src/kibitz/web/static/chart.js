// The figures under the pointer, by mouse, touch and arrow keys; a click asks about that choice.
const SVG = "http://www.w3.org/2000/svg";
const heard = new WeakMap(); // what to do for each chart once its answer was renewed
const ready = (chart) => {
  if (chart.tabIndex < 0) chart.tabIndex = 0;
  if (heard.has(chart)) {
    heard.get(chart)();
    return;
  }
  const box = chart.viewBox.baseVal,
    holder = chart.parentElement.parentElement;
  let points = [],
    parsed = "",
    at = -1,
    line,
    tip;
  const known = () => {
    if (parsed !== chart.dataset.hover) points = JSON.parse((parsed = chart.dataset.hover));
  }; // read when somebody points
  const show = (index) => {
    known();
    at = Math.max(0, Math.min(points.length - 1, index));
    const [x, y, , words, worth, loss] = points[at];
    if (!line?.isConnected) line = chart.appendChild(document.createElementNS(SVG, "path"));
    line.setAttribute("class", "pointer");
    line.setAttribute("d", `M${x} ${chart.dataset.top}V${chart.dataset.bottom}`);
    if (!tip?.isConnected) tip = holder.appendChild(Object.assign(document.createElement("div"), { className: "tip" }));
    tip.textContent = `${words}: ${worth}${loss === "0" ? ", as good as the best" : ` (costs ${loss})`}`;
    const scale = chart.clientWidth / box.width,
      half = tip.offsetWidth / 2;
    tip.style.left = `${Math.max(half, Math.min(chart.clientWidth - half, x * scale))}px`;
    tip.style.top = `${Math.min((y + 16) * scale, (chart.dataset.bottom - 30) * scale)}px`;
  };
  heard.set(chart, () => {
    if (line && !line.isConnected) show(at);
  });
  const hide = () => {
    line?.remove();
    tip?.remove();
    line = tip = undefined;
  };
  const nearest = (event) => {
    const frame = chart.getBoundingClientRect(),
      x = ((event.clientX - frame.left) / frame.width) * box.width;
    known();
    let best = 0;
    for (let i = 1; i < points.length; i++) if (Math.abs(points[i][0] - x) < Math.abs(points[best][0] - x)) best = i;
    return best;
  };
  chart.addEventListener("pointermove", (event) => show(nearest(event)));
  chart.addEventListener("pointerleave", hide);
  chart.addEventListener("blur", hide);
  const choose = () => {
    known();
    document.dispatchEvent(new CustomEvent("chosen", { detail: points[Math.min(at, points.length - 1)][2] }));
  };
  chart.addEventListener("click", (event) => {
    show(nearest(event));
    choose();
  });
  chart.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      event.preventDefault();
      show(at + step * (event.shiftKey ? 10 : 1));
    }
    if (event.key === "Enter" && at >= 0) choose();
  });
};
const all = () => document.querySelectorAll(".chart[data-hover]").forEach(ready);
all();
document.addEventListener("answered", all);
