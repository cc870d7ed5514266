#!/usr/bin/env python3
"""Reads HAR files with readers that are not ours.

    python3 -m pip install haralyzer && .ci/read-har.py FILE …

prints the entries of our own files as haralyzer reads them.

    HTTPMOCK_HAR_FOLDER=FOLDER swift test --filter ForeignFilesTests && .ci/read-har.py --played FOLDER

compares what a session was played from the files of other tools with what the files say. Every entry must have been
played with the status and the bytes of the file, or refused because the file leaves something out.
"""
import base64
import collections
import json
import pathlib
import re
import sys


def read(paths):
    from haralyzer import HarParser

    for path in paths:
        parser = HarParser(json.loads(pathlib.Path(path).read_bytes()))
        print(f"{path}: version {parser.version}, by {parser.creator}")
        entries = [entry for page in parser.pages for entry in page.entries]
        assert len(entries) == len(parser.har_data["entries"]), "an entry is on no page"
        for entry in entries:
            time, request = entry.startTime.isoformat(), entry.request
            print(f"  {time} {request.method} {request.url}: {entry.response.status}")
            assert entry.response.mimeType and entry.response.bodySize >= 0
            assert all(header["name"] for header in entry.request.headers + entry.response.headers)


def field(message, name):
    values = [f.get("value") for f in message.get("headers") or [] if (f.get("name") or "").lower() == name]
    return next((value for value in values if isinstance(value, str)), None)


def body(entry, folder, creator):
    """The bytes of a response; None if the file leaves them out."""
    response = entry["response"]
    content = response.get("content") or {}
    kind = field(response, "content-type") or content.get("mimeType") or ""
    if isinstance(content.get("_file"), str):
        return (folder / content["_file"]).read_bytes()
    text = content.get("text")
    if not isinstance(text, str):
        return None
    if content.get("encoding") == "base64":
        return base64.b64decode(text)
    if any("\ud800" <= character <= "\udfff" for character in text):
        # Bytes that are not UTF-8, as Python's surrogateescape writes them.
        return text.encode("utf-8", "surrogateescape")
    decoded = ["charset=", "json", "html", "xml", "css", "javascript"]
    if creator.startswith("mitmproxy") and not any(word in kind.lower() for word in decoded):
        return text.encode("latin-1", "ignore") if all(ord(c) < 256 for c in text) else text.encode()
    charset = re.search(r"charset=[\"']?([^\"'; ]+)", kind, re.I)
    try:
        return text.encode(charset[1] if charset else "utf-8")
    except (LookupError, UnicodeEncodeError):
        return text.encode()


def incomplete(entry):
    """Why a file's entry can't be played; None if it could be."""
    request, response = entry.get("request"), entry.get("response")
    if not isinstance(request, dict) or not isinstance(response, dict):
        return "no request or no response"
    url = request.get("url")
    if not request.get("method") or not isinstance(url, str) or not url:
        return "no method or no URL"
    if not re.match(r"https?://[^/]", url, re.I):
        return "not an HTTP URL"
    status = response.get("status")
    if status is None or status < 200:
        return f"status {status}"
    content = response.get("content") or {}
    if content.get("encoding") == "base64":
        try:
            base64.b64decode(re.sub(r"\s", "", content.get("text") or ""), validate=True)
        except ValueError:
            return "the response's body is no base64"
    lengths = [content.get("size"), response.get("bodySize"), field(response, "content-length")]
    if not content.get("text") and any(str(length) not in ("None", "0", "") for length in lengths):
        return "the response's body is left out"
    sent = request.get("postData") or {}
    if not sent.get("text") and "multipart" in (sent.get("mimeType") or ""):
        return "the request's body is left out, all but its parts"
    lengths = [request.get("bodySize"), field(request, "content-length")]
    if not sent.get("text") and any(str(length) not in ("None", "0", "-1", "") for length in lengths):
        return "the request's body is left out"
    return None


def read_log(path):
    """The log of a file; None if the file is no HAR."""
    try:
        log = json.loads(path.read_text("utf-8-sig"))["log"]
        return log if isinstance(log["entries"], list) else None
    except (ValueError, KeyError, TypeError):
        return None


def is_web_socket(entry):
    scheme = entry["request"]["url"].split(":")[0].lower()
    return scheme in ("ws", "wss") or entry["response"].get("status") == 101


def compare(folder):
    counts, refusals, faults = collections.Counter(), collections.Counter(), []
    for report in map(json.loads, (folder / "played.jsonl").read_bytes().splitlines()):
        path = folder / report["file"]
        counts["files"] += 1
        log = read_log(path)
        if log is None or "error" in report:
            counts["files that are no HAR, and were refused"] += 1
            if log is not None or "error" not in report:
                faults.append(f"{report['file']}: {report.get('error', 'opened, although it is no HAR')}")
            continue
        creator = log.get("creator")
        creator = (creator.get("name") or "") if isinstance(creator, dict) else ""
        played = {entry["number"]: entry for entry in report["entries"]}
        refused = {problem["number"]: problem["reason"] for problem in report["problems"]}
        counts["files with an entry that is played"] += bool(played)
        for number, entry in enumerate(log["entries"], 1):
            counts["entries"] += 1
            place = f"{report['file']}, entry {number}"
            if number in refused:
                why = incomplete(entry)
                counts["refused"] += 1
                refusals[re.sub(r'".*"|-?\d+|file .*,|scheme is .*', "…", refused[number])] += 1
                if why is None:
                    faults.append(f"{place}: refused, although nothing is missing: {refused[number]}")
                continue
            if number not in played and is_web_socket(entry):
                counts["WebSockets, which only http-mock serve plays"] += 1
                continue
            if number not in played:
                faults.append(f"{place}: neither played nor refused")
                continue
            result = played[number]
            if "error" in result:
                counts["played as an error"] += 1
                if entry["response"].get("status") not in (0, -1) and not entry["response"].get("_error"):
                    faults.append(f"{place}: {result['error']}")
                continue
            counts["played as a response"] += 1
            expected = body(entry, path.parent, creator) or b""
            if entry["request"]["method"] == "HEAD" or entry["response"]["status"] in (204, 304):
                expected = b""
            received = base64.b64decode(result["body"])
            if result["status"] != entry["response"]["status"] or received != expected:
                faults.append(
                    f"{place}: status {result['status']}, {len(received)} bytes, not {entry['response']['status']}, "
                    f"{len(expected)} bytes: {received[:40]!r}, not {expected[:40]!r}"
                )
    for name, count in counts.items():
        print(f"{count:7} {name}")
    for reason, count in refusals.most_common():
        print(f"{count:7} refused: {reason}")
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


if sys.argv[1] == "--played":
    compare(pathlib.Path(sys.argv[2]))
else:
    read(sys.argv[1:])
