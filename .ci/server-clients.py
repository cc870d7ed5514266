#!/usr/bin/env python3
"""Asks a served mock by clients that share no code with it: curl, http.client and h11.

Usage: server-clients.py URL, where URL is that of a process of Tests/ServedMock.
"""

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import urllib.parse

import h11

base = sys.argv[1]
address = urllib.parse.urlsplit(base)
content = b"".join(bytes([n & 0xFF, n >> 8 & 0xFF]) for n in range(100_000))
checks = 0


def check(name, actual, expected):
    global checks
    checks += 1
    if actual != expected:
        sys.exit(f"{name}: {actual!r} instead of {expected!r}")


def curl(*arguments, stdin=None):
    """Returns curl's exit status, standard output and standard error."""
    done = subprocess.run(["curl", "-sS", "--max-time", "20", *arguments], input=stdin, capture_output=True)
    return done.returncode, done.stdout, done.stderr


def curl_checks():
    check("a request", curl(f"{base}/"), (0, b"hello, world", b""))
    check("HTTP/1.0", curl("--http1.0", f"{base}/"), (0, b"hello, world", b""))
    check("a stream", curl(f"{base}/stream")[1].count(b"\n"), 50)
    check("a stream to HTTP/1.0", curl("--http1.0", f"{base}/stream")[1].count(b"\n"), 50)
    body = os.urandom(300_000)
    upload = ["-X", "POST", "--data-binary", "@-", f"{base}/echo"]
    check("an upload that waits for 100", curl("-H", "Expect: 100-continue", *upload, stdin=body)[1], body)
    check("an upload without", curl("-H", "Expect:", *upload, stdin=body)[1], body)
    check("a chunked upload", curl("-H", "Transfer-Encoding: chunked", *upload, stdin=body)[1], body)
    trace = curl("-v", "-H", "Expect: 100-continue", *upload, stdin=body)[2]
    check("the interim response", trace.count(b"< HTTP/1.1 100 Continue"), 1)
    kept = curl("-v", f"{base}/", f"{base}/none", f"{base}/stream", f"{base}/")[2]
    check("one connection for four requests", kept.count(b"Connected to"), 1)
    check("a HEAD request", curl("-I", f"{base}/")[1].split(b"\r\n")[0], b"HTTP/1.1 200 OK")
    check("a redirect that is followed", curl("-L", f"{base}/redirect")[1], b"hello, world")
    check("a proxy", curl("-x", base, "http://example.com/")[1], b"hello, world")
    check("a proxy with TLS", curl("-x", base, "https://example.com/")[0], 56)
    check("another expectation", curl("-o", "/dev/null", "-w", "%{http_code}", "-H", "Expect: x", f"{base}/")[1], b"417")
    check("no HTTP at all", curl(f"{base}/garbage")[0] in (1, 8), True)
    check("an answer of HTTP/0.9 if that is allowed", curl("--http0.9", f"{base}/garbage")[1], b"garbage\r\n\r\n")
    status, part, _ = curl(f"{base}/lost")
    check("a connection that is lost", (status, part), (56, b"0123"))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "download")
        with open(path, "wb") as file:
            file.write(content[:70_001])
        check("a download that is resumed", curl("-C", "-", "-o", path, f"{base}/download")[0], 0)
        with open(path, "rb") as file:
            check("its bytes", file.read(), content)


def http_client_checks():
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=20)
    for number in range(200):
        connection.request("GET", "/")
        check(f"request {number} of http.client", connection.getresponse().read(), b"hello, world")
    connection.request("POST", "/echo", body=iter([b"a" * 5000, b"b"]), encode_chunked=True)
    check("an upload of an iterator", connection.getresponse().read(), b"a" * 5000 + b"b")
    connection.request("GET", "/stream")
    check("a stream", connection.getresponse().read().count(b"\n"), 50)
    connection.request("GET", "/none")
    answer = connection.getresponse()
    check("no content", (answer.status, answer.read()), (204, b""))
    connection.request("HEAD", "/")
    answer = connection.getresponse()
    check("HEAD", (answer.headers["Content-Length"], answer.read()), ("12", b""))
    connection.request("GET", "/download")
    check("a download", connection.getresponse().read(), content)
    connection.close()


def h11_checks():
    plain = socket.create_connection((address.hostname, address.port), timeout=20)
    parser = h11.Connection(our_role=h11.CLIENT)

    def ask(method, target, body=b""):
        fields = [("Host", address.netloc), ("Content-Length", str(len(body)))]
        plain.sendall(parser.send(h11.Request(method=method, target=target, headers=fields)))
        plain.sendall(parser.send(h11.Data(data=body)) + parser.send(h11.EndOfMessage()))
        received, status = b"", None
        while True:
            event = parser.next_event()
            if event is h11.NEED_DATA:
                parser.receive_data(plain.recv(1000))
            elif isinstance(event, h11.Response):
                status = event.status_code
            elif isinstance(event, h11.Data):
                received += event.data
            elif isinstance(event, h11.EndOfMessage):
                parser.start_next_cycle()
                return status, received

    for number in range(50):
        check(f"request {number} of h11", ask("GET", "/"), (200, b"hello, world"))
        check("an upload", ask("POST", "/echo", b"x" * number), (200, b"x" * number))
        check("no content", ask("GET", "/none"), (204, b""))
        check("HEAD", ask("HEAD", "/stream"), (200, b""))
        check("a stream", ask("GET", "/stream")[1].count(b"\n"), 50)
    check("a download", ask("GET", "/download"), (200, content))
    check("not found", ask("GET", "/nothing")[0], 404)
    plain.close()


curl_checks()
http_client_checks()
h11_checks()
print(f"{checks} checks by curl, http.client and h11 passed")
