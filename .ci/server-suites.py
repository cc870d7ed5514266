#!/usr/bin/env python3
"""Sends the requests of two official suites to a server, and compares its answers with what the suites expect.

    .ci/server-suites.py URL FOLDER

FOLDER has clones of github.com/uNetworking/h1spec and github.com/MDA2AV/Http11Probe. Both run in environments that few
machines have (Deno, .NET), so their cases are read from their source: the bytes of the request, and the statuses that
pass. Cases of Http11Probe whose request is computed, or whose verdict is code without a status in its description, are
counted as not read.
"""
import ast
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
# A literal of JavaScript or C#, whose escapes are those of Python.
LITERAL = r'"(?:[^"\\]|\\.)*"'


def answer(address, request):
    """The status of the first response (0 if there is none), the bytes after its head, and how the wait ended."""
    received, ending = b"", "closed"
    with socket.create_connection(address, timeout=2) as client:
        client.sendall(request.encode("latin-1", "replace"))
        try:
            while part := client.recv(65536):
                received += part
                if b"\r\n\r\n" in received:
                    client.settimeout(0.5)
        except TimeoutError:
            ending = "open"
        except ConnectionResetError:
            pass
    found = re.match(rb"HTTP/1\.\d (\d{3})", received)
    return int(found[1]) if found else 0, received.partition(b"\r\n\r\n")[2], ending


def h1spec(folder, address):
    """The cases of h1spec: name, request, and a function that judges an answer."""
    text = (folder / "http_test.ts").read_text()
    for case in re.findall(r"\{\s*request:.*?\}", text[text.index("const testCases") : text.index("\n];")], re.S):
        fields = dict(re.findall(r"(\w+): (.*?),?\n", case))
        body = ast.literal_eval(fields.get("expectedBody", "''")).encode()

        def judge(status, received, ending, fields=fields, body=body):
            if fields.get("expectedTimeout") == "true":
                return (status, ending) == (0, "open")
            isExpected = any(low <= status <= high for low, high in ast.literal_eval(fields["expectedStatus"]))
            return isExpected and not (body and status == 200 and received != body)

        yield ast.literal_eval(fields["description"]), ast.literal_eval(fields["request"]), judge


def http11probe(folder, address):
    """The cases of Http11Probe as those of h1spec, with None as the request of those that can't be read."""
    values = {"HostHeader": f"{address[0]}:{address[1]}", "Host": address[0], "Port": str(address[1])}
    for suite in ["Compliance", "Smuggling", "MalformedInput", "Normalization"]:
        text = (folder / f"src/Http11Probe/TestCases/Suites/{suite}Suite.cs").read_text()
        for case in re.split(r"yield return new TestCase\b", text)[1:]:
            payload = re.search(rf"PayloadFactory = \w+ => MakeRequest\(\s*((?:\$?{LITERAL}\s*\+?\s*)+)\)", case)
            expected = expectation(case)
            request = None
            if payload and expected is not None:
                request = "".join(ast.literal_eval(literal) for literal in re.findall(LITERAL, payload[1]))
                request = re.sub(r"\{ctx\.(\w+)\}", lambda found: values[found[1]], request)

            def judge(status, _, ending, expected=expected):
                return status in expected or status == 0 and "silence" in expected

            yield re.search(r'Id = "([^"]+)"', case)[1], request, judge


def expectation(case):
    """The statuses that pass, and "silence" for a closed connection or a timeout; None if they are code."""

    def family(text):
        """The statuses of `4` and `4xx`, or of a number as `404`."""
        return set(range(int(text[0]) * 100, int(text[0]) * 100 + 100)) if text[1:] in ("", "xx") else {int(text)}

    expected = {"silence"} if "AllowConnectionClose = true" in case else set()
    status = re.search(r"ExpectedStatus = StatusCodeRange\.(\w+)(?:\(([^)]*)\))?", case)
    if status and "CustomValidator" not in case:
        numbers = [int(number) for number in re.findall(r"\d+", status[2] or "")]
        if status[1] == "Range":
            return expected | set(range(numbers[0], numbers[1] + 1))
        found = re.match(r"Range(\d)xx", status[1])
        return expected | (family(found[1]) if found else set(numbers))
    described = re.search(r'Description = "([^"]*)"[^}]*CustomValidator', case)
    described = described[1] if described else ""
    # A status that is forbidden, as in "!101" and "non-1xx".
    if forbidden := re.match(r"(?:!|non-)([1-5](?:xx|\d\d))", described):
        return set(range(100, 600)) - family(forbidden[1])
    statuses = set().union(*map(family, re.findall(r"\b[1-5](?:\d\d\b|xx)", described)))
    silence = {"silence"} if re.search("close|timeout", described) else set()
    return statuses | expected | silence if statuses else None


def main(url, folder):
    parts = urllib.parse.urlsplit(url)
    address = (parts.hostname, parts.port)
    failed = False
    for suite, read in [("h1spec", h1spec), ("Http11Probe", http11probe)]:
        cases = list(read(pathlib.Path(folder) / suite, address))
        asked = [case for case in cases if case[1] is not None]
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            answers = list(pool.map(lambda case: answer(address, case[1]), asked))
        wrong = [(name, found) for (name, _, judge), found in zip(asked, answers) if not judge(*found)]
        complaints = [(name, found) for name, found in wrong if name not in DIFFERENT]
        print(
            f"{suite}: {len(asked) - len(wrong)} of {len(asked)} as expected, {len(wrong) - len(complaints)} different "
            f"on purpose, {len(cases) - len(asked)} not read")
        for name, (status, received, ending) in complaints:
            print(f"{name}: answered {status} {received[:40]}, {ending}")
        failed = failed or bool(complaints) or len(asked) < 30
    sys.exit(1 if failed else 0)


main(*sys.argv[1:])
