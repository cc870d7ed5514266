import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

@Suite(.bounded) struct RequestParserTests {
    @Test(arguments: StrictnessRow.all)
    func enforcesTheGrammar(row: StrictnessRow) {
        let events = ParsedEvent.parse(row.bytes, limits: row.limits)
        #expect(events.rejectionStatus == row.status)
        #expect(events.contains(.end) == (row.status == nil))
    }

    @Test(arguments: StrictnessRow.all)
    func agreesWithTheReference(row: StrictnessRow) {
        #expect(
            ParsedEvent.parse(row.bytes, limits: row.limits) == ReferenceParser.parse(row.bytes, limits: row.limits))
    }

    @Test(arguments: StrictnessRow.all)
    func givesTheSameEventsByteByByte(row: StrictnessRow) {
        #expect(
            ParsedEvent.parse(row.bytes.map { [$0] }, limits: row.limits)
                == ParsedEvent.parse(row.bytes, limits: row.limits))
    }

    @Test(arguments: StrictnessRow.all)
    func givesTheSameEventsSplitAtEveryPosition(row: StrictnessRow) {
        let whole = ParsedEvent.parse(row.bytes, limits: row.limits)
        // A long row repeats one byte, so that some positions are enough.
        for position in stride(from: 0, through: row.bytes.count, by: row.bytes.count > 2000 ? 3989 : 1) {
            let parts = [Array(row.bytes[..<position]), Array(row.bytes[position...])]
            guard ParsedEvent.parse(parts, limits: row.limits) != whole else { continue }
            Issue.record("other events if split after \(position) bytes")
            return
        }
    }

    @Test(arguments: StrictnessRow.all.filter { $0.status == nil })
    func givesTheSameEventsAfterAndBeforeAnotherRequest(row: StrictnessRow) {
        let neighbor = Array("PUT /n HTTP/1.1\r\nHost: n\r\nContent-Length: 2\r\n\r\nok".utf8)
        let own = ParsedEvent.parse(row.bytes, limits: row.limits)
        let other = ParsedEvent.parse(neighbor, limits: row.limits)
        #expect(ParsedEvent.parse(row.bytes + neighbor, limits: row.limits) == own + other)
        #expect(ParsedEvent.parse(neighbor + row.bytes, limits: row.limits) == other + own)
        let joined = (neighbor + row.bytes + neighbor).map { [$0] }
        #expect(ParsedEvent.parse(joined, limits: row.limits) == other + own + other)
    }

    @Test func keepsWhatTheRequestSays() {
        let text =
            "POST /a?b HTTP/1.1\r\nHost: h\r\nX-a:  b c\t\r\nCONNECTION: Close\r\nTransfer-Encoding: chunked\r\n\r\n"
        let events = ParsedEvent.parse(Array((text + "2;x=y\r\nhe\r\n3\r\nllo\r\n0\r\nT: t\r\n\r\n").utf8))
        let fields = [
            HeaderField("Host", "h"), HeaderField("X-a", "b c"), HeaderField("CONNECTION", "Close"),
            HeaderField("Transfer-Encoding", "chunked"),
        ]
        #expect(
            events == [
                .head(
                    method: "POST", target: .origin("/a?b"), minorVersion: 1, fields: fields, keepsAlive: false,
                    expectsContinue: false),
                .body(Array("hello".utf8)), .end,
            ])
    }

    @Test func readsAValueThatIsNotUTF8AsOneCharacterAByte() {
        let bytes = Array("GET / HTTP/1.0\r\nX: caf".utf8) + [0xe9] + Array("\r\n\r\n".utf8)
        guard case .head(_, _, _, let fields, _, _) = ParsedEvent.parse(bytes).first else {
            Issue.record("no head")
            return
        }
        #expect(fields == [HeaderField("X", "caf\u{e9}")])
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: h\r\n\r\n", true), ("GET / HTTP/1.0\r\n\r\n", false),
        ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true),
        ("GET / HTTP/1.1\r\nHost: h\r\nConnection: x, close\r\n\r\n", false),
        ("GET / HTTP/1.0\r\nConnection: keep-alive\r\nConnection: close\r\n\r\n", false),
    ])
    func knowsWhetherTheConnectionStaysOpen(text: String, expected: Bool) {
        guard case .head(_, _, _, _, let keepsAlive, _) = ParsedEvent.parse(Array(text.utf8)).first else {
            Issue.record("no head")
            return
        }
        #expect(keepsAlive == expected)
    }
}
