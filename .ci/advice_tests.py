"""Random tests of a newcomer, each with one mistake."""
import json
import random
import string
import urllib.parse

HOSTS = ["api.example.com", "shop.example.org", "example.com", "auth.example.net", "localhost:8080"]
WORDS = ["users", "orders", "items", "search", "cart", "profile", "teams", "reports", "messages", "invoices", "tags"]
PREFIXES = ["", "", "", "/v1", "/v2", "/api", "/api/v3"]
TEXTS = ["bob", "alice", "O'Brien", "blue", "Crème", "a b", "2024", "swift", "x-1", "say \"hi\"", "漢字", "50%", "new"]
METHODS = ["GET", "GET", "GET", "POST", "PUT", "DELETE", "PATCH"]


def literal(value):
    """A value as a Swift literal."""
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "[" + (", ".join(f"{literal(name)}: {literal(member)}" for name, member in value.items()) or ":") + "]"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


def raw(text):
    """A text as a raw literal, as tests write JSON."""
    return f'#"{text}"#'


class Registration:
    """A registration, and the request that it answers."""

    def __init__(self, random, number):
        self.random = random
        self.host = random.choice(HOSTS)
        self.method = random.choice(METHODS)
        self.hasMethod = random.random() < 0.6 or self.method != "GET"
        self.segments = [f"{random.choice(WORDS)}{random.choice(['', '', number])}"]
        if random.random() < 0.6:
            self.segments.append(random.choice([str(random.randint(1, 99)), "me", "a-b", "Q1.pdf", "o'neil"]))
        if random.random() < 0.3:
            self.segments.append(random.choice(WORDS))
        self.prefix = random.choice(PREFIXES)
        # The query of the registration, whose values are Swift source, and that of the request.
        self.query = None
        self.sent = []
        self.conditions = []
        self.headers = {}
        self.body = None
        self.answer = json.dumps({"id": random.randint(1, 99)})
        self.responses = None
        # The function or the block that registers.
        self.form = random.choice(["statement", "statement", "lines", "tree", "hosted", "nested", "url", "trait"])
        self.isExpected = random.random() < 0.7
        # What the source has in the place of the path, the host and the method of the request.
        self.pattern = None
        self.writtenHost = self.host
        self.writtenMethod = None
        # The number of responses, and of requests.
        self.count = 1
        # A trait with a host changes the default host.
        self.mayOmitHost = True

    @property
    def path(self):
        return f"{self.prefix}/{'/'.join(self.segments)}"

    @property
    def url(self):
        query = "&".join(name if value is None else f"{name}={value}" for name, value in self.sent)
        return f"https://{self.host}{self.path}" + (f"?{query}" if self.sent else "")

    def addQuery(self):
        """Gives the request a query that the registration has."""
        random = self.random
        for name in random.sample(["q", "page", "limit", "sort", "flag", "year"], random.randint(1, 2)):
            value = random.choice([str(random.randint(1, 30)), random.choice(["a", "swift", "name", "it's"]), "true"])
            self.sent.append((name, None if name == "flag" else value))
        self.query = [(name, self.queryLiteral(value)) for name, value in self.sent]

    def queryLiteral(self, value):
        if value is not None and (value.isdigit() or value == "true") and self.random.random() < 0.4:
            return value
        return literal(value)

    def addBody(self):
        """Gives the request a JSON body, and returns its members."""
        random = self.random
        members = {}
        for name in random.sample(["name", "id", "age", "on", "price", "address", "tags", "note"], random.randint(1, 4)):
            members[name] = {
                "name": lambda: random.choice(TEXTS), "id": lambda: random.randint(1, 99),
                "age": lambda: random.randint(1, 99), "on": lambda: random.random() < 0.5,
                "price": lambda: random.randint(1, 99) / 4,
                "address": lambda: {"city": random.choice(TEXTS), "zip": str(random.randint(10, 99))},
                "tags": lambda: random.sample(TEXTS[:4], 2), "note": lambda: None}[name]()
        self.method, self.hasMethod = random.choice(["POST", "PUT"]), random.random() < 0.7
        self.headers["Content-Type"] = "application/json"
        self.body = json.dumps(members, ensure_ascii=False)
        return members

    # The source.

    def arguments(self, *, hasQuery=True):
        text = ""
        if self.writtenMethod:
            text += f", method: {self.writtenMethod}"
        elif self.hasMethod:
            text += f", method: .{self.method.lower()}"
        if self.query is not None and hasQuery:
            text += ", query: [" + ", ".join(f"{literal(name)}: {value}" for name, value in self.query) + "]"
        if self.conditions:
            text += ", when: " + ", ".join(self.conditions)
        return text

    @property
    def answers(self):
        return self.responses or [f".json({raw(self.answer)})"] * self.count

    def source(self):
        """The lines of the registration in the function, and those in the attribute."""
        pattern = self.pattern or self.path
        responses = f"responses: [{', '.join(self.answers)}]"
        isDefault = self.writtenHost is None or self.writtenHost == "example.com" and self.mayOmitHost
        host = "" if isDefault else f", host: {literal(self.writtenHost)}"
        block = [f"MockResponse{answer}" for answer in self.answers]
        inner = [f"Path({literal(pattern)}{self.arguments()}) {{"] + [f"    {line}" for line in block] + ["}"]
        form = self.form
        if form == "url" and (self.query is not None or not self.writtenHost or not pattern.startswith("/")):
            form = "statement"
        if form == "nested":
            outer, _, rest = pattern.lstrip("/").partition("/")
            if not rest or "?" in pattern or ":/" in pattern:
                form = "tree"
            else:
                inner = [f"Path({literal('/' + rest)}{self.arguments()}) {{"] + inner[1:]
                inner = [f"Path({literal('/' + outer)}) {{"] + [f"    {line}" for line in inner] + ["}"]
        if form == "url":
            url = f"https://{self.writtenHost}{pattern}"
            return [f"mock.addResponses(forURL: {literal(url)}{self.arguments()}, {responses})"], []
        if form == "statement":
            return [f"mock.addResponses(forPath: {literal(pattern)}{host}{self.arguments()}, {responses})"], []
        if form == "lines":
            return ["mock.addResponses(", f"    forPath: {literal(pattern)}{host}{self.arguments()},", f"    {responses})"], []
        if self.writtenHost is None:
            return ["mock.registerResponses {"] + [f"    {line}" for line in inner] + ["}"], []
        if form == "hosted":
            return [f"mock.registerResponses(host: {literal(self.writtenHost)}) {{"] + [f"    {line}" for line in inner] + ["}"], []
        if form == "trait":
            return [], [f"@Test(.httpMock(host: {literal(self.writtenHost)}) {{"] + [f"    {line}" for line in inner] + ["})"]
        lines = [f"Host({literal(self.writtenHost)}) {{"] + [f"    {line}" for line in inner] + ["}"]
        return ["mock.registerResponses {"] + [f"    {line}" for line in lines] + ["}"], []

    def call(self, isQuiet=False):
        arguments = [literal(self.method), literal(self.url)]
        if self.headers:
            arguments.append(f"headers: {literal(self.headers)}")
        if self.body is not None:
            arguments.append(f"body: {raw(self.body)}")
        call = f"try await call({', '.join(arguments)})"
        if isQuiet:
            return f"_ = try? await call({', '.join(arguments)})"
        if self.isExpected:
            return f"#expect({call} == {raw(self.answer)})"
        return call

    @property
    def summary(self):
        path = urllib.parse.quote(self.path, safe="/%'")
        query = self.url.partition("?")[2]
        return f"{self.method} {path}" + (f"?{query}" if query else "")


class Case:
    """A test: its registrations, the lines of its calls and of its checks."""

    def __init__(self, random, number, mistake):
        self.name = f"case{number:03}"
        self.kind = mistake.__name__
        first = Registration(random, number)
        self.registrations = [first]
        for _ in range(random.choice([0, 0, 1, 2])):
            other = Registration(random, random.randint(100, 999))
            other.host = other.writtenHost = first.host if random.random() < 0.7 else other.host
            other.segments[0] = f"{other.segments[0]}x{len(self.registrations)}"
            other.form = random.choice(["statement", "tree", "hosted", "lines"])
            self.registrations.append(other)
        self.isQuiet = random.random() < 0.2
        self.checks = []
        self.calls = None
        self.extra = []
        mistake(self, random)
        for registration in self.registrations:
            registration.mayOmitHost = not any(other.form == "trait" for other in self.registrations)

    @property
    def target(self):
        return self.registrations[0]

    def lines(self):
        attribute = ["@Test(.httpMock)"]
        body = []
        for registration in self.registrations:
            lines, trait = registration.source()
            body += lines
            attribute = trait or attribute
        body += self.extra
        calls = self.calls
        if calls is None:
            calls = [call for each in self.registrations for call in [each.call(self.isQuiet)] * each.count]
        body += calls + self.checks
        head = [f"func {self.name}() async throws {{", "    let mock = HTTPMock.current"]
        return attribute + head + [f"    {line}" for line in body] + ["    _ = mock", "}", ""]


# The mistakes. Each changes the case so that its test fails.

def misspelled(random, text):
    """A text with one typing error."""
    positions = [index for index, letter in enumerate(text) if letter.isalpha() and letter.isascii()]
    if not positions:
        return text + "s"
    at = random.choice(positions)
    kind = random.randrange(4)
    if kind == 0 and len(text) > 3:
        return text[:at] + text[at + 1:]
    if kind == 1 and at + 1 < len(text) and text[at] != text[at + 1]:
        return text[:at] + text[at + 1] + text[at] + text[at + 2:]
    if kind == 2:
        return text[:at] + text[at] + text[at:]
    return text[:at] + random.choice([letter for letter in string.ascii_lowercase if letter != text[at].lower()]) + text[at + 1:]


def pathWithATypingError(case, random):
    target = case.target
    segments = list(target.segments)
    at = random.randrange(len(segments))
    if not any(letter.isalpha() for letter in segments[at]) or len(segments[at]) < 4:
        at = 0
    segments[at] = misspelled(random, segments[at])
    target.pattern = f"{target.prefix}/{'/'.join(segments)}"


def pathInAnotherCase(case, random):
    target = case.target
    target.pattern = f"{target.prefix}/{'/'.join([target.segments[0].capitalize()] + target.segments[1:])}"


def pathWithASlashAtItsEnd(case, random):
    case.target.pattern = case.target.path + "/"


def pathWithoutItsPrefix(case, random):
    target = case.target
    target.prefix = target.prefix or "/v1"
    target.pattern = target.path[len(target.prefix):]


def parameterOfAnotherRouter(case, random):
    target = case.target
    target.segments = [target.segments[0], str(random.randint(1, 99))] + target.segments[2:]
    spelling = random.choice([":id", "<id>", "[0-9]+", ".*", "\\d+"])
    target.pattern = f"{target.prefix}/{'/'.join([target.segments[0], spelling] + target.segments[2:])}"


def valueOfAPathOfAnotherFixture(case, random):
    target = case.target
    target.segments = [target.segments[0], str(random.randint(1, 49))] + target.segments[2:]
    other = [target.segments[0], str(random.randint(50, 99))] + target.segments[2:]
    target.pattern = f"{target.prefix}/{'/'.join(other)}"


def hostWithATypingError(case, random):
    target = case.target
    if target.host in ("example.com", "localhost:8080"):
        target.host = "api.example.com"
    target.writtenHost = misspelled(random, target.host)


def noHost(case, random):
    target = case.target
    if target.host == "example.com":
        target.host = "api.example.com"
    target.writtenHost = None
    if target.form in ("trait", "url", "nested"):
        target.form = "statement"


def hostOfAnotherEnvironment(case, random):
    target = case.target
    target.host = "api.example.com"
    target.writtenHost = random.choice(["staging.example.org", "localhost", "api.example.com:8443"])


def hostWithAScheme(case, random):
    target = case.target
    target.writtenHost = f"https://{target.host}"
    if target.form == "url":
        target.form = "statement"


def otherMethod(case, random):
    target = case.target
    target.hasMethod = True
    target.writtenMethod = "." + random.choice([method for method in ("get", "post", "put", "patch") if method != target.method.lower()])


def methodInLowerCase(case, random):
    target = case.target
    target.writtenMethod = literal(target.method.lower())


def otherValueInAQuery(case, random):
    target = case.target
    target.addQuery()
    at = random.randrange(len(target.query))
    name, value = target.query[at]
    other = {"nil": '"1"'}.get(value) or (str(int(value) + 1) if value.isdigit() else literal(value.strip('"') + "x"))
    if value == "true":
        other = "false"
    target.query[at] = (name, other)


def itemMissingInAQuery(case, random):
    target = case.target
    target.addQuery()
    target.sent.append(("limit2", "20"))


def itemThatIsNotSent(case, random):
    target = case.target
    target.addQuery()
    target.query.append(("offset", '"0"'))


def queryThatIsNotSent(case, random):
    case.target.query = [("page", '"1"')]


def queryInAPath(case, random):
    target = case.target
    target.addQuery()
    query = target.url.partition("?")[2]
    target.query = None
    target.pattern = f"{target.path}?{query}"
    if target.form in ("url", "nested"):
        target.form = "statement"


def starInAQuery(case, random):
    target = case.target
    target.addQuery()
    target.query = [(name, '"*"' if value not in ("nil",) else value) for name, value in target.query]
    if all(value != '"*"' for _, value in target.query):
        target.sent, target.query = [("q", "a")], [("q", '"*"')]


def otherHeader(case, random):
    target = case.target
    name, value, other = random.choice([
        ("Accept", "application/json", "application/JSON"), ("Accept-Language", "de-DE", "de"),
        ("X-Client", "ios", "android"), ("If-None-Match", '"v2"', '"v1"')])
    target.headers[name] = value
    target.conditions.append(f".header({literal(name)}, {literal(other)})")


def headerThatIsNotSent(case, random):
    case.target.conditions.append(random.choice(['.header("X-Trace")', '.header("Accept-Language", "de")', '.bearerToken("t")']))


def otherToken(case, random):
    case.target.headers["Authorization"] = "Bearer t0k3n"
    case.target.conditions.append(random.choice(['.bearerToken("token")', '.bearerToken("Bearer t0k3n")']))


def jsonCondition(case, members):
    random = case.target.random
    function = random.choice([".json({})", ".json(containing: {})"])
    case.target.conditions.append(function.format(literal(members)))


def otherValueInJSON(case, random):
    members = case.target.addBody()
    wrong = json.loads(json.dumps(members))
    name = random.choice(list(wrong))
    value = wrong[name]
    if isinstance(value, str):
        wrong[name] = misspelled(random, value)
    elif isinstance(value, bool):
        wrong[name] = not value
    elif isinstance(value, (int, float)):
        wrong[name] = random.choice([value + 1, str(value)])
    elif isinstance(value, dict):
        wrong[name]["city"] = misspelled(random, value["city"])
    elif isinstance(value, list):
        wrong[name] = [value[0], value[1] + "s"]
    else:
        wrong[name] = "x"
    jsonCondition(case, wrong)


def memberMissingInJSON(case, random):
    members = case.target.addBody()
    body = dict(members, extra=random.choice([1, "x", None]))
    case.target.body = json.dumps(body, ensure_ascii=False)
    case.target.conditions.append(f".json({literal(members)})")


def memberThatIsNotSent(case, random):
    members = case.target.addBody()
    jsonCondition(case, dict(members, missing=1))


def memberWithATypingError(case, random):
    members = case.target.addBody()
    name = random.choice(list(members))
    jsonCondition(case, {misspelled(random, key) if key == name else key: value for key, value in members.items()})


def valueOfAVariable(case, random):
    target = case.target
    target.method, target.hasMethod = "POST", True
    target.headers["Content-Type"] = "application/json"
    target.body = '{"id":7}'
    target.conditions.append('.json(["id": 3 + 5])')


def otherField(case, random):
    target = case.target
    target.method, target.hasMethod = "POST", True
    target.headers["Content-Type"] = "application/x-www-form-urlencoded"
    value = random.choice(["bob", "O'Brien", "a b", "é"])
    target.body = f"name={urllib.parse.quote(value)}&page=2"
    fields = {"name": misspelled(random, value), "page": "2"}
    target.conditions.append(f".form({literal(fields)})")


def otherText(case, random):
    target = case.target
    target.method, target.hasMethod, target.body = "POST", True, "hello world"
    target.conditions.append(random.choice(['.body(containing: "hallo")', '.body(Data("hello".utf8))']))


def otherOperation(case, random):
    target = case.target
    target.method, target.hasMethod = "POST", True
    target.headers["Content-Type"] = "application/json"
    target.body = '{"operationName":"LoadUser","query":"query LoadUser { user { id } }","variables":{"id":7}}'
    target.conditions.append(random.choice(
        ['.graphQL(operation: "loadUser")', '.graphQL(operation: "User")', '.graphQL(operation: "LoadUser", variables: ["id": 8])']))


def noRegistration(case, random):
    other = Registration(random, 500)
    other.host = case.target.host
    other.segments[0] += "y"
    other.isExpected = random.random() < 0.3
    case.calls = [call for each in case.registrations for call in [each.call()]] + [other.call()]


def noRegistrationAtAll(case, random):
    target = case.target
    target.isExpected = random.random() < 0.3
    case.calls = [target.call()]
    case.registrations = []


def tooFewResponses(case, random):
    target = case.target
    call = target.call(case.isQuiet)
    case.calls = [call] * random.choice([2, 2, 3]) + [each.call() for each in case.registrations[1:]]


def usedUpBeforeAWildcard(case, random):
    target = case.target
    target.form, target.isExpected = random.choice(["statement", "lines"]), False
    target.hasMethod = target.method != "GET"
    host = "" if target.host == "example.com" else f", host: {literal(target.host)}"
    pattern = target.path.rsplit("/", 1)[0] + "/*"
    case.extra = [f'mock.addResponses(forPath: {literal(pattern)}{host}{target.arguments()}, responses: [.json("[]")])']
    case.calls = [target.call()] * 2 + [each.call() for each in case.registrations[1:]]


def responseThatIsNotUsed(case, random):
    case.target.responses = case.target.answers * 2


def registrationThatIsNotUsed(case, random):
    other = Registration(random, 700)
    other.form = "statement"
    other.segments[0] += "z"
    case.registrations.append(other)
    case.calls = [each.call() for each in case.registrations[:-1]]


def shadowed(case, random):
    target = case.target
    target.form = "statement"
    target.answer = '{"v": 1}'
    target.responses = [f".json({raw(target.answer)}, lifetime: .eternal)"]
    host = "" if target.host == "example.com" else f", host: {literal(target.host)}"
    case.extra = [f'mock.addResponses(forPath: "/**"{host}{target.arguments()}, responses: [.json("[]").optional(), .json("{{}}")])']


def afterAnEternalOne(case, random):
    target = case.target
    target.form = "statement"
    lines, _ = target.source()
    target.responses = [f".json({raw(target.answer)}, lifetime: .eternal)"]
    case.extra = lines


def noUses(case, random):
    case.target.responses = [f".json({raw(case.target.answer)}, lifetime: .multiple(0))"]


def bodyWithoutContent(case, random):
    target = case.target
    target.responses = [f".json({raw(target.answer)}, status: .noContent)"]
    target.isExpected = False


def otherNameOfAParameter(case, random):
    target = case.target
    target.segments = [target.segments[0], "7"]
    target.pattern = f"{target.prefix}/{target.segments[0]}/{{id}}"
    target.responses = ['.handler { .plaintext($0.pathParameter("userID") ?? "none") }']
    target.answer = "7"
    target.isExpected = True
    if target.form in ("url", "trait"):
        target.form = "statement"


def verified(case, line):
    case.isQuiet = False
    case.checks.append(line)


def otherPathInVerify(case, random):
    target = case.target
    target.query, target.sent = None, []
    verified(case, f"mock.verify(.{target.method.lower()}, {literal(target.prefix + '/' + '/'.join([misspelled(random, target.segments[0])] + target.segments[1:]))})")


def otherMethodInVerify(case, random):
    target = case.target
    method = "get" if target.method != "GET" else "post"
    verified(case, f"mock.verify(.{method}, {literal(target.path)}, times: 1)")


def otherCountInVerify(case, random):
    target = case.target
    verified(case, f"mock.verify(.{target.method.lower()}, {literal(target.path)}, times: {random.choice([0, 2, 3])})")


def methodInThePathOfVerify(case, random):
    target = case.target
    verified(case, f"mock.verify({literal(target.method + ' ' + target.path)}, times: 1)")


def otherOrder(case, random):
    while len(case.registrations) < 2:
        other = Registration(random, 900)
        other.segments[0] += "w"
        case.registrations.append(other)
    lines = [literal(each.summary.partition("?")[0]) for each in reversed(case.registrations)]
    verified(case, f"mock.verifyInOrder([{', '.join(lines)}])")


def otherRequests(case, random):
    if random.random() < 0.5:
        case.target.addQuery()
    lines = [each.summary for each in case.registrations]
    kind = random.randrange(3)
    if kind == 0:
        lines.append("GET /more")
    elif kind == 1 and len(lines) > 1:
        lines.pop()
    else:
        lines[0] = lines[0].replace("/", "/x", 1)
    case.isQuiet = False
    case.checks += ["mock.expectRequests {", '    """'] + [f"    {line}" for line in lines] + ['    """', "}"]


def brokenJSON(case, random):
    target = case.target
    target.responses = ['.json(#"{"id" 1}"#)']
    case.calls = [f"_ = try JSONDecoder().decode([String: Int].self, from: Data(try await call({literal(target.method)}, {literal(target.url)}).utf8))"]
    case.calls += [each.call() for each in case.registrations[1:]]


def twoMistakes(case, random):
    pathWithATypingError(case, random)
    otherMethod(case, random)
    case.target.isExpected = random.random() < 0.5


# How often each is made.
MISTAKES = [
    (pathWithATypingError, 26), (pathInAnotherCase, 10), (pathWithASlashAtItsEnd, 10), (pathWithoutItsPrefix, 16),
    (parameterOfAnotherRouter, 14), (valueOfAPathOfAnotherFixture, 8), (hostWithATypingError, 14), (noHost, 16),
    (hostOfAnotherEnvironment, 8), (hostWithAScheme, 8), (otherMethod, 18), (methodInLowerCase, 8),
    (otherValueInAQuery, 16), (itemMissingInAQuery, 12), (itemThatIsNotSent, 8), (queryThatIsNotSent, 6),
    (queryInAPath, 10), (starInAQuery, 6), (otherHeader, 8), (headerThatIsNotSent, 6), (otherToken, 4),
    (otherValueInJSON, 24), (memberMissingInJSON, 8), (memberThatIsNotSent, 8), (memberWithATypingError, 6),
    (valueOfAVariable, 3), (otherField, 8), (otherText, 4), (otherOperation, 6), (noRegistration, 14),
    (noRegistrationAtAll, 6), (tooFewResponses, 16), (usedUpBeforeAWildcard, 5), (responseThatIsNotUsed, 8),
    (registrationThatIsNotUsed, 8), (shadowed, 4), (afterAnEternalOne, 4), (noUses, 3), (bodyWithoutContent, 4),
    (otherNameOfAParameter, 5), (otherPathInVerify, 6), (otherMethodInVerify, 4), (otherCountInVerify, 6),
    (methodInThePathOfVerify, 4), (otherOrder, 4), (otherRequests, 10), (brokenJSON, 3), (twoMistakes, 6),
]


def cases(seed, count):
    """The tests of a seed."""
    chance = random.Random(seed)
    mistakes = [mistake for mistake, weight in MISTAKES for _ in range(weight)]
    chosen = [mistakes[int(index * len(mistakes) / count)] for index in range(count)]
    return [Case(chance, number, mistake) for number, mistake in enumerate(chosen)]
