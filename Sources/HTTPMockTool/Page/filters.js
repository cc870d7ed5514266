// The head of the page, the filters and the sorting.
const outcomes = {
  mocked: "mocked", unmocked: "unmocked", failed: "failed", refused: "refused", passthrough: "passed through",
  unfinished: "not ended", recorded: "recorded",
};
// The chosen outcome and the chosen type; empty for all.
let outcome = "";
let type = "";
let sorting = { column: "n", direction: 1 };

// Returns the text of an entry that the filter searches, in lower case.
function searched(entry) {
  if (entry.text === undefined) {
    entry.text = [entry.m, entry.u, entry.s, entry.mt, entry.e, entry.c, entry.p, entry.d.registration, entry.d.place, entry.d.text,
      ...entry.qh.flat(), ...entry.sh.flat(), entry.qb && entry.qb.text, entry.sb && entry.sb.text, ...(entry.ws || []).map((each) => each.text)].filter(Boolean).join("\n").toLowerCase();
  }
  return entry.text;
}

// Makes the texts for the search when the browser has nothing else to do, so that the first search is quick, too.
function prepareSearch(start) {
  if (!window.requestIdleCallback) return;
  requestIdleCallback((deadline) => {
    let index = start;
    while (index < log.entries.length && deadline.timeRemaining() > 1) searched(log.entries[index++]);
    if (index < log.entries.length) prepareSearch(index);
  });
}

// The values by which each column is sorted.
const columns = {
  n: (entry) => entry.n, m: (entry) => entry.m, u: (entry) => entry.u, s: (entry) => (entry.isTrouble ? -1 : entry.s), mt: typeName,
  sz: (entry) => entry.sz, tm: (entry) => entry.end - entry.start, start: (entry) => entry.start,
};

// Sorts by a column, at the second click in the opposite direction, and at the third in the order of the file.
function sortBy(column) {
  const isSame = sorting.column === column;
  if (!isSame) sorting = { column, direction: 1 };
  else if (sorting.direction > 0) sorting = { column, direction: -1 };
  else sorting = { column: "n", direction: 1 };
  for (const head of list.querySelectorAll("[role=columnheader]")) {
    if (head.dataset.column === sorting.column) head.setAttribute("aria-sort", sorting.direction > 0 ? "ascending" : "descending");
    else head.removeAttribute("aria-sort");
  }
  filter();
}

const hasOutcome = (entry, name) => !name || (name === "unplayable" ? entry.p !== undefined : entry.o === name);

function filter() {
  const text = byId("text").value.trim().toLowerCase();
  const [method, status] = ["method", "status"].map((id) => byId(id).value);
  shown = [];
  for (const [index, entry] of log.entries.entries()) {
    if (!hasOutcome(entry, outcome)) continue;
    if (type && family(entry) !== type) continue;
    if (method && entry.m !== method) continue;
    if (status && String(Math.floor(entry.s / 100)) !== status) continue;
    if (text && !searched(entry).includes(text)) continue;
    shown.push(index);
  }
  if (sorting.column !== "n" || sorting.direction < 0) {
    const key = columns[sorting.column];
    const keys = new Map(shown.map((index) => [index, key(log.entries[index])]));
    shown.sort((one, other) => {
      const [left, right] = [keys.get(one), keys.get(other)];
      if (left < right) return -sorting.direction;
      if (left > right) return sorting.direction;
      return one - other;
    });
  }
  positions = new Map(shown.map((index, position) => [index, position]));
  byId("nothing").hidden = shown.length > 0;
  list.setAttribute("aria-rowcount", shown.length + 1);
  const all = counted(log.entries.length, "request");
  byId("count").textContent = shown.length === log.entries.length ? all : shown.length + " of " + all;
  for (const each of byId("counts").querySelectorAll("[data-outcome]")) each.setAttribute("aria-pressed", String(each.dataset.outcome === outcome));
  for (const each of byId("types").children) each.setAttribute("aria-pressed", String(each.dataset.type === type));
  byId("type").value = type;
  showRows(true);
  if (positions.has(chosen)) reveal(chosen);
}

function chooseOutcome(name) {
  outcome = outcome === name ? "" : name;
  filter();
}

function chooseType(name) {
  type = name;
  filter();
}

function showHead() {
  byId("title").textContent = test && test.name ? test.name : log.file;
  byId("title").title = (isLog ? "Network log " : "Recording ") + log.file;
  if (test && ["passed", "failed"].includes(test.outcome)) byId("outcome").append(make("b", test.outcome, {}, test.outcome));
  const counts = byId("counts");
  const add = (number, label, isRed, action, attributes) => {
    const children = [make("b", "", {}, String(number)), " " + label];
    const item = action ? button(isRed && number ? "red" : "", "", action, attributes) : make("span", "", {});
    item.append(...children);
    counts.append(make("li", "", {}, item));
  };
  const pressed = (name) => ({ "aria-pressed": "false", "data-outcome": name });
  add(log.entries.length, log.entries.length === 1 ? "request" : "requests", false, () => chooseOutcome(""), pressed(""));
  for (const [name, label] of Object.entries(outcomes)) {
    const number = log.entries.filter((entry) => entry.o === name).length;
    const isAlwaysShown = test && ["mocked", "unmocked", "failed"].includes(name);
    const isOfSome = number > 0 && number < log.entries.length;
    const isRed = log.entries.some((entry) => entry.o === name && entry.isTrouble);
    if (isOfSome || isAlwaysShown) add(number, label, isRed, () => chooseOutcome(name), pressed(name));
  }
  const unplayable = log.entries.filter((entry) => entry.p !== undefined).length;
  if (!test && unplayable) add(unplayable, "can’t be played", false, () => chooseOutcome("unplayable"), pressed("unplayable"));
  if (test && test.unused.length) {
    add(test.unused.length, "unused", false, (event) => {
      const isHidden = byId("unused").toggleAttribute("hidden");
      event.currentTarget.setAttribute("aria-expanded", String(!isHidden));
    }, { "aria-expanded": "false", "aria-controls": "unused" });
  } else if (test) {
    add(0, "unused", false, null);
  }
  byId("unused").append(...(test ? test.unused : []).map((each) => make("li", "", {},
    make("code", "", {}, each.registration), make("span", "place", {}, each.place),
    make("span", "soft", {}, [each.response, each.served ? "served " + counted(each.served, "time") : "never requested"].filter(Boolean).join(", ")))));
}

function showFilters() {
  const present = ["JSON", "HTML", "CSS", "JS", "Image", "Text", "Other"].filter((name) => log.entries.some((entry) => family(entry) === name));
  for (const name of ["", ...present]) {
    byId("types").append(button("", name || "All", () => chooseType(name), { "data-type": name, "aria-pressed": "false" }));
    if (name) byId("type").append(make("option", "", { value: name }, name));
  }
  for (const method of [...new Set(log.entries.map((entry) => entry.m))].sort()) {
    byId("method").append(make("option", "", { value: method }, method || "none"));
  }
  const families = { 0: "No response", 1: "1xx", 2: "2xx", 3: "3xx", 4: "4xx", 5: "5xx" };
  const known = new Set(log.entries.map((entry) => Math.floor(entry.s / 100)));
  for (const [number, name] of Object.entries(families)) {
    if (known.has(Number(number))) byId("status").append(make("option", "", { value: number }, name));
  }
  // The list is filtered once the reader pauses, not at each letter.
  let waiting = 0;
  byId("text").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 60); });
  byId("type").addEventListener("change", () => chooseType(byId("type").value));
  for (const id of ["method", "status"]) byId(id).addEventListener("change", filter);
  for (const head of list.querySelectorAll("[role=columnheader]")) {
    const sort = head.querySelector("button");
    if (sort) sort.addEventListener("click", () => sortBy(head.dataset.column));
  }
}

byId("page").classList.toggle("without-times", !hasTimes);
showHead();
showFilters();
if (hasTimes) { showAxis(); watchAxis(); }
watchList();
watchPanel();
if (!log.entries.length) byId("nothing").textContent = "There is no request.";
filter();
const sum = log.entries.reduce((count, entry) => count + entry.sz, 0);
byId("sum").textContent = [counted(log.entries.length, "request"), bytes(sum), hasTimes ? milliseconds(total) : ""].filter(Boolean).join(" · ");

// Opens the request that a link names; returns whether there is one.
function openLinked() {
  const number = Number(location.hash.slice(1));
  const found = number ? log.entries.findIndex((entry) => entry.n === number) : -1;
  if (found >= 0) open(found);
  return found >= 0;
}
addEventListener("hashchange", openLinked);
// Without a link, the first unmocked request is opened, or else the first failure of a log.
if (!openLinked() && log.entries.length) {
  const unmocked = log.entries.findIndex((entry) => entry.o === "unmocked");
  const trouble = isLog ? log.entries.findIndex((entry) => entry.isTrouble) : -1;
  if (unmocked >= 0 || trouble >= 0) open(unmocked >= 0 ? unmocked : trouble, false); else choose(0);
}
prepareSearch(0);
