"use strict";
// The log, and the functions that the other files share. No text of the log ever becomes markup, because each text is
// the text of a node.
const log = JSON.parse(document.getElementById("log").textContent);

// A file may have any value anywhere, so each member is converted to the type that it should have.
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
  // A failure that is registered is expected by its test.
  entry.isExpectedFailure = entry.o === "failed" && entry.d.registration !== "";
  entry.isTrouble = ["unmocked", "refused"].includes(entry.o) || entry.o === "failed" && !entry.isExpectedFailure;
}
const test = log.test === null ? null : {
  name: asText(asObject(log.test).name), outcome: asText(asObject(log.test).outcome),
  unused: asList(asObject(log.test).unused).map(asRegistration),
};

// Whether the file is the log of a mock, and not a recording of a service.
const isLog = test !== null || log.entries.some((entry) => !["recorded", "failed"].includes(entry.o));

const byId = (id) => document.getElementById(id);

// Makes an element: its class, its attributes, and its children, which are elements or texts.
function make(name, className, attributes, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

function button(className, text, action, attributes) {
  const element = make("button", className, { type: "button", ...attributes }, text);
  element.addEventListener("click", action);
  return element;
}

// Returns a time with its unit.
function milliseconds(value) {
  if (value >= 10000) return (value / 1000).toFixed(1) + " s";
  if (value >= 1000) return (value / 1000).toFixed(2) + " s";
  if (value >= 10 || value === 0 || Number.isInteger(value)) return Math.round(value) + " ms";
  return value.toFixed(value >= 1 ? 1 : 2) + " ms";
}

// Returns a number of bytes with its unit.
function bytes(count) {
  if (count < 1000) return count + " B";
  const units = [["GB", 1e9], ["MB", 1e6], ["kB", 1e3]];
  const [unit, size] = units.find(([, least]) => count >= least);
  const value = count / size;
  return (value < 100 ? value.toFixed(1) : Math.round(value)) + " " + unit;
}

const counted = (count, one, several) => count + " " + (count === 1 ? one : several || one + "s");
const shortType = (type) => type.split(";")[0].trim().toLowerCase().replace(/^x-unknown$/, "");

// Returns the type of a body in one word, for the column and the filter.
function family(entry) {
  const type = shortType(entry.mt);
  if (/json/.test(type)) return "JSON";
  if (/html/.test(type)) return "HTML";
  if (/css/.test(type)) return "CSS";
  if (/javascript|ecmascript/.test(type)) return "JS";
  if (/^image\//.test(type)) return "Image";
  return /^text\/|xml/.test(type) ? "Text" : "Other";
}
const typeName = (entry) => entry.ws ? "websocket" : shortType(entry.mt).replace(/^.*\//, "").replace(/^(x-|vnd\.)/, "").replace(/^plain$/, "text").replace(/^octet-stream$/, "binary").replace(/\+xml$/, "");

// Announces a text to screen readers.
function news(text) { byId("news").textContent = text; }

async function copy(text, label) {
  let isCopied = false;
  const focused = document.activeElement;
  try {
    await navigator.clipboard.writeText(text);
    isCopied = true;
  } catch {
    // Without the permission, the older way still works in most browsers.
    const area = make("textarea", "quiet", { "aria-label": label });
    area.value = text;
    document.body.append(area);
    area.select();
    isCopied = document.execCommand("copy");
    area.remove();
    if (focused) focused.focus();
  }
  news(isCopied ? label + ": copied" : "The browser refused to copy");
  return isCopied;
}

function copyButton(name, label, text) {
  const element = button("plain", name, async () => {
    element.textContent = (await copy(typeof text === "function" ? text() : text, label)) ? "Copied" : "Not copied";
    setTimeout(() => { element.textContent = name; }, 1600);
  }, { "aria-label": label });
  return element;
}

// The theme: the system's, unless the button has chosen one. A browser may have no storage for a file.
const themeKey = "http-mock-theme";
function rememberedTheme() {
  try { return localStorage.getItem(themeKey); } catch { return null; }
}
function rememberTheme() {
  try { localStorage.setItem(themeKey, theme); } catch { /* The theme lasts as long as the page. */ }
}
const darkSystem = matchMedia("(prefers-color-scheme: dark)");
let theme = ["light", "dark"].includes(rememberedTheme()) ? rememberedTheme() : "auto";
function showTheme() {
  const isDark = theme === "dark" || theme === "auto" && darkSystem.matches;
  document.documentElement.toggleAttribute("data-dark", isDark);
  byId("theme").textContent = "Theme: " + theme;
}
darkSystem.addEventListener("change", showTheme);
byId("theme").addEventListener("click", () => {
  theme = { auto: "light", light: "dark", dark: "auto" }[theme];
  rememberTheme();
  showTheme();
});
showTheme();
