// The list: only the rows that can be seen are in the document, so that the cost of the list does not grow with the log.
// A page that is printed has all rows.

// The indices of the entries that pass the filters, sorted, and the position of each index.
let shown = [];
let positions = new Map();
// The index of the chosen entry; -1 without one.
let chosen = -1;
// The rows in the document by the indices of their entries.
const elements = new Map();
let isPrinting = false;
// The number of rows before and after those that can be seen, so that a scrolled list has no gap.
const spareRows = 4;

const narrow = matchMedia("(max-width: 600px)");
// The heights of `.row` in the style.
const rowHeight = () => (narrow.matches ? 48 : 24);

function address(entry) {
  if (!entry.address) {
    const match = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/is.exec(entry.u);
    entry.address = match ? { host: match[1].replace(/^https?:\/\//, ""), path: match[2] || "/" } : { host: "", path: entry.u };
  }
  return entry.address;
}

// Makes the cell of a URL; if a path is too long, its start is cut, so that its end is always readable.
function shortened(entry, position) {
  const { host, path } = address(entry);
  const hostBefore = position > 0 ? address(log.entries[shown[position - 1]]).host : "";
  // The last 22 characters are usually enough to tell paths apart.
  const endLength = Math.min(22, Math.ceil(path.length / 2));
  const cell = make("div", "url", { role: "gridcell", title: entry.u, "aria-label": entry.u });
  if (entry.from !== undefined) cell.append(make("span", "hop", { title: "Redirected from request " + log.entries[entry.from].n }, "↳"));
  if (host !== hostBefore) cell.append(make("span", "host", {}, host));
  cell.append(make("span", "start", {}, path.slice(0, path.length - endLength)), make("span", "end", {}, make("bdi", "", {}, path.slice(path.length - endLength))));
  return cell;
}

function statusText(entry) {
  if (entry.o === "unmocked") return "unmocked";
  if (entry.o === "refused") return "refused";
  if (entry.o === "unfinished") return "not ended";
  if (entry.isExpectedFailure) return entry.s ? entry.s + ", fails" : "fails";
  if (entry.o === "failed") return "failed";
  return entry.s ? String(entry.s) : "none";
}

function statusClass(entry) {
  if (entry.isTrouble) return "status bad";
  if (entry.s >= 400) return "status note";
  return entry.s >= 200 && entry.s < 300 ? "status" : "status soft";
}

function row(index, position) {
  const entry = log.entries[index];
  const cell = (className, text, label) => make("div", className, { role: "gridcell", "aria-label": label }, text);
  const element = make("div", "row" + (entry.isTrouble ? " red" : ""), {
    role: "row", id: "row-" + index, "aria-rowindex": position + 2, "aria-selected": String(index === chosen),
  },
    cell("number", String(entry.n)), cell("method " + (/^[A-Z]+$/.test(entry.m) ? entry.m : ""), entry.m || "–"), shortened(entry, position),
    cell(statusClass(entry), statusText(entry), entry.isTrouble && entry.s ? statusText(entry) + ", " + entry.s : null),
    cell("type", typeName(entry)), cell("size", bytes(entry.sz)),
    hasTimes ? cell("time", milliseconds(entry.end - entry.start)) : null, hasTimes ? waterfall(entry) : null);
  element.dataset.index = index;
  element.style.top = position * rowHeight() + "px";
  return element;
}

// Puts the rows that can be seen into the document; makes all of them again after a new list, size or range of time.
function showRows(isNew) {
  if (isNew) {
    elements.clear();
    rows.replaceChildren();
    rows.style.height = shown.length * rowHeight() + "px";
  }
  const height = rowHeight();
  const head = narrow.matches ? 0 : 24;
  const start = isPrinting ? 0 : Math.max(0, Math.floor((list.scrollTop - head) / height) - spareRows);
  const end = isPrinting ? shown.length : Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / height) + spareRows);
  for (const [index, element] of elements) {
    const position = positions.get(index);
    if (position < start || position >= end) { element.remove(); elements.delete(index); }
  }
  const added = document.createDocumentFragment();
  for (let position = start; position < end; position += 1) {
    const index = shown[position];
    if (elements.has(index)) continue;
    const element = row(index, position);
    elements.set(index, element);
    added.append(element);
  }
  rows.append(added);
  if (elements.has(chosen)) list.setAttribute("aria-activedescendant", "row-" + chosen); else list.removeAttribute("aria-activedescendant");
}

// Scrolls no more than needed for the row of an entry to be seen.
function reveal(index) {
  const head = list.querySelector(".columns").offsetHeight;
  const top = positions.get(index) * rowHeight();
  if (top < list.scrollTop) list.scrollTop = top;
  const room = list.clientHeight - head - rowHeight();
  if (top > list.scrollTop + room) list.scrollTop = top - room;
  showRows(false);
}

function choose(index) {
  const before = elements.get(chosen);
  if (before) before.setAttribute("aria-selected", "false");
  chosen = index;
  if (!positions.has(index)) return showRows(false);
  reveal(index);
  const element = elements.get(index);
  if (element) element.setAttribute("aria-selected", "true");
  if (!byId("panel").hidden) showDetails(index);
}

// Chooses the row that is `by` rows further; without a chosen row, counts from the first row or from the last.
function move(by) {
  if (!shown.length) return;
  const outside = by > 0 ? -1 : shown.length;
  const position = positions.has(chosen) ? positions.get(chosen) : outside;
  choose(shown[Math.max(0, Math.min(shown.length - 1, position + by))]);
  if (!byId("panel").hidden) setLink("#" + log.entries[chosen].n);
}

// Opens the next or the previous failed or unmocked request, in the order of the list.
function moveToTrouble(direction) {
  const outside = direction > 0 ? -1 : shown.length;
  let position = (positions.has(chosen) ? positions.get(chosen) : outside) + direction;
  for (; position >= 0 && position < shown.length; position += direction) {
    if (log.entries[shown[position]].isTrouble) return open(shown[position]);
  }
  news(direction > 0 ? "No further failure" : "No earlier failure");
}

function watchList() {
  list.addEventListener("scroll", () => { hideTip(); showRows(false); }, { passive: true });
  addEventListener("resize", () => showRows(true));
  addEventListener("beforeprint", () => { isPrinting = true; showRows(true); });
  addEventListener("afterprint", () => { isPrinting = false; showRows(true); });
  const indexOf = (event) => { const element = event.target.closest(".row"); return element ? Number(element.dataset.index) : -1; };
  rows.addEventListener("click", (event) => { if (indexOf(event) >= 0) open(indexOf(event)); });
  rows.addEventListener("mousemove", (event) => {
    if (event.target.closest(".fall") && indexOf(event) >= 0) showTip(indexOf(event), event.clientX, event.clientY); else hideTip();
  });
  rows.addEventListener("mouseleave", hideTip);
  list.addEventListener("blur", hideTip);
}

// The rows that a key moves by.
const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -Infinity, End: Infinity };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  const isInList = event.target === list || event.target === document.body;
  if (event.key === "Escape") {
    hideTip();
    if (event.target === byId("text") && byId("text").value) { byId("text").value = ""; filter(); } else close();
  } else if (isTyping) {
    return;
  } else if (event.key in steps && isInList) {
    event.preventDefault();
    move(Math.max(-shown.length, Math.min(shown.length, steps[event.key])));
    const fall = byId("panel").hidden && elements.get(chosen) && elements.get(chosen).querySelector(".fall");
    if (fall) { const box = fall.getBoundingClientRect(); showTip(chosen, box.left, box.bottom - 14); }
  } else if (event.key === "Enter" && isInList) {
    if (chosen >= 0) open(chosen);
  } else if (["ArrowLeft", "ArrowRight"].includes(event.key) && isInList) {
    pan(event.key === "ArrowLeft" ? -1 : 1);
  } else {
    const action = {
      "/": () => byId("text").focus(), n: () => moveToTrouble(1), p: () => moveToTrouble(-1),
      "+": () => zoomBy(.5), "=": () => zoomBy(.5), "-": () => zoomBy(2), 0: () => zoom(0, total),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
});
