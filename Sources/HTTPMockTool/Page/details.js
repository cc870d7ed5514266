// What a row opens to.
function fields(title, pairs) {
  const list = pairs.length
    ? make("dl", "fields", {}, ...pairs.flatMap(([name, value]) => [make("dt", "", {}, name), make("dd", "", {}, value)]))
    : make("p", "none", {}, "None");
  return [make("h3", "", {}, title), list];
}

function queryOf(url) {
  try { return [...new URL(url).searchParams]; } catch { return []; }
}

function answer(entry) {
  const where = entry.d.place ? make("span", "where", {}, entry.d.place) : "";
  const by = (text) => make("div", "answer", {}, make("p", "", {}, text + " ", make("span", "code", {}, entry.d.registration), " ", where));
  switch (entry.o) {
    case "mocked": return entry.d.registration ? by("Answered by") : entry.c ? make("div", "answer", {}, make("p", "", {}, entry.c)) : null;
    case "passthrough": return by("The real network answered.");
    case "unfinished": return trouble("The request had not ended when the log was written.", entry.d.error || entry.c);
    case "unmocked": return difference(entry);
    case "failed":
    case "refused":
      return trouble(entry.o === "failed" ? "The request failed" : "The request was refused before it was matched",
        [entry.e, entry.d.error, entry.c].find(Boolean), where);
    default: return null;
  }
}

function trouble(title, text, where) {
  return make("div", "trouble", {}, make("strong", "", {}, title), text ? make("p", "code", {}, text) : null, where || null);
}

// Marks the characters in which two texts differ.
function marked(text, other) {
  let start = 0;
  while (start < text.length && start < other.length && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < text.length - start && end < other.length - start && text[text.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  // Texts that share little differ as a whole.
  if (start + end < Math.min(text.length, other.length) / 2) [start, end] = [0, 0];
  const middle = text.slice(start, text.length - end);
  return [text.slice(0, start), middle ? make("mark", "", {}, middle) : "", text.slice(text.length - end)];
}

function partRow(part) {
  const name = (part.matches ? "✓ " : "✕ ") + part.part;
  const label = make("span", "quiet", {}, part.matches ? " matches" : " differs");
  const head = make("th", "", { scope: "row" }, name, label);
  if (part.matches) return make("tr", "same", {}, head, make("td", "none", { colspan: "2" }, "matches"));
  const match = /^(.*?) is (.+), expected (.+)$/s.exec(part.reason);
  if (!match) return make("tr", "differs", {}, head, make("td", "code", { colspan: "2" }, part.reason || "differs"));
  const [, subject, actual, expected] = match;
  const prefix = subject === part.part ? "" : subject + ": ";
  return make("tr", "differs", {}, head,
    make("td", "code", { "data-label": "request" }, prefix, ...marked(actual, expected)),
    make("td", "code", { "data-label": "registered" }, ...marked(expected, actual)));
}

function difference(entry) {
  const { nearest, notes, fix, text } = entry.d;
  const box = make("div", "trouble", {}, make("strong", "", {}, nearest.length ? "No registration matches this request" : "Nothing answers this request"));
  for (const [index, each] of nearest.entries()) {
    box.append(make("div", "near", {},
      make("p", "", {}, make("b", "", {}, index === 0 ? "Nearest" : "Then"), make("span", "code", {}, each.registration),
        each.place ? make("span", "where", {}, each.place) : null),
      each.parts.some((part) => !part.matches)
        ? make("table", "", {},
          make("thead", "", {}, make("tr", "", {}, make("th", "", { scope: "col" }, "Part"), make("th", "", { scope: "col" }, "This request"), make("th", "", { scope: "col" }, "Registered"))),
          make("tbody", "", {}, ...each.parts.map(partRow)))
        : make("table", "", {}, make("tbody", "", {}, make("tr", "differs", {}, make("td", "", {}, each.verdict))))));
  }
  if (notes.length) box.append(make("ul", "lines", {}, ...notes.map((note) => make("li", "code", {}, note))));
  if (fix.length) {
    const code = fix.slice(1).join("\n");
    box.append(make("div", "fix", {},
      make("div", "body-line", {}, make("strong", "", {}, fix[0]), copyButton(code || fix[0], "Copy the fix")),
      code ? make("pre", "box", { tabindex: "0", "aria-label": "The fix" }, code) : null));
  }
  const printed = text || entry.c;
  if (printed) box.append(make("details", "printed", {}, make("summary", "", {}, "The diagnosis as the test prints it"), make("pre", "box", {}, printed)));
  return box;
}

function details(entry) {
  const more = make("div", "more", { role: "region", "aria-label": "Details of request " + entry.n });
  more.append(make("div", "address", {}, make("span", "code", {}, entry.m + " " + entry.u), copyButton(entry.u, "Copy the URL")));
  if (entry.p) more.append(trouble("This entry can't be played", entry.p));
  const result = answer(entry);
  if (result) more.append(result);
  const query = queryOf(entry.u);
  const request = make("section", "", { "aria-label": "Request" }, make("h2", "", {}, "Request"),
    ...(query.length ? fields("Query", query) : []), ...fields("Header fields", entry.qh), ...body("Body", entry.qb, entry, "request"));
  const status = entry.s ? entry.s + (entry.st ? " " + entry.st : "") : "none";
  const response = make("section", "", { "aria-label": "Response" }, make("h2", "", {}, "Response: " + status),
    ...fields("Header fields", entry.sh), ...body("Body", entry.sb, entry, "response"));
  more.append(make("div", "two", {}, request, response));
  return more;
}
