// Bodies: JSON as a tree, source texts with colours, forms and parts as tables, images, other bytes as hexadecimal.
function decoded(base64) { return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)); }

function body(entry, side) {
  const content = side === "request" ? entry.qb : entry.sb;
  if (!content || content.size === 0) return [];
  const type = shortType(content.type || "");
  const label = "Body of the " + side + " of request " + entry.n;
  const size = side === "response" && entry.sz !== content.size
    ? bytes(entry.sz) + " received, " + bytes(content.size) + " decoded" : bytes(content.size);
  const parts = [
    make("h3", "", {}, "Body", make("span", "soft", {}, [type, size].filter(Boolean).join(", ")),
      content.text !== undefined ? copyButton("Copy the body", "Copy the body of the " + side, content.text) : null),
    shownBody(content, type, label),
  ];
  if (content.masked) parts.push(make("p", "remark", {}, "Secrets in this body are masked."));
  if (content.cut) parts.push(make("p", "remark", {}, "Shows " + (content.kept ? "the first " + bytes(content.kept) : "none") + " of " + bytes(content.size) + ". " + content.cut));
  return parts;
}

function shownBody(content, type, label) {
  const source = (...children) => make("pre", "box", { tabindex: "0", "aria-label": label, role: "group" }, ...children);
  if (/^multipart\//.test(type)) {
    const table = multipart(content);
    if (table) return table;
  }
  if (content.text === undefined) {
    const data = content.base64 || "";
    if (!data) return "";
    if (/^image\//.test(type) && !content.cut) return picture("data:" + type + ";base64," + data, data, label);
    return hexadecimal(decoded(data), label);
  }
  const text = content.text;
  if (type === "image/svg+xml" && !content.cut) return picture("data:image/svg+xml," + encodeURIComponent(text), null, label);
  if (type === "application/x-www-form-urlencoded") return pairs(["Name", "Value"], [...new URLSearchParams(text)]);
  if (/json/.test(type) || /^\s*[{[]/.test(text)) {
    const tree = jsonTree(text);
    if (tree) return make("div", "box tree", { tabindex: "0", "aria-label": label, role: "group" }, ...tree);
  }
  const language = languageOf(type);
  return source(...(language ? highlighted(text, language) : [text]));
}

// Returns the language whose words get colours; null for any other text.
function languageOf(type) {
  if (/html|xml/.test(type)) return "markup";
  if (/css/.test(type)) return "css";
  return /javascript|ecmascript/.test(type) ? "script" : null;
}

// Makes a table whose first column names the row.
function pairs(heads, lines) {
  return make("table", "", {}, make("thead", "", {}, make("tr", "", {}, heads.map((head) => make("th", "", { scope: "col" }, head)))),
    make("tbody", "", {}, lines.map((line) => make("tr", "", {}, line.map((cell, index) => make(index ? "td" : "th", index ? "code" : "", index ? {} : { scope: "row" }, cell))))));
}

// Makes the table of a form's parts; null without a boundary.
function multipart(content) {
  const found = /boundary="?([^";]+)"?/i.exec(content.type);
  const text = content.text !== undefined ? content.text : atob(content.base64 || "");
  if (!found || !text.includes("--" + found[1])) return null;
  const lines = text.split("--" + found[1]).slice(1).filter((part) => !part.startsWith("--")).map((part) => {
    const end = part.search(/\r?\n\r?\n/);
    const head = part.slice(0, end);
    const value = part.slice(end).replace(/^\r?\n\r?\n/, "").replace(/\r?\n$/, "");
    const parameter = (name) => (new RegExp("[;\\s]" + name + '="?([^";\\r\\n]*)"?', "i").exec(head) || [])[1] || "";
    const isFile = parameter("filename") !== "" || /[\x00-\x08]/.test(value);
    const type = (/content-type:\s*([^\r\n]+)/i.exec(head) || [])[1] || "";
    const size = content.text !== undefined ? new TextEncoder().encode(value).length : value.length;
    return [parameter("name"), [parameter("filename"), type, isFile ? bytes(size) : ""].filter(Boolean).join(", "), isFile ? "" : value];
  });
  return pairs(["Name", "File", "Value"], lines);
}

function picture(source, data, label) {
  const image = make("img", "", { alt: label });
  const size = make("span", "soft", {});
  const frame = make("figure", "picture", {}, image, size);
  image.addEventListener("load", () => { size.textContent = image.naturalWidth + " × " + image.naturalHeight + " px"; });
  image.addEventListener("error", () => { frame.replaceWith(data ? hexadecimal(decoded(data), label) : "The image can’t be shown."); });
  image.src = source;
  return frame;
}

// Parses JSON or lines of JSON, and keeps the spelling of numbers and the order of members; null for any other text.
function jsonTree(text) {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null|[{}[\],:]|[^\s]/g) || [];
  let at = 0;
  // Deeper JSON is shown as plain text, because each level is a nested call.
  const deepest = 500;
  // The classes of strings and words by their first characters; all other values are numbers.
  const kinds = { '"': "s", t: "w", f: "w", n: "w" };
  function value(depth) {
    const word = tokens[at++];
    if (word === undefined || depth > deepest) throw new SyntaxError();
    if (word !== "{" && word !== "[") {
      if (!/^(".*"|-?\d.*|true|false|null)$/s.test(word)) throw new SyntaxError();
      return { word, kind: kinds[word[0]] || "n" };
    }
    const isObject = word === "{";
    const end = isObject ? "}" : "]";
    const members = [];
    while (tokens[at] !== end) {
      const name = isObject ? tokens[at++] : null;
      if (isObject && (name === undefined || name[0] !== '"' || tokens[at++] !== ":")) throw new SyntaxError();
      members.push({ name, value: value(depth + 1) });
      if (tokens[at] === ",") { at += 1; if (tokens[at] === end) throw new SyntaxError(); } else if (tokens[at] !== end) throw new SyntaxError();
    }
    at += 1;
    return { isObject, members };
  }
  try {
    const values = [];
    while (at < tokens.length) values.push(value(0));
    return values.map((each) => branch(null, each, 0, ""));
  } catch { return null; }
}

// Makes one value of a tree; the members below the second level are made when they are unfolded.
function branch(name, value, depth, comma) {
  const key = name === null ? [] : [make("span", "k", {}, name), ": "];
  if (value.word !== undefined) return make("div", "leaf", {}, ...key, make("span", value.kind, {}, value.word), comma);
  const [begin, end] = value.isObject ? ["{", "}"] : ["[", "]"];
  if (!value.members.length) return make("div", "leaf", {}, ...key, begin + end + comma);
  const count = counted(value.members.length, value.isObject ? "member" : "element");
  const details = make("details", "", { open: depth < 2 }, make("summary", "", {}, ...key, begin, make("span", "folded", {}, " " + count + " " + end + comma)));
  const fill = () => {
    if (!details.open || details.children.length > 1) return;
    const last = value.members.length - 1;
    details.append(make("div", "inner", {}, ...value.members.map((member, index) => branch(member.name, member.value, depth + 1, index < last ? "," : ""))),
      make("div", "leaf", {}, end + comma));
  };
  fill();
  details.addEventListener("toggle", fill);
  return details;
}

// The comments, strings, words, and names or numbers of each language, in this order of groups.
const languages = {
  markup: /(<!-{2}[^]*?-{2}>)|("[^"<]*"|'[^'<]*')|(<\/?[\w:-]+|\/?>)|(\s[\w:-]+(?==))/g,
  css: /(\/\*[^]*?\*\/)|("[^"\n]*"|'[^'\n]*')|(@[\w-]+|[.#]?[\w-]+(?=[^{};]*\{))|([\w-]+(?=\s*:))/g,
  script: /(\/\*[^]*?\*\/|\/\/[^\n]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(\b(?:function|const|let|var|return|if|else|for|while|new|class|import|export|async|await|true|false|null|undefined|this|try|catch|throw)\b)|(\b\d[\d.]*\b)/g,
};

function highlighted(text, language) {
  const output = [];
  let end = 0;
  // More elements would make a long text slow to show.
  const mostElements = 20000;
  for (const match of text.matchAll(languages[language])) {
    if (output.length > mostElements) break;
    const kind = ["c", "s", "w", "k"][match.slice(1).findIndex((group) => group !== undefined)];
    if (match.index > end) output.push(text.slice(end, match.index));
    output.push(make("span", kind, {}, match[0]));
    end = match.index + match[0].length;
  }
  return [...output, text.slice(end)];
}

// Shows bytes as hexadecimal, at first up to a limit.
function hexadecimal(data, label) {
  const limit = 4096;
  const box = make("pre", "box hex", { tabindex: "0", "aria-label": label + ", as hexadecimal", role: "group" });
  const show = (end) => {
    for (let offset = 0; offset < end; offset += 16) {
      const line = [...data.subarray(offset, Math.min(offset + 16, end))];
      const digits = line.map((byte) => byte.toString(16).padStart(2, "0"));
      const text = line.map((byte) => (byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("");
      box.append(make("span", "offset", {}, offset.toString(16).padStart(6, "0") + "  "),
        digits.slice(0, 8).join(" ").padEnd(23) + "  " + digits.slice(8).join(" ").padEnd(23) + "  " + text + "\n");
    }
  };
  show(Math.min(data.length, limit));
  if (data.length <= limit) return box;
  const all = button("plain", "Show all " + bytes(data.length), () => { box.replaceChildren(); show(data.length); all.remove(); });
  return make("div", "", {}, box, all);
}
