#!/usr/bin/env python3
"""Sends the requests of two official suites to a server, and compares its answers with what the suites expect.

    .ci/server-suites.py URL FOLDER

FOLDER has clones of github.com/uNetworking/h1spec and github.com/MDA2AV/Http11Probe. Both run in environments that few
machines have (Deno, .NET), so their cases are read from their source: the bytes of the request, and the statuses that
pass. Cases of Http11Probe whose request is computed, or whose verdict is code without a status in its description, are
counted as not read.
"""
import concurrent.futures
import pathlib
import re
import socket
import sys
import urllib.parse

# Cases of Http11Probe that a mock answers otherwise, with the reason.
DIFFERENT = {
    "COMP-ABSOLUTE-FORM": "the host of the target has no mock: 404",
    "SMUG-ABSOLUTE-URI-HOST-MISMATCH": "the host of the target has no mock: 404",
    "COMP-HOST-EMPTY-VALUE": "RFC 9112 §3.2 has an empty Host for a target without an authority",
    "COMP-UNKNOWN-METHOD": "a mock answers every method",
    "COMP-405-ALLOW": "a mock answers every method",
    "COMP-NO-CL-IN-204": "the mock's answer is a 200",
    "SMUG-EXPECT-100-CL": "the first answer is the 100, as asked",
    "MAL-POST-CL-HUGE-NO-BODY": "413, because of the limit of bodies",
}


def unescaped(literal):
    """The text of a string literal of C# or JavaScript."""
    simple = {"r": "\r", "n": "\n", "t": "\t", "0": "\0"}

    def replaced(found):
        if found[1]:
            return chr(int(found[1][1:], 16))
        return simple.get(found[2], found[2])

    return re.sub(r"\\(?:(x[0-9a-fA-F]{1,4}|u[0-9a-fA-F]{4})|(.))", replaced, literal, flags=re.S)


def answer(address, request, wait):
    """The status of the first response (0 if there is none), the bytes after its head, and how the wait ended."""
    received = b""
    with socket.create_connection(address, timeout=wait) as client:
        client.sendall(request)
        try:
            while True:
                part = client.recv(65536)
                if not part:
                    ending = "closed"
                    break
                received += part
                if b"\r\n\r\n" in received:
                    client.settimeout(0.5)
        except TimeoutError:
            ending = "open"
        except ConnectionResetError:
            ending = "closed"
    found = re.match(rb"HTTP/1\.\d (\d{3})", received)
    return int(found[1]) if found else 0, received.partition(b"\r\n\r\n")[2], ending


def h1spec(folder, address):
    """The cases of h1spec as functions that return a complaint, or None."""
    text = (folder / "http_test.ts").read_text()
    text = text[text.index("const testCases") : text.index("\n];")]
    for case in re.findall(r"\{\s*request:.*?\}", text, re.S):
        request = unescaped(re.search(r'request: "((?:[^"\\]|\\.)*)"', case)[1]).encode("latin-1")
        name = re.search(r'description: "([^"]*)"', case)[1]
        ranges = re.findall(r"\[(-?\d+), (-?\d+)\]", re.search(r"expectedStatus: (.*)", case)[1])
        body = re.search(r'expectedBody: "([^"]*)"', case)
        waits = "expectedTimeout: true" in case

        def run(request=request, name=name, ranges=ranges, body=body, waits=waits):
            status, received, ending = answer(address, request, 2)
            if waits:
                return None if (status, ending) == (0, "open") else f"{name}: answered {status}, {ending}"
            isExpected = any(int(low) <= status <= int(high) for low, high in ranges)
            if not isExpected or body and status == 200 and received != body[1].encode():
                return f"{name}: answered {status} {received[:40]}, expected {ranges}"
            return None

        yield name, run


def http11probe(folder, address):
    """The cases of Http11Probe that can be read as functions that return a complaint, or None; None for others."""
    host, port = address
    for suite in ["Compliance", "Smuggling", "MalformedInput", "Normalization"]:
        text = (folder / f"src/Http11Probe/TestCases/Suites/{suite}Suite.cs").read_text()
        for case in re.split(r"yield return new TestCase\b", text)[1:]:
            name = re.search(r'Id = "([^"]+)"', case)[1]
            literal = r'\$?"(?:[^"\\]|\\.)*"'
            payload = re.search(rf"PayloadFactory = \w+ => MakeRequest\(\s*((?:{literal}\s*\+?\s*)+)\)", case)
            if not payload:
                yield name, None
                continue
            parts = re.findall(r'(\$?)"((?:[^"\\]|\\.)*)"', payload[1])
            request = "".join(unescaped(interpolated(part, host, port) if dollar else part) for dollar, part in parts)
            expected = expectation(case)
            if expected is None:
                yield name, None
                continue

            def run(name=name, request=request, expected=expected):
                status, _, ending = answer(address, request.encode("latin-1", "replace"), 2)
                if status in expected or status == 0 and "silence" in expected:
                    return None
                return f"{name}: answered {status}, {ending}; expected {sorted(map(str, expected))[:8]}"

            yield name, run


def interpolated(text, host, port):
    for name, value in [("HostHeader", f"{host}:{port}"), ("Host", host), ("Port", str(port))]:
        text = text.replace("{ctx." + name + "}", value)
    return text.replace("{{", "{").replace("}}", "}")


def expectation(case):
    """The statuses that pass, and "silence" for a closed connection or a timeout; None if they are code."""
    expected = {"silence"} if "AllowConnectionClose = true" in case else set()
    status = re.search(r"ExpectedStatus = StatusCodeRange\.(\w+)(?:\(([^)]*)\))?", case)
    if status and "CustomValidator" not in case:
        numbers = [int(number) for number in re.findall(r"\d+", status[2] or "")]
        if status[1] == "Range":
            return expected | set(range(numbers[0], numbers[1] + 1))
        family = re.match(r"Range(\d)xx", status[1])
        return expected | (set(range(int(family[1]) * 100, int(family[1]) * 100 + 100)) if family else set(numbers))
    described = re.search(r'Description = "([^"]*)"[^}]*CustomValidator', case)
    described = described[1] if described else ""
    # A status that is forbidden, as in "!101" and "non-1xx".
    if forbidden := re.match(r"(?:!|non-)([1-5])(xx|\d\d)", described):
        first = int(forbidden[1]) * 100 if forbidden[2] == "xx" else int(forbidden[1] + forbidden[2])
        return set(range(100, 600)) - set(range(first, first + 100 if forbidden[2] == "xx" else first + 1))
    expected |= {int(number) for number in re.findall(r"\b[1-5]\d\d\b", described)}
    for family in re.findall(r"\b([1-5])xx", described):
        expected |= set(range(int(family) * 100, int(family) * 100 + 100))
    if "close" in described or "timeout" in described:
        expected.add("silence")
    return expected - {"silence"} and expected or None


def main(url, folder):
    parts = urllib.parse.urlsplit(url)
    address = (parts.hostname, parts.port)
    failed = False
    for suite, read in [("h1spec", h1spec), ("Http11Probe", http11probe)]:
        cases = list(read(pathlib.Path(folder) / suite, address))
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            found = list(pool.map(lambda case: (case[0], case[1]()), [case for case in cases if case[1]]))
        complaints = [text for name, text in found if text and name not in DIFFERENT]
        different = sum(bool(text) for name, text in found if name in DIFFERENT)
        read_count = len(found)
        print(
            f"{suite}: {read_count - len(complaints) - different} of {read_count} as expected, {different} different "
            f"on purpose, {len(cases) - read_count} not read"
        )
        print("\n".join(complaints))
        failed = failed or bool(complaints) or read_count < 30
    sys.exit(1 if failed else 0)


main(*sys.argv[1:])
