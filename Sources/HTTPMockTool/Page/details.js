// The panel at the side of the list: what answered a request, and all that is known about the exchange.
const tabs = { Answer: showAnswer, Request: showRequest, Response: showResponse, Timing: showTiming, Cookies: showCookies };
// A log without WebSockets needs no tab for them.
if (log.entries.some((entry) => entry.ws)) tabs.Messages = showMessages;
// The tab that the reader has chosen; until then, each request has its own.
let chosenTab = null;

// Returns the tab of an entry. A recorded entry opens with its response, because its answer only says “Recorded”.
function tabOf(entry) {
  if (chosenTab) return chosenTab;
  if (entry.ws && !entry.isTrouble) return "Messages";
  return entry.o === "recorded" && entry.p === undefined ? "Response" : "Answer";
}

function queryOf(url) {
  try { return [...new URL(url).searchParams]; } catch { return []; }
}

function titled(title, lines) {
  return lines.length ? [make("h3", "", {}, title), make("table", "fields", {}, make("tbody", "", {}, lines.map(([name, value]) => make("tr", "", {}, make("th", "", { scope: "row" }, name), make("td", "code", {}, value)))))] : [];
}

const lead = (isBad, title, ...rest) => make("p", "lead", {}, make("b", isBad ? "bad" : "", {}, title), " ", ...rest);
const named = (each) => make("p", "named", {}, make("code", "", {}, each.registration), " ", each.place ? make("span", "place", {}, each.place) : null);

function showAnswer(entry) {
  const parts = entry.p !== undefined ? [lead(true, "This entry can’t be played."), make("p", "", {}, entry.p)] : [];
  const reason = [entry.d.error, entry.e, entry.c].find(Boolean);
  const text = reason ? [make("p", "code", {}, reason)] : [];
  if (entry.o === "unmocked") parts.push(...difference(entry));
  else if (entry.o === "mocked" && entry.d.registration) parts.push(lead(false, "Answered", "with the status " + entry.s + " by"), named(entry.d));
  else if (entry.o === "passthrough") parts.push(lead(false, "The real network answered", entry.s ? "with the status " + entry.s + "." : "."));
  else if (entry.isExpectedFailure) parts.push(lead(false, "Failed as registered", "by"), named(entry.d), ...text);
  else if (entry.o === "failed") parts.push(lead(true, "The request failed."), ...text);
  else if (entry.o === "refused") parts.push(lead(true, "The request was refused before it was matched."), ...text);
  else if (entry.o === "unfinished") parts.push(lead(false, "The request had not ended when the log was written."), ...text);
  else if (entry.p === undefined) parts.push(lead(false, "Recorded", "with the status " + entry.s + (entry.st ? " " + entry.st : "") + "."), ...text);
  for (const [title, index] of [["Redirected from", entry.from], ["Redirected to", entry.to]]) {
    if (index === undefined) continue;
    const other = log.entries[index];
    parts.push(make("h3", "", {}, title), make("p", "", {}, make("a", "", { href: "#" + other.n }, "#" + other.n), " ", make("code", "", {}, other.m + " " + other.u)));
  }
  return parts;
}

// Finds the positions of separators in a text, outside of quoted texts and brackets.
function findSeparators(text, separators) {
  const found = [];
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character === "\\") at += 1; else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth -= 1;
    else if (depth === 0) {
      const separator = separators.find((each) => text.startsWith(each, at));
      if (separator) found.push({ separator, at, end: at + separator.length });
    }
  }
  return found;
}

// Returns the differences of a reason, as in `user.name is "bob", expected "alice"; age is missing, expected 7`.
function differencesIn(reason) {
  const ends = [...findSeparators(reason, ["; "]), { at: reason.length, end: reason.length }];
  return ends.map((each, index) => {
    const text = reason.slice(index ? ends[index - 1].end : 0, each.at);
    const separators = findSeparators(text, [" is ", " has ", ", expected "]);
    const expected = separators.find((each) => each.separator === ", expected ");
    if (!expected) return { text };
    const verb = separators.find((each) => each.separator !== ", expected " && each.at < expected.at);
    const actual = text.slice(verb ? verb.end : 0, expected.at);
    return { subject: verb ? text.slice(0, verb.at) : "", actual, expected: text.slice(expected.end) };
  });
}

// Marks the characters in which two texts differ.
function marked(text, other, kind) {
  let start = 0;
  while (start < text.length && start < other.length && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < text.length - start && end < other.length - start && text[text.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  // Texts that share little are marked as a whole.
  if (start + end < Math.min(text.length, other.length) / 2) [start, end] = [0, 0];
  const middle = text.slice(start, text.length - end);
  return [text.slice(0, start), middle ? make("mark", kind, {}, middle) : "", text.slice(text.length - end)];
}

function partRows(part) {
  const head = (name, detail) => make("th", "", { scope: "row" }, name, make("span", "quiet", {}, part.matches ? " matches" : " differs"), detail ? make("small", "", {}, detail) : null);
  if (part.matches) return [make("tr", "same", {}, head(part.part), make("td", "soft", { colspan: "2" }, "matches"))];
  return differencesIn(part.reason || "differs").map((each) => {
    if (each.text !== undefined) return make("tr", "differs", {}, head(part.part), make("td", "code", { colspan: "2" }, each.text));
    const subject = each.subject === part.part ? "" : each.subject;
    return make("tr", "differs", {}, head(part.part, subject),
      make("td", "code", { "data-label": "This request" }, ...marked(each.actual, each.expected, "is")),
      make("td", "code", { "data-label": "Registered" }, ...marked(each.expected, each.actual, "was")));
  });
}

function difference(entry) {
  const { nearest, notes, fix, text } = entry.d;
  const parts = [];
  const [near, ...others] = nearest;
  if (near) {
    parts.push(lead(true, "No registration answered.", "The nearest is"), named(near));
    parts.push(make("h3", "", {}, "Difference"));
    parts.push(near.parts.some((part) => !part.matches)
      ? make("table", "difference", {},
        make("thead", "", {}, make("tr", "", {}, ["Part", "This request", "Registered"].map((name) => make("th", "", { scope: "col" }, name)))),
        make("tbody", "", {}, near.parts.flatMap(partRows)))
      : make("p", "", {}, near.verdict));
  } else {
    parts.push(lead(true, "Nothing answers this request."));
  }
  if (notes.length) parts.push(make("h3", "", {}, "Reasons"), make("ul", "lines", {}, notes.map((note) => make("li", "code", {}, note))));
  if (fix.length) {
    const code = fix.slice(1).join("\n");
    parts.push(make("h3", "", {}, "Fix", copyButton("Copy the fix", "Copy the fix", code || fix[0])), make("p", "", {}, fix[0]));
    if (code) parts.push(make("pre", "box", { tabindex: "0", "aria-label": "The fix", role: "group" }, code));
  }
  if (others.length) {
    parts.push(make("h3", "", {}, "Then"), make("ol", "lines", {}, others.map((each) => make("li", "", {}, named(each), make("p", "soft", {},
      each.parts.filter((part) => !part.matches).map((part) => part.reason).join("; ") || each.verdict)))));
  }
  const printed = text || entry.c;
  if (printed) parts.push(make("details", "printed", {}, make("summary", "", {}, "As the test prints it"), make("pre", "box", { tabindex: "0", role: "group", "aria-label": "The diagnosis" }, printed)));
  return parts;
}

function showRequest(entry) {
  return [...titled("Query", queryOf(entry.u)), ...titled("Header fields", entry.qh), ...body(entry, "request")];
}

function showResponse(entry) {
  return [entry.s ? lead(false, entry.s + (entry.st ? " " + entry.st : "")) : lead(false, "No response."), ...titled("Header fields", entry.sh), ...body(entry, "response")];
}

function showTiming(entry) {
  if (!hasTimes) return [];
  const duration = entry.end - entry.start;
  // Not zero, because times are divided by it.
  const length = Math.max(duration, 1e-6);
  const line = (name, kind, time, part) => {
    const bar = make("i", kind);
    if (part) {
      bar.style.left = 100 * (part.from - entry.start) / length + "%";
      bar.style.width = 100 * part.duration / length + "%";
    }
    return make("tr", kind === "ssl" ? "inner" : "", {}, make("th", "", { scope: "row" }, name), make("td", "track", {}, part ? bar : ""),
      make("td", "time", {}, milliseconds(time)));
  };
  return [make("h3", "", {}, hasOwnClock ? "On the mock’s manual clock" : "Timing"), make("table", "timing", {}, make("tbody", "", {},
    line("Starts after", "start", entry.start), ...phases(entry).map((part) => line(phaseTitles[part.name], part.name, part.duration, part)),
    line("Total", "total", duration < 1e-5 ? 0 : duration)))];
}

function showCookies(entry) {
  return [["Sent", entry.qc], ["Set by the response", entry.sc]].flatMap(([title, cookies]) => (cookies
    ? [make("h3", "", {}, title), pairs(["Name", "Value", "Attributes"], cookies)] : []));
}

// The messages of a WebSocket. As in the list of requests, only the rows that can be seen are in the document.
function showMessages(entry) {
  const all = entry.ws || [];
  if (!all.length) return entry.ws ? [lead(false, "No message was sent.")] : [];
  // The heights of `.messages .line` in the style.
  const height = narrow.matches ? 44 : 24;
  const start = Date.parse(entry.t) || all[0].t * 1000;
  const lines = make("div", "", { role: "presentation" });
  const frame = make("div", "messages", { role: "listbox", tabindex: "0", "aria-label": "Messages" }, lines);
  const shownMessage = make("div", "message");
  const known = new Map();
  lines.style.height = all.length * height + "px";
  const line = (index) => {
    const each = all[index];
    const bytesText = each.size ? "binary" : "";
    const text = each.text !== undefined ? each.text.slice(0, 200).replace(/\s+/g, " ") : bytesText;
    const element = make("div", "line", {
      role: "option", id: "message-" + index, "aria-selected": String(index === entry.message), "aria-posinset": index + 1, "aria-setsize": all.length,
    },
      make("span", each.up ? "up" : "down", {}, each.up ? "↑" : "↓", make("span", "quiet", {}, each.up ? "from the client" : "from the server")),
      make("span", "time", {}, milliseconds(Math.max(0, each.t * 1000 - start))), make("span", "size", {}, bytes(each.size)), make("code", "", {}, text));
    element.style.top = index * height + "px";
    element.addEventListener("click", () => pick(index));
    return element;
  };
  const show = () => {
    const first = Math.max(0, Math.floor(frame.scrollTop / height) - spareRows);
    const end = Math.min(all.length, Math.ceil((frame.scrollTop + frame.clientHeight) / height) + spareRows);
    for (const [index, element] of known) if (index < first || index >= end) { element.remove(); known.delete(index); }
    for (let index = first; index < end; index += 1) {
      if (known.has(index)) continue;
      known.set(index, line(index));
      lines.append(known.get(index));
    }
    if (known.has(entry.message)) frame.setAttribute("aria-activedescendant", "message-" + entry.message); else frame.removeAttribute("aria-activedescendant");
  };
  const pick = (index) => {
    const before = known.get(entry.message);
    if (before) before.setAttribute("aria-selected", "false");
    entry.message = Math.max(0, Math.min(all.length - 1, index));
    const top = entry.message * height;
    if (top < frame.scrollTop) frame.scrollTop = top;
    if (top > frame.scrollTop + frame.clientHeight - height) frame.scrollTop = top - frame.clientHeight + height;
    show();
    if (known.has(entry.message)) known.get(entry.message).setAttribute("aria-selected", "true");
    const each = all[entry.message];
    const label = "Message " + (entry.message + 1);
    shownMessage.replaceChildren(
      make("h3", "", {}, label, make("span", "soft", {}, (each.up ? "from the client, " : "from the server, ") + bytes(each.size)),
        each.text !== undefined ? copyButton("Copy the message", "Copy the message", each.text) : null),
      each.size ? shownBody(each, "", label) : "",
      each.masked ? make("p", "remark", {}, "Secrets in this message are masked.") : "",
      each.cut ? make("p", "remark", {}, "Shows the first " + bytes(each.kept) + ". " + each.cut) : "");
  };
  frame.addEventListener("scroll", show, { passive: true });
  frame.addEventListener("keydown", (event) => {
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    pick(Math.max(0, Math.min(all.length - 1, (entry.message || 0) + steps[event.key])));
  });
  // The sizes are known when the rows are in the document.
  requestAnimationFrame(() => { if (frame.isConnected) pick(entry.message || 0); });
  const sum = all.reduce((count, each) => count + each.size, 0);
  return [make("h3", "", {}, counted(all.length, "message"), make("span", "soft", {}, bytes(sum))), frame, shownMessage];
}

function showDetails(index) {
  const entry = log.entries[index];
  byId("request").replaceChildren("#" + entry.n + " ", make("b", "method " + (/^[A-Z]+$/.test(entry.m) ? entry.m : ""), {}, entry.m), " " + entry.u);
  const actions = [
    copyButton("Copy as cURL", "Copy as cURL", () => curlCommand(entry)), copyButton("Copy as Swift", "Copy as Swift", () => swiftRegistration(entry)),
    copyButton("Copy link", "Copy the link", () => location.href.replace(/#.*$/, "") + "#" + entry.n),
  ];
  byId("actions").replaceChildren(...actions);
  showTab(entry);
}

function showTab(entry) {
  const tab = tabOf(entry);
  for (const each of byId("tabs").children) {
    const isChosen = each.textContent === tab;
    each.setAttribute("aria-selected", String(isChosen));
    each.tabIndex = isChosen ? 0 : -1;
    if (isChosen) byId("body").setAttribute("aria-labelledby", each.id);
  }
  const parts = tabs[tab](entry);
  byId("body").replaceChildren(...(parts.length ? parts : [make("p", "soft", {}, "Nothing to show for this request.")]));
  byId("body").scrollTop = 0;
}

function open(index, isLinked = true) {
  if (byId("panel").hidden) {
    byId("panel").hidden = false;
    byId("page").classList.add("open");
    showRows(true);
  }
  choose(index);
  showDetails(index);
  if (isLinked) setLink("#" + log.entries[index].n);
}

function close() {
  if (byId("panel").hidden) return;
  const hadFocus = byId("panel").contains(document.activeElement);
  byId("panel").hidden = true;
  byId("page").classList.remove("open");
  showRows(true);
  setLink("#");
  if (hadFocus) list.focus({ preventScroll: true });
}

function setLink(hash) {
  try { history.replaceState(null, "", hash); } catch { /* A frame without an address has no links. */ }
}

function watchPanel() {
  for (const name of Object.keys(tabs)) {
    byId("tabs").append(button("", name, () => { chosenTab = name; showTab(log.entries[chosen]); }, { role: "tab", id: "tab-" + name, "aria-controls": "body" }));
  }
  byId("tabs").addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const names = Object.keys(tabs);
    const entry = log.entries[chosen];
    chosenTab = names[(names.indexOf(tabOf(entry)) + step + names.length) % names.length];
    showTab(entry);
    byId("tab-" + chosenTab).focus();
  });
  byId("before").addEventListener("click", () => move(-1));
  byId("after").addEventListener("click", () => move(1));
  byId("close").addEventListener("click", close);
}
