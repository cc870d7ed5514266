// Bodies: JSON indented and coloured, images shown, other bytes as hexadecimal.
function decoded(base64) { return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)); }

function body(title, content, entry, side) {
  if (!content || content.size === 0) return [make("h3", "", {}, title), make("p", "none", {}, "Empty")];
  const type = shortType(content.type || "");
  const line = make("div", "body-line", {}, make("h3", "", {}, title),
    make("span", "", {}, [type, bytes(content.size)].filter(Boolean).join(" · ")),
    content.text !== undefined ? copyButton(content.text, "Copy the body of the " + side) : null);
  const label = "Body of the " + side + " of request " + entry.n;
  const parts = [line, shown(content, type, label)];
  if (content.cut) {
    const kept = content.text !== undefined ? "the first " + bytes(content.kept) + " of " : content.kept ? "the first " + bytes(content.kept) + " of " : "none of ";
    parts.push(make("p", "cut", {}, "Shows " + kept + bytes(content.size) + ". " + content.cut));
  }
  return parts;
}

function shown(content, type, label) {
  if (content.text === undefined) {
    const data = content.base64 || "";
    if (!data) return "";
    if (/^image\//.test(type) && !content.cut) return picture("data:" + type + ";base64," + data, data, label);
    return hexadecimal(decoded(data), label);
  }
  if (type === "image/svg+xml" && !content.cut) return picture("data:image/svg+xml," + encodeURIComponent(content.text), null, label);
  if (type === "application/x-www-form-urlencoded") {
    return make("dl", "fields box", {}, ...[...new URLSearchParams(content.text)].flatMap(([name, value]) => [make("dt", "", {}, name), make("dd", "", {}, value)]));
  }
  const box = make("pre", "box", { tabindex: "0", "aria-label": label, role: "group" });
  box.append(/json/.test(type) || /^\s*[{[]/.test(content.text) ? json(content.text) || content.text : content.text);
  return box;
}

function picture(source, data, label) {
  const image = make("img", "", { alt: label });
  const frame = make("div", "picture", {}, image);
  image.addEventListener("error", () => { frame.replaceWith(data ? hexadecimal(decoded(data), label) : "The image can't be shown."); });
  image.src = source;
  return frame;
}

// JSON with its own spelling of numbers and order of members; null for a text that is none.
function json(text) {
  const output = document.createDocumentFragment();
  const token = /"(?:[^"\\]|\\.)*"?|-?[0-9][0-9.eE+-]*|true|false|null|[{}[\],:]|\s+|[^]/g;
  let plain = "";
  let depth = 0;
  const flush = () => { if (plain) output.append(plain); plain = ""; };
  const coloured = (kind, word) => { flush(); output.append(make("span", kind, {}, word)); };
  const newLine = () => { plain += "\n" + "  ".repeat(Math.min(depth, 60)); };
  const tokens = text.match(token).filter((word) => !/^\s+$/.test(word));
  for (const [index, word] of tokens.entries()) {
    const next = tokens[index + 1];
    switch (word[0]) {
      case "{": case "[":
        plain += word;
        if (next === "}" || next === "]") break;
        depth += 1;
        newLine();
        break;
      case "}": case "]":
        if (!["{", "["].includes(tokens[index - 1])) { depth = Math.max(depth - 1, 0); newLine(); }
        plain += word;
        break;
      case ",": plain += ","; newLine(); break;
      case ":": plain += ": "; break;
      case '"': coloured(next === ":" ? "k" : "s", word); break;
      case "t": case "f": case "n":
        if (word.length === 1) return null;
        coloured("w", word);
        break;
      default:
        if (!/^[-0-9]/.test(word)) return null;
        coloured("n", word);
    }
    // Lines of JSON, one value after the other.
    if (depth === 0 && next !== undefined && /^["{[tfn0-9-]/.test(next) && /^["}\]tfn0-9-]/.test(word)) plain += "\n";
  }
  flush();
  return output;
}

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
  const all = make("button", "plain-button", { type: "button" }, "Show all " + bytes(data.length));
  all.addEventListener("click", () => { box.replaceChildren(); show(data.length); all.remove(); });
  return make("div", "", {}, box, all);
}
