import HTTPMock
import Testing

@testable import HTTPMockServer

/// Requests and what the server answers to them by itself: every rule of HTTP/1.1 that it enforces.
struct StrictnessRow: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// The status of the rejection; nil if the request is passed on.
    let status: Int?
    var limits = HTTPMock.Server.Limits()

    init(_ name: String, _ text: String, _ status: Int?, limits: HTTPMock.Server.Limits = .init()) {
        self.init(name, Array(text.utf8), status, limits: limits)
    }

    init(_ name: String, _ bytes: [UInt8], _ status: Int?, limits: HTTPMock.Server.Limits = .init()) {
        self.name = name
        self.bytes = bytes
        self.status = status
        self.limits = limits
    }

    var testDescription: String { name }
}

extension StrictnessRow {
    static let all = lines + targets + hosts + fields + lengths + codings + chunks + expectations + sizes

    private static func get(_ target: String, _ fields: String = "") -> String {
        "GET \(target) HTTP/1.1\r\nHost: example.com\r\n\(fields)\r\n"
    }

    private static func post(_ fields: String, _ body: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: example.com\r\n\(fields)\r\n\(body)"
    }

    private static func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked\r\n", body) }

    private static let lines: [StrictnessRow] = [
        .init("a plain request", get("/"), nil),
        .init("a method of one's own", "brew-Tea! / HTTP/1.1\r\nHost: h\r\n\r\n", nil),
        .init("a method in lower case", "get / HTTP/1.1\r\nHost: h\r\n\r\n", nil),
        .init("a method that is no token", "G(T / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        .init("a method that is missing", " / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        .init("a control character in the method", "G\u{1}T / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        .init("two spaces after the method", "GET  / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        .init("a tab after the method", "GET\t/ HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        .init("a space after the version", "GET / HTTP/1.1 \r\nHost: h\r\n\r\n", 400),
        .init("no target", "GET HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        .init("no version", "GET /\r\nHost: h\r\n\r\n", 400),
        .init("HTTP/1.0 without Host", "GET / HTTP/1.0\r\n\r\n", nil),
        .init("HTTP/1.2", "GET / HTTP/1.2\r\nHost: h\r\n\r\n", nil),
        .init("HTTP/1.9", "GET / HTTP/1.9\r\nHost: h\r\n\r\n", nil),
        .init("HTTP/0.9", "GET / HTTP/0.9\r\nHost: h\r\n\r\n", 505),
        .init("HTTP/2.0", "GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505),
        .init("HTTP/9.9", "GET / HTTP/9.9\r\nHost: h\r\n\r\n", 505),
        .init("the HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        .init("a version in lower case", "GET / http/1.1\r\nHost: h\r\n\r\n", 400),
        .init("a version without minor", "GET / HTTP/1\r\nHost: h\r\n\r\n", 400),
        .init("a version with leading zeros", "GET / HTTP/01.01\r\nHost: h\r\n\r\n", 400),
        .init("a version with a space", "GET / HTTP/ 1.1\r\nHost: h\r\n\r\n", 400),
        .init("a version of another protocol", "GET / RTSP/1.0\r\nHost: h\r\n\r\n", 400),
        .init("one empty line before", "\r\n" + get("/"), nil),
        .init("two empty lines before", "\r\n\r\n" + get("/"), 400),
        .init("a blank line before", "   \r\n\r\n", 400),
        .init("a greeting of TLS", [0x16, 0x03, 0x01], 400),
        .init("a bare line feed after the request line", "GET / HTTP/1.1\nHost: h\r\n\r\n", 400),
        .init("a bare line feed after a field", "GET / HTTP/1.1\r\nHost: h\nX: y\r\n\r\n", 400),
        .init("a bare line feed at the head's end", "GET / HTTP/1.1\r\nHost: h\r\n\n", 400),
        .init("a bare carriage return in the request line", "GET / HTTP/1.1\rHost: h\r\n\r\n", 400),
        .init("a bare carriage return in a value", get("/", "X: a\rb\r\n"), 400),
        .init("a bare carriage return in a name", get("/", "X\rY: a\r\n"), 400),
        .init("two carriage returns", get("/", "X: a\r\r\n"), 400),
    ]

    private static let targets: [StrictnessRow] = [
        .init("a path with a query", get("/a/b?c=d&e=%20"), nil),
        .init("a path that begins with two slashes", get("//a"), nil),
        .init("an absolute URL", get("http://api.example.com/x?y"), nil),
        .init("an absolute URL with a port", get("http://api.example.com:8080/"), nil),
        .init("an absolute URL without a path", get("http://api.example.com"), nil),
        .init("an absolute URL of an IPv6 address", get("http://[::1]:80/"), nil),
        .init("an absolute URL without a host", get("http:///x"), 400),
        .init("an absolute URL with a user name", get("http://user@example.com/"), 400),
        .init("an absolute URL with a bad port", get("http://example.com:x/"), 400),
        .init("a URL without slashes", get("mailto:a"), 400),
        .init("a path without a slash", get("a/b"), 400),
        .init("OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", nil),
        .init("GET *", get("*"), 400),
        .init("CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n", nil),
        .init("CONNECT without a port", "CONNECT example.com HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        .init("CONNECT to a path", "CONNECT /x HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        .init("a host and a port without CONNECT", get("example.com:443"), 400),
        .init("a fragment", get("/a#b"), 400),
        .init("a space in the target", get("/a b"), 400),
        .init("a NUL in the target", get("/a\0b"), 400),
        .init("a tab in the target", get("/a\tb"), 400),
        .init("a delete character in the target", get("/a\u{7f}"), 400),
        .init("a letter beyond ASCII in the target", get("/caf\u{e9}?q=\u{e9}"), nil),
        .init("a letter beyond ASCII in the host of the target", get("http://m\u{fc}nchen.de/"), 400),
        .init(
            "bytes in the target that are not UTF-8",
            Array("GET /".utf8) + [0xc0, 0xaf] + Array(" HTTP/1.1\r\nHost: h\r\n\r\n".utf8), nil),
        .init("an escaped NUL", get("/%00"), nil),
        .init("an escape without digits", get("/%"), nil),
        .init("an escape with one digit", get("/%4"), nil),
        .init("an escape with other letters", get("/%zz"), nil),
        .init("a broken escape in the query", get("/?a=%4g"), nil),
        .init("a broken escape in the host of the target", get("http://h%zz/"), 400),
        .init("brackets and bars", get("/?a[0]=|{b}"), nil),
    ]

    private static func host(_ value: String) -> String { "GET / HTTP/1.1\r\nHost:\(value)\r\n\r\n" }

    private static let hosts: [StrictnessRow] = [
        .init("no Host", "GET / HTTP/1.1\r\n\r\n", 400),
        .init("no Host with an absolute URL", "GET http://h/ HTTP/1.1\r\n\r\n", 400),
        .init("two Hosts", get("/", "Host: example.org\r\n"), 400),
        .init("two equal Hosts", get("/", "HOST: example.com\r\n"), 400),
        .init("two Hosts in 1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        .init("an empty Host", host(" "), nil),
        .init("an empty Host with an absolute URL", "GET http://h/ HTTP/1.1\r\nHost:\r\n\r\n", 400),
        .init("a Host with a path", host(" h/p"), 400),
        .init("a Host with a user name", host(" u@h"), 400),
        .init("a Host with a space", host(" a b"), 400),
        .init("a Host with a list", host(" a:80, b"), 400),
        .init("a Host with a scheme", host(" http://h"), 400),
        .init("a Host with a port", host(" h:8080"), nil),
        .init("a Host with an empty port", host(" h:"), nil),
        .init("a Host of a colon only", host(" :"), 400),
        .init("a Host of a port only", host(" :80"), 400),
        .init("a Host that is an address of a later version", host(" [v1.a:b]"), nil),
        .init("a Host that is an address of no version", host(" [v.a]"), 400),
        .init("a Host that is an address of a version only", host(" [v1]"), 400),
        .init("a Host that is IPv6 with a zone", host(" [fe80::1%25eth0]:80"), nil),
        .init("a Host that is IPv6 with an empty zone", host(" [fe80::1%25]"), 400),
        .init("a Host that is IPv6 with a zone that has a sub-delimiter", host(" [fe80::1%25eth=0]"), 400),
        .init("a Host that is IPv6 with a zone after a bare percent", host(" [fe80::1%eth0]"), 400),
        .init("an absolute URL with an empty port", get("http://example.com:/"), nil),
        .init("CONNECT with an empty port", "CONNECT example.com: HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        .init("a Host with a port of letters", host(" h:http"), 400),
        .init("a Host with a port too high", host(" h:65536"), 400),
        .init("a Host that is IPv6", host(" [::1]:8080"), nil),
        .init("a Host that is IPv6 without an end", host(" [::1"), 400),
        .init("a Host with an escape", host(" %41.example"), nil),
        .init("a Host with a broken escape", host(" %4.example"), 400),
        .init("a Host beyond ASCII", host(" m\u{fc}nchen.de"), 400),
        .init("a Host without a blank", host("h"), nil),
    ]

    private static let fields: [StrictnessRow] = [
        .init("blanks around a value", get("/", "X:\t a b \t\r\n"), nil),
        .init("an empty value", get("/", "X:\r\n"), nil),
        .init("a value beyond ASCII", get("/", "X: caf\u{e9}\r\n"), nil),
        .init(
            "a value that is not UTF-8",
            Array("GET / HTTP/1.1\r\nHost: h\r\nX: ".utf8) + [0xff] + Array("\r\n\r\n".utf8), nil),
        .init("a folded line", get("/", "X: a\r\n b\r\n"), 400),
        .init("a folded line with a tab", get("/", "X: a\r\n\tb\r\n"), 400),
        .init("a blank before the first field", "GET / HTTP/1.1\r\n Host: h\r\n\r\n", 400),
        .init("a line of a blank", "GET / HTTP/1.1\r\n \r\nHost: h\r\n\r\n", 400),
        .init("a space before the colon", get("/", "X : a\r\n"), 400),
        .init("a tab before the colon", get("/", "X\t: a\r\n"), 400),
        .init("a space in a name", get("/", "X Y: a\r\n"), 400),
        .init("a bracket in a name", get("/", "X[: a\r\n"), 400),
        .init("a letter beyond ASCII in a name", get("/", "X\u{e9}: a\r\n"), 400),
        .init("an empty name", get("/", ": a\r\n"), 400),
        .init("no colon", get("/", "X\r\n"), 400),
        .init("a NUL in a value", get("/", "X: a\0b\r\n"), 400),
        .init("a NUL in a name", get("/", "X\0: b\r\n"), 400),
        .init("a bell in a value", get("/", "X: a\u{7}b\r\n"), 400),
        .init("a delete character in a value", get("/", "X: a\u{7f}b\r\n"), 400),
    ]

    private static func length(_ value: String, _ body: String = "hello") -> String {
        post("Content-Length:\(value)\r\n", body)
    }

    private static let lengths: [StrictnessRow] = [
        .init("a body", length(" 5"), nil),
        .init("a length of zero", length(" 0", ""), nil),
        .init("a length with leading zeros", length(" 005"), nil),
        .init("a length after a tab", length("\t5"), nil),
        .init("no length", post(""), nil),
        .init("two lengths", post("Content-Length: 5\r\nContent-Length: 6\r\n", "hello"), 400),
        .init("two equal lengths", post("Content-Length: 5\r\ncontent-length: 5\r\n", "hello"), 400),
        .init("a list of lengths", length(" 5, 5"), 400),
        .init("a length with a plus", length(" +5"), 400),
        .init("a length with a minus", length(" -5"), 400),
        .init("a length of minus zero", length(" -0"), 400),
        .init("a length with a space", length(" 1 0"), 400),
        .init("a hexadecimal length", length(" 0x5"), 400),
        .init("an octal length", length(" 0o5"), 400),
        .init("a length with an underscore", length(" 1_0"), 400),
        .init("a length of letters", length(" five"), 400),
        .init("an empty length", length(" "), 400),
        .init("a length of 18 digits", length(" 000000000000000005"), nil),
        .init("a length of 19 digits", length(" 0000000000000000005"), 400),
        .init("a length of 20 digits", length(" 99999999999999999999"), 400),
        .init(
            "a length with Transfer-Encoding", post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
            400),
        .init(
            "Transfer-Encoding with a length", post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"),
            400),
    ]

    private static func coding(_ value: String) -> String { post("Transfer-Encoding:\(value)\r\n", "0\r\n\r\n") }

    private static let codings: [StrictnessRow] = [
        .init("chunked", coding(" chunked"), nil),
        .init("chunked in upper case", coding(" Chunked"), nil),
        .init("chunked in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        .init("chunked twice", coding(" chunked, chunked"), 400),
        .init("chunked twice in two fields", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"), 400),
        .init("chunked before another", coding(" chunked, gzip"), 400),
        .init("gzip alone", coding(" gzip"), 400),
        .init("identity", coding(" identity"), 400),
        .init("gzip before chunked", coding(" gzip, chunked"), 501),
        .init("an unknown coding before chunked", post("Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n"), 501),
        .init("an empty coding", coding(" "), 400),
        .init("an empty element before chunked", coding(" , chunked"), 400),
        .init("chunked with a parameter", coding(" chunked;q=1"), 400),
        .init("chunked after a vertical tab", coding(" \u{b}chunked"), 400),
        .init("chunked after a form feed", coding(" \u{c}chunked"), 400),
        .init("chunked before a NUL", coding(" chunked\0"), 400),
        .init("chunked in quotes", coding(" \"chunked\""), 400),
        .init("a misspelled coding", coding(" xchunked"), 400),
        .init("a space before the colon of a coding", post("Transfer-Encoding : chunked\r\n"), 400),
    ]

    private static let chunks: [StrictnessRow] = [
        .init("chunks", chunked("5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n"), nil),
        .init("a size in upper case with zeros", chunked("00A\r\n0123456789\r\n000\r\n\r\n"), nil),
        .init("an extension", chunked("5;a\r\nhello\r\n0\r\n\r\n"), nil),
        .init("an extension with a value", chunked("5;a=b;c=\"d;\\\" e\"\r\nhello\r\n0;x\r\n\r\n"), nil),
        .init("an extension with blanks", chunked("5 ;\ta = b\r\nhello\r\n0\r\n\r\n"), nil),
        .init("a bare semicolon", chunked("5;\r\nhello\r\n0\r\n\r\n"), 400),
        .init("an extension that is no token", chunked("5;a[=b\r\nhello\r\n0\r\n\r\n"), 400),
        .init("an extension without a value after =", chunked("5;a=\r\nhello\r\n0\r\n\r\n"), 400),
        .init("an extension with an open quote", chunked("5;a=\"b\r\nhello\r\n0\r\n\r\n"), 400),
        .init("a blank at the end of an extension", chunked("5;a \r\nhello\r\n0\r\n\r\n"), 400),
        .init("a NUL in an extension", chunked("5;\0a\r\nhello\r\n0\r\n\r\n"), 400),
        .init("a bare carriage return in an extension", chunked("5;a\rX\r\nhello\r\n0\r\n\r\n"), 400),
        .init("a bare line feed after a size", chunked("5\nhello\r\n0\r\n\r\n"), 400),
        .init("a bare carriage return after a size", chunked("5\rhello\r\n0\r\n\r\n"), 400),
        .init("a blank before a size", chunked(" 5\r\nhello\r\n0\r\n\r\n"), 400),
        .init("a blank after a size", chunked("5 \r\nhello\r\n0\r\n\r\n"), 400),
        .init("a size with a prefix", chunked("0x5\r\nhello\r\n0\r\n\r\n"), 400),
        .init("a size with a plus", chunked("+5\r\nhello\r\n0\r\n\r\n"), 400),
        .init("a size with a minus", chunked("-5\r\nhello\r\n0\r\n\r\n"), 400),
        .init("a size with an underscore", chunked("1_0\r\nhello\r\n0\r\n\r\n"), 400),
        .init("a size of letters", chunked("Z\r\nhello\r\n0\r\n\r\n"), 400),
        .init("an empty size", chunked("\r\nhello\r\n0\r\n\r\n"), 400),
        .init("a size that overflows", chunked("FFFFFFFFFFFFFFFF0\r\nhello\r\n0\r\n\r\n"), 400),
        .init("a size of 64 bits", chunked("FFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n"), 400),
        .init("a size of 63 bits", chunked("7FFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n"), 413),
        .init("a chunk without its end", chunked("5\r\nhello0\r\n\r\n"), 400),
        .init("a chunk longer than its size", chunked("5\r\nhello!!\r\n0\r\n\r\n"), 400),
        .init("a chunk that ends with a line feed", chunked("5\r\nhello\n0\r\n\r\n"), 400),
        .init("a chunk that ends with two carriage returns", chunked("5\r\nhello\r\r\n0\r\n\r\n"), 400),
        .init("trailers", chunked("0\r\nX: y\r\nZ:\r\n\r\n"), nil),
        .init("trailers that name a length", chunked("0\r\nContent-Length: 5\r\nHost: h\r\n\r\n"), nil),
        .init("a folded trailer", chunked("0\r\nX: y\r\n z\r\n\r\n"), 400),
        .init("a trailer with a space before its colon", chunked("0\r\nX : y\r\n\r\n"), 400),
        .init("a trailer with a control character", chunked("0\r\nX: \u{1}\r\n\r\n"), 400),
        .init("a trailer with a bare line feed", chunked("0\r\nX: y\n\r\n"), 400),
    ]

    private static let expectations: [StrictnessRow] = [
        .init("100-continue", post("Expect: 100-continue\r\nContent-Length: 5\r\n", "hello"), nil),
        .init("100-continue in upper case", post("Expect: 100-Continue\r\nContent-Length: 5\r\n", "hello"), nil),
        .init("another expectation", post("Expect: 200-ok\r\n"), 417),
        .init("another expectation besides", post("Expect: 100-continue, x\r\n"), 417),
        .init("an empty expectation", post("Expect:\r\n"), nil),
        .init(
            "an expectation between empty ones", post("Expect: , 100-continue,\r\nContent-Length: 5\r\n", "hello"), nil),
        .init("another expectation in 1.0", "POST / HTTP/1.0\r\nExpect: x\r\n\r\n", 417),
        .init("100-continue in 1.0", "POST / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n", nil),
    ]

    private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }
    private static func fieldLines(_ count: Int) -> String { (0..<count).map { "X\($0): y\r\n" }.joined() }
    private static let small = HTTPMock.Server.Limits(target: 20, head: 100, fieldCount: 5, body: 10)

    private static let sizes: [StrictnessRow] = [
        .init("a target of 8 KiB", get("/" + x(8191)), nil),
        .init("a target over 8 KiB", get("/" + x(8192)), 414),
        .init("a target over 8 KiB that has no end", "GET /" + x(8192), 414),
        .init("a method over 8 KiB", x(8193) + " / HTTP/1.1\r\n", 400),
        .init("a head of 64 KiB", get("/", "X: " + x((64 << 10) - 42) + "\r\n"), nil),
        .init("a head over 64 KiB", get("/", "X: " + x((64 << 10) - 41) + "\r\n"), 431),
        .init("a head over 64 KiB that has no end", "GET / HTTP/1.1\r\nX: " + x(64 << 10), 431),
        .init("a name over 64 KiB", get("/", x(100_000) + ": y\r\n"), 431),
        .init("100 fields", get("/", fieldLines(99)), nil),
        .init("101 fields", get("/", fieldLines(100)), 431),
        .init("10,000 fields", get("/", fieldLines(10_000)), 431),
        .init("a length over 64 MiB", length(" \((64 << 20) + 1)", ""), 413),
        .init("a chunk over 64 MiB", chunked("4000001\r\n"), 413),
        .init("an extension of 4 KiB", chunked("1;" + x(4094) + "\r\n!\r\n0\r\n\r\n"), nil),
        .init("an extension over 4 KiB", chunked("1;" + x(4095) + "\r\n!\r\n0\r\n\r\n"), 400),
        .init("an extension over 4 KiB that has no end", chunked("1;" + x(5000)), 400),
        .init("100 trailers", chunked("0\r\n" + fieldLines(100) + "\r\n"), nil),
        .init("101 trailers", chunked("0\r\n" + fieldLines(101) + "\r\n"), 431),
        .init("trailers over 64 KiB", chunked("0\r\nX: " + x(64 << 10) + "\r\n\r\n"), 431),
        .init("a target over its limit", get("/" + x(20)), 414, limits: small),
        .init("a head over its limit", get("/", "X: " + x(60) + "\r\n"), 431, limits: small),
        .init("fields over their limit", get("/", fieldLines(5)), 431, limits: small),
        .init("a body at its limit", length(" 10", "0123456789"), nil, limits: small),
        .init("a body over its limit", length(" 11", ""), 413, limits: small),
        .init("chunks at their limit", chunked("5\r\nhello\r\n5\r\nhello\r\n0\r\n\r\n"), nil, limits: small),
        .init("chunks over their limit", chunked("5\r\nhello\r\n6\r\n"), 413, limits: small),
    ]
}
