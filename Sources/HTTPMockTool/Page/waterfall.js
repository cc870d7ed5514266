// The waterfall. Times are milliseconds since the first request, on the clock of the mock unless it was the real clock.
const list = byId("list");
const rows = byId("rows");
const hasOwnClock = log.entries.some((entry) => entry.a !== undefined);
const phaseNames = ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"];
const phaseTitles = {
  blocked: "Blocked", dns: "DNS", connect: "Connect", ssl: "TLS", send: "Send", wait: "Wait", receive: "Receive",
};
// The start of each entry in the file, on the clock of the file.
const starts = log.entries.map((entry) => (hasOwnClock ? entry.a : Date.parse(entry.t)));
const first = starts.reduce((least, time) => (time < least ? time : least), Infinity);
// An entry without a time starts with the entry before it.
let previous = 0;
for (const [index, entry] of log.entries.entries()) {
  entry.start = Number.isFinite(starts[index]) && Number.isFinite(first) ? starts[index] - first : previous;
  previous = entry.start;
  entry.end = entry.start + Math.max(entry.tm, entry.w + entry.r);
}
const hasTimes = log.entries.some((entry) => entry.tm > 0 || entry.w > 0 || entry.r > 0 || hasOwnClock && entry.start > 0);
const total = log.entries.reduce((latest, entry) => (entry.end > latest ? entry.end : latest), 0) || 1;

// Returns the phases of an entry in order, each with its start and end. TLS is a part of the connection.
function phases(entry) {
  const durations = entry.ph || [0, 0, 0, 0, 0, entry.w, entry.r];
  let time = entry.start;
  const found = [];
  for (const [index, name] of phaseNames.entries()) {
    const duration = durations[index] || 0;
    if (name === "ssl") {
      if (duration > 0) found.push({ name, from: time - duration, to: time, duration });
      continue;
    }
    if (duration > 0) found.push({ name, from: time, to: time + duration, duration });
    time += duration;
  }
  return found;
}

// Joins each redirect with the request that follows it.
function joinRedirects() {
  const normalized = (text) => { try { return new URL(text).href; } catch { return text; } };
  // Requests further away are not looked at, because a log may be long.
  const mostBetween = 50;
  for (const [index, entry] of log.entries.entries()) {
    if (entry.s < 300 || entry.s > 399) continue;
    const location = (entry.sh.find(([name]) => name.toLowerCase() === "location") || [])[1];
    if (!location) continue;
    let target;
    try { target = new URL(location, entry.u).href; } catch { continue; }
    const limit = Math.min(index + mostBetween, log.entries.length);
    for (let next = index + 1; next < limit; next += 1) {
      if (log.entries[next].from === undefined && normalized(log.entries[next].u) === target) {
        log.entries[next].from = index;
        entry.to = next;
        break;
      }
    }
  }
}
joinRedirects();

// The part of the time that is shown, which can be zoomed.
const range = { from: 0, to: total };
const share = (time) => 100 * (time - range.from) / (range.to - range.from);

// Makes the bar of a time; null outside of the range. A bar is cut a little outside, so that its edge is not seen.
function bar(kind, from, to) {
  const element = make("i", kind);
  const [left, right] = [Math.max(share(from), -1), Math.min(share(to), 101)];
  if (right < -1 || left > 101) return null;
  element.style.left = left.toFixed(3) + "%";
  element.style.width = Math.max(right - left, 0).toFixed(3) + "%";
  return element;
}

function waterfall(entry) {
  const cell = make("div", "fall", { role: "gridcell" });
  const parts = phases(entry);
  cell.append(...(parts.length ? parts.map((part) => bar(part.name, part.from, part.to)) : [bar("wait", entry.start, entry.end)]).filter(Boolean));
  if (entry.from !== undefined) {
    const join = bar("join", entry.start, entry.start);
    if (join) cell.append(join);
  }
  return cell;
}

function showAxis() {
  const axis = byId("axis");
  const length = range.to - range.from;
  // About four ticks, a round time apart.
  const leastStep = length / 4;
  const power = 10 ** Math.floor(Math.log10(leastStep));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((value) => value >= leastStep);
  // The small number makes up for rounding.
  const begin = Math.ceil(range.from / step - 1e-9) * step;
  // At the end of the axis, a tick has no room for its time.
  const end = range.to - length * .04;
  const ticks = [];
  for (let time = begin; time < end; time += step) {
    // The end of the axis is covered by the name of a manual clock.
    const isCovered = hasOwnClock && time > range.to - length * .4;
    const isZero = time < step / 2;
    const text = isZero ? "0" : milliseconds(Number(time.toPrecision(6)));
    const tick = make("span", "", {}, isCovered ? "" : text);
    tick.style.left = share(time).toFixed(3) + "%";
    ticks.push(tick);
  }
  axis.replaceChildren(...ticks);
  const lines = ticks.map((tick) => "linear-gradient(var(--line), var(--line)) " + tick.style.left + " 0 / 1px 100% no-repeat");
  rows.style.setProperty("--ticks", lines.join(", "));
  if (hasOwnClock) axis.append(make("em", "", { title: "The times are those of the mock’s manual clock." }, "manual clock"));
  axis.setAttribute("aria-label", "Times from " + milliseconds(range.from) + " to " + milliseconds(range.to)
    + (hasOwnClock ? ", on a manual clock" : "") + "; plus and minus zoom, 0 shows all");
}

// Shows a part of the time, as far as there is one.
function zoom(from, to) {
  // The shortest part that can be shown.
  const least = Math.max(total / 10000, 1e-3);
  [from, to] = [Math.max(0, Math.min(from, total - least)), Math.min(total, Math.max(to, from + least))];
  if (from === range.from && to === range.to) return;
  [range.from, range.to] = [from, to];
  showAxis();
  showRows(true);
}

// Zooms around the chosen request, else around the middle.
function zoomBy(factor) {
  const length = (range.to - range.from) * factor;
  const entry = log.entries[chosen];
  const isSeen = entry && entry.start <= range.to && entry.end >= range.from;
  const middle = isSeen ? (entry.start + entry.end) / 2 : (range.from + range.to) / 2;
  const from = Math.max(0, Math.min(middle - length / 2, total - length));
  zoom(from, from + length);
}

function pan(direction) {
  const step = (range.to - range.from) / 4 * direction;
  const shift = Math.max(-range.from, Math.min(step, total - range.to));
  zoom(range.from + shift, range.to + shift);
}

// Zooms to the part of the axis that the pointer drags over.
function watchAxis() {
  const axis = byId("axis");
  const mark = make("b", "drag");
  // A shorter drag, as a share of the axis, is a click.
  const shortestDrag = .02;
  let begin = null;
  const at = (event) => {
    const box = axis.getBoundingClientRect();
    return Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
  };
  axis.addEventListener("pointerdown", (event) => { begin = at(event); axis.setPointerCapture(event.pointerId); });
  axis.addEventListener("pointermove", (event) => {
    if (begin === null) return;
    const [left, right] = [begin, at(event)].sort((one, other) => one - other);
    [mark.style.left, mark.style.width] = [100 * left + "%", 100 * (right - left) + "%"];
    axis.append(mark);
  });
  axis.addEventListener("pointerup", (event) => {
    if (begin === null) return;
    const [left, right] = [begin, at(event)].sort((one, other) => one - other);
    begin = null;
    mark.remove();
    const length = range.to - range.from;
    if (right - left > shortestDrag) zoom(range.from + left * length, range.from + right * length);
  });
  axis.addEventListener("dblclick", () => zoom(0, total));
  axis.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    pan(step);
  });
}

// Shows the figures of a row, next to the pointer.
function showTip(index, x, y) {
  const entry = log.entries[index];
  const figures = [["", "Starts after", entry.start], ...phases(entry).map((part) => [part.name, phaseTitles[part.name], part.duration]),
    ["", "Total", entry.end - entry.start]];
  const tip = byId("tip");
  tip.replaceChildren(...figures.map(([kind, name, time]) => make("div", "", {}, make("span", "", {}, make("i", kind), name), make("span", "", {}, milliseconds(time)))));
  tip.hidden = false;
  const size = tip.getBoundingClientRect();
  tip.style.left = Math.max(8, Math.min(x + 12, innerWidth - size.width - 8)) + "px";
  tip.style.top = (y + size.height + 20 < innerHeight ? y + 14 : y - size.height - 14) + "px";
}
function hideTip() { byId("tip").hidden = true; }
