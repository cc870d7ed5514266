// A request as a command of curl, and its answer as a registration in Swift.
const quotedForShell = (text) => "'" + text.replace(/'/g, "'\\''") + "'";
// The fields that curl makes itself, and the pseudo-fields of HTTP/2.
const unsent = /^(:.*|content-length|host|connection|transfer-encoding)$/i;

function curlCommand(entry) {
  const body = entry.qb;
  // By default, curl shortens a path with dots, reads brackets as a pattern, and chooses the method by the body.
  const words = ["curl", "--path-as-is"];
  const missing = [];
  if (/[[\]{}]/.test(entry.u)) words.push("--globoff");
  if (entry.m === "HEAD") words.push("--head");
  else if (entry.m !== (body ? "POST" : "GET")) words.push("-X " + quotedForShell(entry.m));
  words.push(quotedForShell(entry.u));
  for (const [name, value] of entry.qh) {
    if (/[\r\n]/.test(value)) missing.push("the field " + name + ", which has a line break");
    // An empty field is written with a semicolon, because curl removes a field that ends with its colon.
    else if (!unsent.test(name)) words.push("-H " + quotedForShell(value === "" ? name + ";" : name + ": " + value));
  }
  if (body && body.cut) missing.push("the end of the body: " + body.cut);
  const notes = missing.map((each) => "# This command lacks " + each.replace(/[\r\n]/g, " ") + "\n").join("");
  if (!body) return notes + words.join(" \\\n  ");
  // Without a type in the log, curl would make one up.
  if (!entry.qh.some(([name]) => /^content-type$/i.test(name))) words.push("-H 'Content-Type:'");
  const isText = body.text !== undefined;
  words.push(isText ? "--data-raw " + quotedForShell(body.text) : "--data-binary @-");
  return notes + (isText ? "" : "echo " + quotedForShell(body.base64 || "") + " | base64 -d | ") + words.join(" \\\n  ");
}

// Returns a text as a literal in Swift, raw if that avoids escapes.
function swiftText(text) {
  const isRaw = text.includes('"') && !/["\\]#/.test(text) && !/[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/.test(text);
  if (isRaw) return '#"' + text + '"#';
  const escapes = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  return '"' + text.replace(/[\\"\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => escapes[character] || "\\u{" + character.codePointAt(0).toString(16) + "}") + '"';
}

// Escapes the special characters of a path or host pattern.
const pattern = (text) => text.replace(/\*/g, "%2A").replace(/\{/g, "%7B").replace(/\}/g, "%7D");
// The names of the codes of URLError.
const errorNames = {
  "-999": "cancelled", "-1001": "timedOut", "-1003": "cannotFindHost", "-1004": "cannotConnectToHost",
  "-1005": "networkConnectionLost", "-1009": "notConnectedToInternet", "-1011": "badServerResponse",
};

function swiftResponse(entry) {
  if (entry.o === "unmocked" || entry.o === "refused") return "MockResponse.empty()";
  if (!entry.s) {
    const code = /-\d+/.exec(entry.d.error || entry.e || "");
    return "MockResponse.failure(." + (code && errorNames[code[0]] || "unknown") + ")";
  }
  const body = entry.sb;
  const type = shortType((body && body.type) || entry.mt);
  const words = [];
  let factory = "empty";
  if (body && body.text !== undefined) {
    factory = { "application/json": "json", "text/html": "html", "text/plain": "plaintext" }[type] || "data";
    words.push(factory === "data" ? "Data(" + swiftText(body.text) + ".utf8)" : swiftText(body.text));
  } else if (body) {
    factory = "data";
    words.push('Data(base64Encoded: "' + (body.base64 || "") + '")!');
  }
  if (entry.s !== 200) words.push("status: " + entry.s);
  const known = new Map();
  const repeated = [];
  for (const [name, value] of entry.sh) {
    // These fields belong to the connection or to the encoded body, or the mock makes them itself.
    if (/^(:.*|content-length|content-encoding|transfer-encoding|connection|keep-alive|date)$/i.test(name)) continue;
    if (known.has(name.toLowerCase())) repeated.push([name, value]); else known.set(name.toLowerCase(), [name, value]);
  }
  if (!known.has("content-type") && factory === "data" && type) known.set("content-type", ["Content-Type", type]);
  const fields = [...known.values()].map(([name, value]) => swiftText(name) + ": " + swiftText(value));
  if (fields.length) words.push("headers: [" + fields.join(", ") + "]");
  return "MockResponse." + factory + "(" + words.join(", ") + ")"
    + repeated.map(([name, value]) => ".addingHeader(" + swiftText(name) + ", " + swiftText(value) + ")").join("");
}

function swiftRegistration(entry) {
  let url;
  try { url = new URL(entry.u); } catch { return ""; }
  // The value of a masked item is not known.
  const items = queryOf(entry.u).map(([name, value]) => swiftText(name) + ": " + (value.includes("REDACTED") ? "Query.any" : swiftText(value)));
  const named = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"].includes(entry.m);
  const method = named ? "." + entry.m.toLowerCase() : swiftText(entry.m);
  // A path with `://` would be read as a whole URL.
  const path = pattern(url.pathname || "/").replace(/:\/\//g, "%3A//");
  return [
    "mock.registerResponses {", "    Host(" + swiftText(pattern(url.host)) + ") {",
    "        Path(" + swiftText(path) + ", method: " + method + ", query: [" + (items.join(", ") || ":") + "]) {",
    "            " + swiftResponse(entry), "        }", "    }", "}",
  ].join("\n");
}
