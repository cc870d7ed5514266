"use strict";
// The log, and the parts of the page that the other files fill. No text of the log ever becomes markup: each one is the
// text of a node.
const log = JSON.parse(document.getElementById("log").textContent);

// A file may have any value anywhere, so each member is read as the type that it should have.
const asText = (value) => (typeof value === "string" ? value : typeof value === "number" ? String(value) : "");
const asList = (value) => (Array.isArray(value) ? value : []);
const asObject = (value) => (value !== null && typeof value === "object" && !Array.isArray(value) ? value : {});
function asRegistration(value) {
  const { registration, place, verdict, parts, response, served } = asObject(value);
  return {
    registration: asText(registration), place: asText(place), verdict: asText(verdict), response: asText(response),
    served: Number(served) || 0,
    parts: asList(parts).map(asObject).map((part) => ({ part: asText(part.part), matches: part.matches === true, reason: asText(part.reason) })),
  };
}
for (const entry of log.entries) {
  const own = asObject(entry.d);
  const found = asObject(own.diagnosis);
  entry.d = {
    ...asRegistration(own), error: asText(own.error), text: asText(found.text), nearest: asList(found.nearest).map(asRegistration),
    notes: asList(found.notes).concat(asList(found.problems)).map(asText), fix: asList(found.fix).map(asText),
  };
}
const test = log.test === null ? null : {
  name: asText(asObject(log.test).name), outcome: asText(asObject(log.test).outcome),
  unused: asList(asObject(log.test).unused).map(asRegistration),
};

const byId = (id) => document.getElementById(id);

// Makes an element: its class, its attributes, and its children, which are elements or texts.
function make(name, className, attributes, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

const outcomes = {
  mocked: "mocked", unmocked: "unmocked", failed: "failed", passthrough: "passed through", refused: "refused",
  unfinished: "not finished", recorded: "recorded",
};

function milliseconds(value) {
  if (value >= 10000) return (value / 1000).toFixed(1) + " s";
  if (value >= 1000) return (value / 1000).toFixed(2) + " s";
  if (value >= 10 || value === 0 || Number.isInteger(value)) return Math.round(value) + " ms";
  return value.toFixed(value >= 1 ? 1 : 2) + " ms";
}

function bytes(count) {
  if (count < 1000) return count + " B";
  const [value, unit] = count < 1e6 ? [count / 1e3, "kB"] : count < 1e9 ? [count / 1e6, "MB"] : [count / 1e9, "GB"];
  return (value < 100 ? value.toFixed(1) : Math.round(value)) + " " + unit;
}

function copyButton(text, label) {
  const button = make("button", "copy", { type: "button", "aria-label": label }, "Copy");
  button.addEventListener("click", async () => {
    let isCopied = false;
    try {
      await navigator.clipboard.writeText(text);
      isCopied = true;
    } catch {
      // Without the permission, the older way still works in most browsers.
      const area = make("textarea", "quiet");
      area.value = text;
      document.body.append(area);
      area.select();
      isCopied = document.execCommand("copy");
      area.remove();
      button.focus();
    }
    button.textContent = isCopied ? "Copied" : "Not copied";
    byId("news").textContent = isCopied ? label + ": copied" : "The browser refused to copy";
    setTimeout(() => { button.textContent = "Copy"; }, 1600);
  });
  return button;
}

// The theme: the system's, unless the button has chosen one.
const darkSystem = matchMedia("(prefers-color-scheme: dark)");
let theme = "auto";
function showTheme() {
  const isDark = theme === "dark" || theme === "auto" && darkSystem.matches;
  document.documentElement.toggleAttribute("data-dark", isDark);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  const name = theme[0].toUpperCase() + theme.slice(1);
  byId("theme").textContent = "Theme: " + name;
}
darkSystem.addEventListener("change", showTheme);
byId("theme").addEventListener("click", () => {
  theme = { auto: "light", light: "dark", dark: "auto" }[theme];
  showTheme();
});
showTheme();

// The head: the test, its outcome, and the numbers, some of which are filters.
function count(outcome) { return log.entries.filter((entry) => entry.o === outcome).length; }
function showTop() {
  const isLog = log.entries.some((entry) => !["recorded", "failed"].includes(entry.o));
  byId("kind").textContent = (test || isLog ? "Network log · " : "Recorded requests · ") + log.file + (hasOwnClock ? " · times of the mock’s clock" : "");
  const title = byId("title");
  title.textContent = test && test.name ? test.name : log.file;
  const signs = { passed: "✓ passed", failed: "✕ failed" };
  if (test && signs[test.outcome]) {
    title.append(make("span", "outcome " + test.outcome, {}, signs[test.outcome]));
  }
  const tiles = byId("tiles");
  const add = (name, label, value, isFilter) => {
    const children = [make("b", "", {}, String(value)), make("span", "", {}, label)];
    const className = "tile " + name + (value > 0 ? " some" : "");
    const tile = isFilter
      ? make("button", className, { type: "button", "aria-pressed": "false", "data-outcome": name }, ...children)
      : make("div", className, {}, ...children);
    if (isFilter) tile.addEventListener("click", () => chooseOutcome(byId("outcome").value === name ? "" : name));
    tiles.append(make("li", "", {}, tile));
  };
  add("all", log.entries.length === 1 ? "request" : "requests", log.entries.length, false);
  for (const name of Object.keys(outcomes)) {
    const number = count(name);
    const isAlwaysShown = test && ["mocked", "unmocked", "failed"].includes(name);
    if (number > 0 && number < log.entries.length || isAlwaysShown) add(name, outcomes[name], number, true);
    if (number > 0) byId("outcome").append(make("option", "", { value: name }, outcomes[name]));
  }
  const unused = test ? test.unused : [];
  if (test) add("unused", unused.length === 1 ? "unused response" : "unused", unused.length, false);
  const unplayable = log.entries.filter((entry) => entry.p).length;
  if (!test && unplayable) add("unplayable", "can't be played", unplayable, false);
  if (unused.length) showUnused(unused);
}

function showUnused(unused) {
  const items = unused.map((each) => make("li", "", {},
    make("span", "code", {}, each.registration),
    make("span", "", {}, [each.response, each.served ? "served " + each.served + (each.served === 1 ? " time" : " times") : "never requested"]
      .filter(Boolean).join(" · ")),
    each.place ? make("span", "where", {}, each.place) : null));
  byId("unused").append(
    make("details", "unused", {},
      make("summary", "", {}, unused.length === 1 ? "1 response was never requested" : unused.length + " registrations have responses that were never requested"),
      make("ul", "", {}, ...items)));
}
