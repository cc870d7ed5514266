"""Checks the pages of `http-mock view` in Chromium.

Usage: page.py TOOL FOLDER [--pictures]
"""
import base64
import datetime
import json
import re
import resource
import subprocess
import sys
import time

from playwright.sync_api import expect, sync_playwright

TOOL, FOLDER = sys.argv[1], sys.argv[2]
PICTURES = "--pictures" in sys.argv
# A busy machine may need long for 2,000 rows.
expect.set_options(timeout=60_000)
A = "https://api.example.com"
HOSTILE = '"><img src=x onerror="window.hacked=1"></script><script>window.hacked=1</script><b onclick=x>\u2028&lt;'


def moment(milliseconds):
    date = datetime.datetime(2026, 3, 1, 9) + datetime.timedelta(milliseconds=milliseconds)
    return date.strftime("%Y-%m-%dT%H:%M:%S.") + f"{date.microsecond // 1000:03}Z"


def content(body):
    try:
        return {"text": body.decode()}
    except UnicodeDecodeError:
        return {"text": base64.b64encode(body).decode(), "encoding": "base64"}


def entry(at, method, url, status, wait, receive, body=b"", kind="application/json", sent=b"", sent_kind="application/json",
          fields=(), answered=(), own=None, error=None):
    made = {
        "startedDateTime": moment(at), "time": wait + receive,
        "request": {"method": method, "url": url, "headers": [{"name": n, "value": v} for n, v in fields]},
        "response": {
            "status": status, "statusText": "", "headers": [{"name": n, "value": v} for n, v in answered],
            "content": {"size": len(body), "mimeType": kind, **content(body)}},
        "timings": {"send": 0, "wait": wait, "receive": receive}}
    if sent:
        made["request"]["postData"] = {"mimeType": sent_kind, **content(sent)}
    if error:
        made["response"]["_error"] = error
    if own:
        made["_httpmock"] = own
    return made


def mocked(registration, place="CheckoutTests.swift:12"):
    return {"outcome": "mocked", "registration": registration, "place": place}


def unmocked():
    parts = [
        {"part": "host", "matches": True}, {"part": "method", "matches": True},
        {"part": "path", "matches": False, "reason": 'path segment 2 is "order", expected "orders"'}]
    near = {"registration": "POST api.example.com/v1/orders", "place": "CheckoutTests.swift:31", "verdict": "…", "parts": parts}
    fix = ["To fix this, register:", 'mock.addResponses(forPath: "/v1/order", responses: [', "    .status(.created),", "])"]
    return {"outcome": "unmocked", "diagnosis": {
        "text": "HTTPMock: no response for POST …", "nearest": [near], "notes": [], "problems": [], "fix": fix}}


PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC")


def twenty():
    fields = [("Accept", "application/json"), ("Authorization", "Bearer REDACTED")]
    cart = b'{"id":"cart_71","items":[{"price":12.50,"big":12345678901234567890,"none":null,"ok":true}],"empty":{}}'
    exchanges = [
        entry(0, "GET", A + "/v1/session", 200, 18, 2, b'{"user":"alice"}', fields=fields, own=mocked("GET api.example.com/v1/session")),
        entry(22, "GET", A + "/v1/cart?expand=items", 200, 40, 12, cart, fields=fields, own=mocked("GET api.example.com/v1/cart")),
        entry(30, "GET", "https://cdn.example.com/mug.png", 200, 12, 30, PNG, "image/png", own=mocked("cdn.example.com/*")),
        entry(34, "GET", "https://cdn.example.com/old", 302, 6, 0, answered=[("Location", "https://images.example.com/new")], own=mocked("cdn.example.com/old")),
        entry(41, "GET", "https://images.example.com/new", 200, 25, 60, PNG, "image/png", own=mocked("images.example.com/**")),
        entry(80, "POST", A + "/v1/cart", 201, 22, 1, b'{"ok":true}', sent=b'{"sku":"A-1"}', own=mocked("POST api.example.com/v1/cart")),
        entry(104, "POST", A + "/v1/order", 404, 3, 0, b"No mock", "text/plain", sent=b'{"currency":"USD"}', own=unmocked()),
        entry(120, "GET", A + "/v1/slow", 0, 80, 0, own={"outcome": "failed", "error": "URLError -1001"}, error="NSURLErrorDomain -1001"),
        entry(130, "GET", A + "/v1/blob", 200, 9, 14, bytes(range(256)) * 30, "application/octet-stream", own=mocked("GET api.example.com/v1/blob")),
        entry(150, "POST", A + "/token", 200, 31, 1, b'{"expires_in":3600}', sent=b"grant_type=refresh&scope=cart+orders", sent_kind="application/x-www-form-urlencoded", own=mocked("POST api.example.com/token")),
        entry(170, "GET", A + "/v1/stock", 500, 11, 1, b'{"error":"x"}', own=mocked("GET api.example.com/v1/stock")),
        entry(175, "GET", "https://status.example.com/", 200, 55, 4, b"<b>fine</b>", "text/html", own={"outcome": "passthrough"}),
        entry(200, "GET", A + "/v1/large", 200, 14, 40, b'[' + b'{"n":1},' * 20000 + b'0]', own=mocked("GET api.example.com/v1/large")),
        entry(220, "PUT", A + "/v1/profile", 400, 0, 0, own={"outcome": "refused", "error": "two Content-Length fields"}),
        entry(230, "GET", A + "/v1/never", 0, 70, 0, own={"outcome": "unfinished"}),
        entry(240, "GET", A + "/v1/logo.svg", 200, 4, 1, b'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" fill="#47e"/><script>window.hacked=1</script></svg>', "image/svg+xml", own=mocked("GET api.example.com/v1/logo.svg"))]
    exchanges += [entry(245 + n, "DELETE", A + f"/v1/items/{n}", 204, 5, 0, own=mocked("DELETE api.example.com/v1/items/*")) for n in range(4)]
    return exchanges


def document(entries, test=None):
    log = {"version": "1.2", "creator": {"name": "HTTPMock", "version": "1.0"}, "entries": entries}
    if test:
        log["_test"] = test
    return {"log": log}


def hostile():
    own = {"outcome": "unmocked", "registration": HOSTILE, "place": HOSTILE, "error": HOSTILE, "diagnosis": {
        "text": HOSTILE, "notes": [HOSTILE], "problems": [HOSTILE], "fix": [HOSTILE, HOSTILE], "nearest": [{
            "registration": HOSTILE, "place": HOSTILE, "verdict": HOSTILE,
            "parts": [{"part": HOSTILE, "matches": False, "reason": HOSTILE + " is " + HOSTILE + ", expected " + HOSTILE}]}]}}
    kinds = [HOSTILE, "text/html", "image/svg+xml", "application/json", "application/x-www-form-urlencoded", 'image/png" onerror="x']
    entries = [
        entry(n, HOSTILE, A + "/" + HOSTILE + "#javascript:x", [404, 200, 302, 0][n % 4], 1, 1, HOSTILE.encode(), kind, sent=HOSTILE.encode(),
              sent_kind=kind, fields=[(HOSTILE, HOSTILE)], answered=[(HOSTILE, HOSTILE), ("Location", "javascript:window.hacked=1")], own=own, error=HOSTILE)
        for n, kind in enumerate(kinds)]
    entries.append(entry(9, "GET", A + "/big", 200, 1, 1, b"x" * 10_000_000, "text/plain", own=mocked(HOSTILE)))
    entries += [
        {}, None, 7, [], {"request": None, "response": []},
        {"request": {"url": 7, "headers": "x", "method": []}, "response": {"status": "200", "content": 7, "headers": [1]}, "timings": "x", "_httpmock": 5},
        {"request": {"url": "javascript:window.hacked=1", "method": "GET"}, "response": {"status": 1e300}},
        {"_httpmock": {"outcome": "unmocked", "diagnosis": {"nearest": [5, {"parts": "x"}, {"parts": [3]}], "fix": "x", "notes": 3}}}]
    entries += [entry(20 + n, "GET", A + f"/n/{n}", 200, 1, 1, b'{"a":1}') for n in range(5000)]
    return document(entries, {"name": HOSTILE, "outcome": HOSTILE, "unused": [{"registration": HOSTILE}, 5]})


def many(count):
    made = twenty()
    return [{**made[n % 12], "startedDateTime": moment(n * 7)} for n in range(count)]


def write_pages():
    test = {"name": "CheckoutTests/paysByCard()", "outcome": "failed", "unused": [
        {"registration": "GET api.example.com/v1/receipt", "place": "CheckoutTests.swift:36", "response": "200", "served": 0}]}
    passed = {"name": "CartTests/showsCart()", "outcome": "passed", "unused": []}
    documents = {
        "twenty": document(twenty(), test), "one": document(twenty()[1:2], passed), "many": document(many(2000), passed),
        "recording": document([{k: v for k, v in e.items() if k != "_httpmock"} | {"time": 0, "timings": {}} for e in twenty()]),
        "none": document([], passed), "hostile": hostile()}
    for name, value in documents.items():
        with open(f"{FOLDER}/{name}.har", "w") as file:
            json.dump(value, file)
        began = time.monotonic()
        subprocess.run([TOOL, "view", f"{FOLDER}/{name}.har", "--output", f"{FOLDER}/{name}.html"], check=True, stdout=subprocess.DEVNULL)
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        print(f"{name}: written in {time.monotonic() - began:.1f} s; the most memory so far is {memory} MB")
    assert memory < 400, "the tool needs too much memory for the hostile file"


class Page:
    """One page in a browser of its own context; fails for any request, error or message of the console."""

    def __init__(self, browser, name, width=1300, scheme="light"):
        self.context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        self.page = self.context.new_page()
        self.trouble = []
        self.page.on("console", lambda message: self.trouble.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        self.page.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else self.trouble.append(f"request: {request.url}"))
        self.page.on("dialog", lambda dialog: self.trouble.append("a dialog"))
        self.page.goto(f"file:///{FOLDER if FOLDER.startswith('/') else subprocess.check_output(['pwd'], text=True).strip() + '/' + FOLDER}/{name}.html")

    def shown(self):
        return self.page.locator(".list > li:not([hidden])").count()

    def close(self):
        assert self.page.evaluate("window.hacked") is None, "a text of the log was run"
        assert not self.trouble, self.trouble
        self.context.close()


def check_rows(browser):
    p = Page(browser, "twenty")
    assert p.shown() == 20
    assert p.page.title() == "CheckoutTests/paysByCard()"
    assert "✕ failed" in p.page.locator("h1").inner_text()
    tiles = {t.split("\n")[1]: t.split("\n")[0] for t in p.page.locator(".tile").all_inner_texts()}
    assert tiles["requests"] == "20" and tiles["unmocked"] == "1" and tiles["unused response"] == "1", tiles
    # The first failure is open, with its difference and its fix.
    opened = p.page.locator(".list > li.open")
    assert opened.count() == 1 and opened.get_attribute("data-index") == "6"
    assert opened.locator("tr.differs").count() == 1 and opened.locator("tr.same").count() == 2
    assert opened.locator("tr.differs mark").all_inner_texts() == ["s"]
    assert "CheckoutTests.swift:31" in opened.inner_text()
    p.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened.get_by_label("Copy the fix").click()
    p.page.get_by_text("Copied", exact=True).wait_for()
    assert p.page.evaluate("navigator.clipboard.readText()").startswith('mock.addResponses(forPath: "/v1/order"')
    # A redirect is joined to the request that follows it.
    assert p.page.locator("li.hop").get_attribute("data-index") == "4"
    assert p.page.locator(".join").count() == 2
    p.close()


def check_bodies(browser):
    p = Page(browser, "twenty")
    open_row = lambda n: p.page.locator(f"#row-{n}").click()
    region = lambda n: p.page.get_by_role("region", name=f"Details of request {n + 1}", exact=True)
    open_row(1)
    text = region(1).locator("pre.box").inner_text()
    assert text.startswith('{\n  "id": "cart_71",\n  "items": [\n    {\n      "price": 12.50,'), text
    assert '"big": 12345678901234567890' in text and '"empty": {}' in text, text
    assert region(1).locator("pre .k").first.inner_text() == '"id"'
    open_row(2)
    image = region(2).locator("img")
    expect(image).to_have_js_property("naturalWidth", 10)
    assert image.get_attribute("alt") == "Body of the response of request 3"
    open_row(8)
    dump = region(8).locator("pre.hex")
    assert dump.inner_text().startswith("000000  00 01 02 03"), dump.inner_text()[:80]
    region(8).get_by_text("Show all").click()
    assert dump.inner_text().count("\n") == 480
    open_row(9)
    assert region(9).locator("dl.box dd").all_inner_texts() == ["refresh", "cart orders"]
    open_row(12)
    assert "Shows the first 65.5 kB of 160 kB. It is whole in twenty.har, entry 13." in region(12).inner_text()
    open_row(11)
    assert "<b>fine</b>" in region(11).inner_text()
    open_row(15)
    p.page.wait_for_timeout(100)
    p.close()


def check_filters(browser):
    p = Page(browser, "twenty")
    p.page.locator("#text").fill("CURRENCY")
    expect(p.page.locator("#count")).to_have_text("1 of 20 requests")
    p.page.locator("#text").press("Escape")
    assert p.shown() == 20
    p.page.locator("#method").select_option("DELETE")
    assert p.shown() == 4
    p.page.locator("#method").select_option("")
    p.page.locator("#status").select_option("5")
    assert p.shown() == 1
    p.page.locator("#status").select_option("")
    p.page.locator("button.tile.failed").click()
    assert p.shown() == 1 and p.page.locator("button.tile.failed").get_attribute("aria-pressed") == "true"
    p.page.locator("#method").select_option("PUT")
    assert p.shown() == 0 and p.page.locator("#nothing").is_visible()
    p.close()


def check_keys(browser):
    p = Page(browser, "twenty")
    focus = lambda: p.page.evaluate("document.activeElement.id")
    for _ in range(40):
        p.page.keyboard.press("Tab")
        if focus().startswith("row-"):
            break
    assert focus() == "row-6", focus()
    p.page.keyboard.press("ArrowUp")
    assert focus() == "row-5"
    tip = p.page.locator("#tip")
    assert tip.is_visible() and "23 ms" in tip.inner_text(), "the figures are shown for the focus"
    p.page.keyboard.press("Enter")
    assert p.page.locator("#row-5").get_attribute("aria-expanded") == "true"
    p.page.keyboard.press("Tab")
    assert p.page.evaluate("document.activeElement.textContent") == "Copy"
    p.page.keyboard.press("Escape")
    assert focus() == "row-5" and p.page.locator("#row-5").get_attribute("aria-expanded") == "false"
    p.page.keyboard.press("End")
    assert focus() == "row-19"
    p.page.keyboard.press("Home")
    assert focus() == "row-0"
    p.page.keyboard.press("/")
    assert focus() == "text"
    p.page.mouse.move(0, 0)
    p.page.locator("#row-1 .fall").hover()
    assert "40 ms" in tip.inner_text() and "12 ms" in tip.inner_text()
    # Everything that is operated has a name.
    unnamed = p.page.evaluate("""[...document.querySelectorAll('button, input, select, [tabindex]')]
        .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.title)).map((e) => e.outerHTML)""")
    assert not unnamed, unnamed
    p.close()


def contrast(one, other):
    def luminance(colour):
        parts = [int(value) / 255 for value in re.findall(r"\d+", colour)[:3]]
        red, green, blue = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    lighter, darker = sorted([luminance(one), luminance(other)], reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def check_themes(browser):
    pairs = [("body", "body"), (".status.s2", ".status.s2"), (".status.s4", ".status.s4"), (".status.s0", ".status.s0"),
             (".status.s3", ".status.s3"), (".host", ".list"), (".where", ".near > p"), ("tr.differs td", "tr.differs"), (".k", "pre.box"),
             (".s", "pre.box"), (".kind", "body"), (".type", ".list")]
    backs = []
    for scheme in ["light", "dark"]:
        p = Page(browser, "twenty", scheme=scheme)
        style = lambda selector, name: p.page.evaluate(f"getComputedStyle(document.querySelector({json.dumps(selector)})).{name}")
        backs.append(style("body", "backgroundColor"))
        for text, back in pairs:
            ratio = contrast(style(text, "color"), style(back, "backgroundColor"))
            assert ratio >= 4.5, f"{scheme}: {text} on {back} has the contrast {ratio:.2f}"
        p.page.locator("#theme").click()
        p.page.locator("#theme").click()
        assert p.page.locator("#theme").inner_text() == "Theme: Dark"
        assert contrast(style("body", "color"), style("body", "backgroundColor")) >= 7
        p.close()
    assert backs[0] != backs[1]


def check_widths(browser):
    for name in ["one", "twenty", "recording", "none"]:
        for width in [390, 800, 1300]:
            p = Page(browser, name, width=width)
            overflow = p.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert overflow <= 0, f"{name} at {width} px is {overflow} px too wide"
            p.close()
    p = Page(browser, "recording")
    assert p.page.locator("#page.without-times").count() == 1, "a recording without times has no waterfall"
    p.page.emulate_media(media="print")
    assert not p.page.locator(".filters").is_visible()
    p.close()


def check_many(browser):
    p = Page(browser, "many")
    assert p.shown() == 2000
    slowest = p.page.evaluate("""async () => {
        let last = performance.now(), slowest = 0;
        for (let n = 0; n < 120; n += 1) {
            scrollBy(0, 600);
            await new Promise(requestAnimationFrame);
            const now = performance.now();
            if (n > 5) slowest = Math.max(slowest, now - last);
            last = now;
        }
        return slowest;
    }""")
    print(f"2,000 requests: the slowest of 120 frames while scrolling had {slowest:.0f} ms")
    began = time.monotonic()
    p.page.locator("#text").fill("stock")
    expect(p.page.locator("#count")).to_have_text(re.compile("^166 of"))
    print(f"2,000 requests: filtered in {time.monotonic() - began:.2f} s")
    p.close()


def check_hostile(browser):
    p = Page(browser, "hostile")
    assert p.shown() == 5015
    for index in range(15):
        row = p.page.locator(f"#row-{index}")
        if row.get_attribute("aria-expanded") == "false":
            row.click()
    p.page.locator("details.unused summary").click()
    for summary in p.page.locator("details.printed summary").all():
        summary.click()
    p.page.wait_for_timeout(300)
    assert p.page.evaluate("document.querySelectorAll('script').length") == 2
    assert p.page.evaluate("[...document.querySelectorAll('*')].filter((e) => e.hasAttribute('onerror') || e.hasAttribute('onclick')).length") == 0
    p.close()


with sync_playwright() as driver:
    write_pages()
    browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    for check in [check_rows, check_bodies, check_filters, check_keys, check_themes, check_widths, check_many, check_hostile]:
        check(browser)
        print(f"{check.__name__}: passed")
    if PICTURES:
        for name in ["one", "twenty", "many", "recording", "hostile", "none"]:
            for width in [1300, 390]:
                for scheme in ["light", "dark"]:
                    p = Page(browser, name, width, scheme)
                    p.page.screenshot(path=f"{FOLDER}/{name}-{width}-{scheme}.png")
                    p.close()
    browser.close()
