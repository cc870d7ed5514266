#!/usr/bin/env python3
"""Reads HAR files with haralyzer, a reader that is not ours, and prints their entries.

    python3 -m pip install haralyzer && .ci/read-har.py FILE …
"""
import json
import sys

from haralyzer import HarParser


def main(paths):
    if not paths:
        sys.exit("no file given")
    for path in paths:
        with open(path, encoding="utf-8") as file:
            parser = HarParser(json.load(file))
        print(f"{path}: version {parser.version}, by {parser.creator}")
        entries = [entry for page in parser.pages for entry in page.entries]
        assert len(entries) == len(parser.har_data["entries"]), "an entry is on no page"
        for entry in entries:
            print(f"  {entry.startTime.isoformat()} {entry.request.method} {entry.request.url}: {entry.response.status}")
            assert entry.response.mimeType and entry.response.bodySize >= 0
            assert all(header["name"] for header in entry.request.headers + entry.response.headers)


main(sys.argv[1:])
