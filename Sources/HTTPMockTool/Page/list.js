// The list of rows: opening, filters and keys.
const list = byId("list");
const items = [];
let current = 0;

function showList() {
  joinRedirects();
  for (const [index, entry] of log.entries.entries()) {
    if (entry.to === undefined) continue;
    for (let between = index + 1; between < entry.to; between += 1) (through[between] ||= []).push(entry.to);
  }
  for (const [index, entry] of log.entries.entries()) items.push(row(entry, index));
  list.append(...items);
}

function toggle(index, isOpen = !items[index].classList.contains("open")) {
  const item = items[index];
  const button = item.firstElementChild;
  item.classList.toggle("open", isOpen);
  button.setAttribute("aria-expanded", String(isOpen));
  if (isOpen && !item.lastElementChild.classList.contains("more")) item.append(details(log.entries[index]));
  const more = item.children[1];
  if (more) more.hidden = !isOpen;
}

function choose(index, isFocused) {
  if (items[current]) items[current].firstElementChild.tabIndex = -1;
  current = index;
  const button = items[index].firstElementChild;
  button.tabIndex = 0;
  if (isFocused) { button.focus({ preventScroll: true }); button.scrollIntoView({ block: "nearest" }); }
}

function move(by) {
  let index = current;
  for (let left = Math.abs(by); left > 0; ) {
    const next = index + Math.sign(by);
    if (!items[next]) break;
    index = next;
    if (!items[index].hidden) { left -= 1; if (left === 0) break; }
  }
  while (items[index] && items[index].hidden) index -= Math.sign(by);
  if (items[index]) choose(index, true);
}

// Filters
function searched(entry) {
  if (entry.text === undefined) {
    entry.text = [entry.m, entry.u, entry.s, entry.mt, entry.e, entry.c, entry.p, entry.d.registration, entry.d.place, entry.d.text,
      ...entry.qh.flat(), ...entry.sh.flat(), entry.qb && entry.qb.text, entry.sb && entry.sb.text].filter(Boolean).join("\n").toLowerCase();
  }
  return entry.text;
}

function filter() {
  const text = byId("text").value.trim().toLowerCase();
  const [method, status, outcome] = ["method", "status", "outcome"].map((id) => byId(id).value);
  let shown = 0;
  for (const [index, entry] of log.entries.entries()) {
    const isShown = (!method || entry.m === method) && (!status || String(Math.floor(entry.s / 100)) === status)
      && (!outcome || entry.o === outcome) && (!text || searched(entry).includes(text));
    if (items[index].hidden === isShown) items[index].hidden = !isShown;
    if (isShown) shown += 1;
  }
  byId("nothing").hidden = shown > 0;
  byId("count").textContent = shown === log.entries.length
    ? shown + (shown === 1 ? " request" : " requests") : shown + " of " + log.entries.length + " requests";
  if (items[current] && items[current].hidden) {
    const visible = items.findIndex((item) => !item.hidden);
    if (visible >= 0) choose(visible, false);
  }
  for (const tile of document.querySelectorAll("button.tile")) tile.setAttribute("aria-pressed", String(tile.dataset.outcome === outcome));
}

function chooseOutcome(outcome) {
  byId("outcome").value = outcome;
  filter();
}

function showFilters() {
  for (const method of [...new Set(log.entries.map((entry) => entry.m))].sort()) {
    byId("method").append(make("option", "", { value: method }, method || "none"));
  }
  const families = { 0: "no response", 1: "1xx", 2: "2xx", 3: "3xx", 4: "4xx", 5: "5xx" };
  const known = new Set(log.entries.map((entry) => Math.floor(entry.s / 100)));
  for (const [family, name] of Object.entries(families)) {
    if (known.has(Number(family))) byId("status").append(make("option", "", { value: family }, name));
  }
  let waiting = 0;
  byId("text").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 80); });
  for (const id of ["method", "status", "outcome"]) byId(id).addEventListener("change", filter);
}

const indexOf = (node) => { const item = node.closest && node.closest(".list > li"); return item ? Number(item.dataset.index) : -1; };
list.addEventListener("click", (event) => {
  const button = event.target.closest(".row");
  if (!button) return;
  choose(indexOf(button), false);
  toggle(indexOf(button));
});
list.addEventListener("keydown", (event) => {
  if (!event.target.classList.contains("row") || event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -Infinity, End: Infinity };
  if (event.key in steps) {
    move(Math.max(-items.length, Math.min(items.length, steps[event.key])));
  } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    toggle(current, event.key === "ArrowRight");
  } else return;
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    byId("text").focus();
  } else if (event.key === "Escape") {
    hideTip();
    if (event.target === byId("text")) { byId("text").value = ""; filter(); }
    else if (indexOf(event.target) >= 0) { choose(indexOf(event.target), true); toggle(current, false); }
  }
});
if (hasTimes) {
  list.addEventListener("focusin", (event) => {
    if (event.target.matches(".row:focus-visible")) showTip(indexOf(event.target)); else hideTip();
  });
  list.addEventListener("focusout", hideTip);
  list.addEventListener("mouseover", (event) => {
    if (event.target.closest(".fall")) showTip(indexOf(event.target)); else hideTip();
  });
  list.addEventListener("mouseleave", hideTip);
  addEventListener("scroll", hideTip, { passive: true });
}

showTop();
showAxis();
showList();
showFilters();
filter();
const wanted = Number(location.hash.slice(1));
const start = log.entries.findIndex((entry) => (wanted ? entry.n === wanted : ["unmocked", "failed", "refused", "unfinished"].includes(entry.o)));
if (items.length) {
  choose(Math.max(start, 0), false);
  if (start >= 0 || items.length === 1) toggle(Math.max(start, 0), true);
  if (wanted && start >= 0) items[start].scrollIntoView();
}
