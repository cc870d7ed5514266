// The waterfall: its times are milliseconds since the first request, on the clock of the mock if that was not the real one.
const hasOwnClock = log.entries.some((entry) => entry.a !== undefined);
const starts = log.entries.map((entry) => (hasOwnClock ? entry.a : Date.parse(entry.t)));
const first = starts.reduce((least, time) => (time < least ? time : least), Infinity);
let previous = 0;
for (const [index, entry] of log.entries.entries()) {
  entry.start = Number.isFinite(starts[index]) && Number.isFinite(first) ? starts[index] - first : previous;
  previous = entry.start;
  entry.end = entry.start + Math.max(entry.tm, entry.w + entry.r);
}
const hasTimes = log.entries.some((entry) => entry.tm > 0 || entry.w > 0 || entry.r > 0 || hasOwnClock && entry.start > 0);
const total = log.entries.reduce((latest, entry) => (entry.end > latest ? entry.end : latest), 0) || 1;
const share = (time) => (100 * time / total).toFixed(3) + "%";

function showAxis() {
  if (!hasTimes) return byId("page").classList.add("without-times");
  const rough = total / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= rough);
  document.documentElement.style.setProperty("--step", share(step));
  for (let time = 0; time < total * .97; time += step) {
    const tick = make("span", "", {}, time === 0 ? "0" : milliseconds(Number(time.toPrecision(6))));
    tick.style.left = share(time);
    byId("axis").append(tick);
  }
}

// A redirect and the request that follows it.
function joinRedirects() {
  for (const [index, entry] of log.entries.entries()) {
    if (entry.s < 300 || entry.s > 399) continue;
    const location = (entry.sh.find(([name]) => name.toLowerCase() === "location") || [])[1];
    if (!location) continue;
    let target;
    try { target = new URL(location, entry.u).href; } catch { continue; }
    const isNext = (other) => { try { return new URL(other.u).href === target; } catch { return false; } };
    const limit = Math.min(index + 50, log.entries.length);
    for (let next = index + 1; next < limit; next += 1) {
      if (log.entries[next].from === undefined && isNext(log.entries[next])) {
        log.entries[next].from = index;
        entry.to = next;
        break;
      }
    }
  }
}

function part(kind, from, to) {
  const element = make("i", "part " + kind);
  element.style.left = share(from);
  if (to !== undefined) element.style.width = share(to - from);
  return element;
}

function join(kind, time) {
  const element = make("i", "join " + kind);
  element.style.left = share(time);
  return element;
}

function waterfall(entry, index) {
  const fall = make("span", "fall", { "aria-hidden": "true" });
  const head = entry.start + entry.w;
  const hasBody = entry.end - head > 0.0005;
  fall.append(part(hasBody ? "wait" : "wait last", entry.start, head));
  if (hasBody) fall.append(part("body", head, entry.end));
  if (entry.s) fall.append(part("head", head));
  if (entry.to !== undefined) fall.append(join("down", log.entries[entry.to].start));
  if (entry.from !== undefined) fall.append(join("up", entry.start));
  for (const next of through[index] || []) fall.append(join("through", log.entries[next].start));
  return fall;
}
// For each row between a redirect and its target, the targets.
const through = [];

function shortType(type) { return type.split(";")[0].trim().replace(/^x-unknown$/, ""); }

function summary(entry) {
  const status = entry.s ? "status " + entry.s : "no response";
  const times = hasTimes ? ", " + milliseconds(entry.end - entry.start) : "";
  const playable = entry.p ? ", can't be played" : "";
  return "Request " + entry.n + ", " + entry.m + " " + entry.u + ", " + status + ", " + outcomes[entry.o] + times + playable;
}

function row(entry, index) {
  const match = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/is.exec(entry.u);
  const [host, path] = match ? [match[1].replace(/^https?:\/\//, ""), match[2] || "/"] : ["", entry.u];
  const status = entry.s ? String(entry.s) : entry.o === "unfinished" ? "…" : "failed";
  const family = entry.s ? "s" + Math.floor(entry.s / 100) : entry.o === "unfinished" ? "" : "s0";
  const mark = { unmocked: " unmocked", refused: " refused" }[entry.o] || "";
  const button = make("button", "row", {
    type: "button", id: "row-" + index, tabindex: "-1", "aria-expanded": "false", "aria-label": summary(entry),
  },
    make("span", "number", {}, String(entry.n)), make("span", "method", {}, entry.m || "–"),
    make("span", "url", { title: entry.u }, make("span", "host", {}, host), make("span", "path", {}, path)),
    make("span", "status " + family, {}, status + mark), make("span", "type", {}, shortType(entry.mt)),
    make("span", "size", {}, bytes(entry.sz)), make("span", "time", {}, hasTimes ? milliseconds(entry.end - entry.start) : ""),
    hasTimes ? waterfall(entry, index) : null);
  const item = make("li", entry.o + (entry.from !== undefined ? " hop" : ""), {}, button);
  item.dataset.index = index;
  return item;
}

function showTip(index) {
  const entry = log.entries[index];
  const figures = [["Starts after", entry.start], ["Waiting for the head", entry.w], ["Body", Math.max(entry.end - entry.start - entry.w, 0)],
    ["Total", entry.end - entry.start]];
  const tip = byId("tip");
  tip.replaceChildren(make("dl", "", {}, ...figures.flatMap(([name, time]) => [make("dt", "", {}, name), make("dd", "", {}, milliseconds(time))])));
  tip.hidden = false;
  const box = byId("row-" + index).querySelector(".fall").getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const isBelow = box.bottom + size.height + 8 < innerHeight;
  tip.style.left = Math.max(8, Math.min(box.left + 8, innerWidth - size.width - 8)) + "px";
  tip.style.top = (isBelow ? box.bottom + 4 : box.top - size.height - 4) + "px";
}
function hideTip() { byId("tip").hidden = true; }
