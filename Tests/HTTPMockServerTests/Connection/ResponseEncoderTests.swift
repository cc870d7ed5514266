import TestSupport
import Testing

@testable import HTTPMockServer

@Suite(.bounded) struct ResponseEncoderTests {
    /// Encodes a response in chunks.
    private static func encode(
        _ request: String, _ status: Int, _ fields: KeyValuePairs<String, String>, _ chunks: [String]
    ) -> (text: String, closes: Bool) {
        guard case .head? = ParsedEvent.parse(Array(request.utf8)).first else { return ("no request", true) }
        var parser = RequestParser(limits: .init())
        var head: RequestHead?
        Array(request.utf8).withUnsafeBytes { buffer in
            var rest = buffer
            if case .head(let parsed)? = parser.next(in: &rest) { head = parsed }
        }
        var encoder = ResponseEncoder(for: head)
        var output: [UInt8] = []
        let given = WireHead(status: status, fields: fields.map { HeaderField($0.key, $0.value) })
        encoder.encode(given, date: Array("now".utf8), into: &output)
        for chunk in chunks {
            guard let frame = encoder.frame(chunkOf: chunk.utf8.count) else { continue }
            output += Array((frame.before + chunk + frame.after).utf8)
        }
        output += Array(encoder.end().utf8)
        let text = String(decoding: output, as: UTF8.self).replacing("\r\n", with: "\n")
        return (text, encoder.closesConnection)
    }

    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    private static let head = "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n"
    private static let old = "GET / HTTP/1.0\r\n\r\n"
    private static let oldKept = "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"

    @Test func sendsABodyWithItsLength() {
        let (text, closes) = Self.encode(Self.get, 200, ["X": "y", "Content-Length": "5"], ["hel", "lo"])
        #expect(text == "HTTP/1.1 200 OK\nX: y\nContent-Length: 5\nDate: now\n\nhello")
        #expect(!closes)
    }

    @Test func keepsADateThatWasGiven() {
        let (text, _) = Self.encode(Self.get, 200, ["date": "then", "Content-Length": "0"], [])
        #expect(text == "HTTP/1.1 200 OK\ndate: then\nContent-Length: 0\n\n")
    }

    @Test func chunksABodyWithoutALength() {
        let (text, closes) = Self.encode(Self.get, 200, [:], ["hello", "", "0123456789abcdef"])
        #expect(
            text == "HTTP/1.1 200 OK\nDate: now\nTransfer-Encoding: chunked\n\n5\nhello\n10\n0123456789abcdef\n0\n\n")
        #expect(!closes)
    }

    @Test func chunksABodyWhoseCodingWasGiven() {
        let (text, _) = Self.encode(Self.get, 200, ["Transfer-Encoding": "Chunked", "Content-Length": "5"], ["hello"])
        #expect(text == "HTTP/1.1 200 OK\nDate: now\nTransfer-Encoding: chunked\n\n5\nhello\n0\n\n")
    }

    @Test(arguments: [old, oldKept])
    func delimitsABodyWithoutALengthByTheEndForHTTP10(request: String) {
        let (text, closes) = Self.encode(request, 200, [:], ["hel", "lo"])
        #expect(text == "HTTP/1.1 200 OK\nDate: now\nConnection: close\n\nhello")
        #expect(closes)
    }

    @Test func keepsAConnectionOfHTTP10OpenWhereTheLengthIsKnown() {
        let (text, closes) = Self.encode(Self.oldKept, 200, ["Content-Length": "0"], [])
        #expect(text == "HTTP/1.1 200 OK\nContent-Length: 0\nDate: now\nConnection: keep-alive\n\n")
        #expect(!closes)
    }

    @Test(arguments: [204, 304])
    func sendsNoBodyWhereTheStatusForbidsIt(status: Int) {
        let (text, closes) = Self.encode(Self.get, status, ["ETag": "e"], ["hello"])
        #expect(text.hasSuffix("\nETag: e\nDate: now\n\n"))
        #expect(!closes)
    }

    @Test func sendsNoLengthWith204() {
        #expect(!Self.encode(Self.get, 204, ["Content-Length": "5"], []).text.contains("Content-Length"))
        #expect(Self.encode(Self.get, 304, ["Content-Length": "5"], []).text.contains("Content-Length: 5"))
    }

    @Test func answersHEADWithoutABody() {
        let (text, closes) = Self.encode(Self.head, 200, ["Content-Length": "5"], ["hello"])
        #expect(text == "HTTP/1.1 200 OK\nContent-Length: 5\nDate: now\n\n")
        #expect(!closes)
        #expect(Self.encode(Self.head, 200, [:], ["hello"]).text == "HTTP/1.1 200 OK\nDate: now\n\n")
    }

    @Test func closesAfterAnInterimStatus() {
        let (text, closes) = Self.encode(Self.get, 103, [:], ["hello"])
        #expect(text == "HTTP/1.1 103 Early Hints\nDate: now\nConnection: close\n\n")
        #expect(closes)
    }

    @Test func closesWhereTheResponseSaysSo() {
        let (text, closes) = Self.encode(Self.get, 200, ["Connection": "close", "Content-Length": "0"], [])
        #expect(text == "HTTP/1.1 200 OK\nConnection: close\nContent-Length: 0\nDate: now\n\n")
        #expect(closes)
    }

    @Test func dropsAPromiseThatItCannotKeep() {
        let fields: KeyValuePairs = ["Connection": "keep-alive", "Keep-Alive": "timeout=5", "Content-Length": "0"]
        let (text, _) = Self.encode(Self.old, 200, fields, [])
        #expect(text == "HTTP/1.1 200 OK\nContent-Length: 0\nDate: now\nConnection: close\n\n")
    }

    @Test(arguments: [["he"], ["hello", "!"]])
    func closesWhereTheLengthWasWrong(chunks: [String]) {
        #expect(Self.encode(Self.get, 200, ["Content-Length": "5"], chunks).closes)
    }

    @Test func writesAnEmptyPhraseForAnUnknownStatus() {
        #expect(Self.encode(Self.get, 299, ["Content-Length": "0"], []).text.hasPrefix("HTTP/1.1 299 \n"))
    }

    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    ])
    func writesDatesInTheFixedFormat(moment: Int, text: String) {
        #expect(HTTPDate.text(of: moment) == text)
    }
}
