import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// Files with any value at any position: each entry is playable or a problem, and nothing crashes or hangs.
@Suite(.bounded) struct HostileFileTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private static let values = [
        nil, "null", "true", "-1", "1.5", "1000", "1e400", "9223372036854775807", "-9223372036854775808",
        "123456789012345678901234567890", #""""#, #""x""#, #""\u0000""#, #""http://[bad""#, #""https:///x""#,
        #""https://é.com/ü?ä=ö#f""#, #""%%%""#, #""base64""#, #""text/plain; charset=utf-16""#,
        #""multipart/form-data""#, #""a\r\nb: c""#, "[]", "[null]", "[-1, 5]",
        "[9223372036854775807, 9223372036854775807]", #"[{"name":1}]"#, #"[{"name":"a\nb","value":"c\u0000d"}]"#,
        #"["ab"]"#, "{}",
    ]

    /// A valid file with an entry of each kind.
    private func document(_ name: String) throws -> JSONValue {
        let json = ["Content-Type": "application/json"]
        var exchanges = [
            RecordedRequest.of(
                try request("POST", "https://u:p@a.com/a?q=1", headers: json, body: Data(#"{"n":[1,null]}"#.utf8)),
                #"{"a":1}"#, fields: ["Set-Cookie": "a=1; Path=/"])
        ]
        if name.hasSuffix("har") {
            exchanges.append(
                RecordedRequest(
                    request: try request("https://a.com/e"), start: recordingStart, status: 200,
                    headers: ["Content-Type": "text/event-stream"],
                    chunks: [Data("data: 1\n\n".utf8), Data("data: 2\n\n".utf8)],
                    error: URLError(.networkConnectionLost)))
        }
        let cassette = try Cassette.open(folder.file(name), .all, redacting: .nothing, recordsFailures: true)
        for exchange in exchanges { cassette.record(exchange) }
        try cassette.save()
        return try JSONValue(parsing: Data(contentsOf: folder.file(name)))
    }

    /// The texts of a value with the value at each path replaced.
    private func variants(_ value: JSONValue, _ replacement: String?) -> [String] {
        var variants = replacement.map { [$0] } ?? []
        switch value {
        case .object(let members):
            for changed in members.keys.sorted() {
                let others = members.filter { $0.key != changed }.sorted { $0.key < $1.key }
                    .map { "\(JSONValue.string($0.key).text):\($0.value.text)" }
                let texts = self.variants(members[changed] ?? .null, replacement).map {
                    "\(JSONValue.string(changed).text):\($0)"
                }
                for text in texts + (replacement == nil ? [nil] : []) {
                    variants.append("{\((others + (text.map { [$0] } ?? [])).joined(separator: ","))}")
                }
            }
        case .array(let elements):
            for index in elements.indices {
                for text in self.variants(elements[index], replacement) {
                    var texts = elements.map(\.text)
                    texts[index] = text
                    variants.append("[\(texts.joined(separator: ","))]")
                }
            }
        default: break
        }
        return variants
    }

    private func check(_ data: Data, _ name: String) throws {
        try data.write(to: folder.file(name))
        let cassette: Cassette
        do {
            cassette = try Cassette.open(folder.file(name))
        } catch {
            #expect((error as? HTTPMockError)?.message.contains("can't be read: ") ?? false)
            return
        }
        let root = try JSONValue(parsing: data)
        let count = (root["log"]?["entries"] ?? root).elements?.count
        #expect(cassette.entries.count + cassette.problems.count == count, "\(String(decoding: data, as: UTF8.self))")
        for entry in cassette.entries {
            let asked = try #require(entry.recorded.request.mockRequest)
            guard case .play = cassette.decide(asked) else {
                Issue.record("not played: \(String(decoding: data, as: UTF8.self))")
                continue
            }
        }
        #expect(cassette.unplayedEntries.isEmpty)
        try cassette.write(to: folder.file("again.har"), format: .har)
        #expect(try Cassette.open(folder.file("again.har")).entries.count == cassette.entries.count)
    }

    @Test(arguments: ["shop.har", "shop.json"], values)
    func anyValueInAnyPlaceIsPlayedOrAProblem(name: String, value: String?) throws {
        for text in variants(try document(name), value) { try check(Data(text.utf8), name) }
    }

    @Test(arguments: ["shop.har", "shop.json"])
    func randomBytesInAFileAreReadOrAnError(name: String) throws {
        let bytes = Data(try document(name).text.utf8)
        for seed in Seeds.first(200) {
            var generator = SeededGenerator(seed: seed)
            var changed = bytes
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: 0..<changed.count, using: &generator)
                changed[index] = generator.pick([UInt8.random(in: 0...255, using: &generator), 0x22, 0x5C, 0x30, 0x20])
            }
            try check(changed, name)
        }
    }

    @Test func deepBodyTakesNoLongerThanItsLengthDemands() throws {
        let depth = 30_000
        let body = String(repeating: "[1,", count: depth) + "1" + String(repeating: "]", count: depth)
        try Cassette.record([.of(try request("https://a.com/x"), body)], into: folder.file())
        #expect(try Cassette.open(folder.file()).played(try request("https://a.com/x")) == body)
    }

    @Test func problemOfAStubbornNetworkFileShowsNoSecret() throws {
        let file = try folder.write(
            #"[{"request":{"method":"GET","url":"ftp://a.com/x?token=abcdefgh"},"response":{"statusCode":200}}]"#,
            to: "shop.json")
        #expect(
            try Cassette.open(file).problems.map(\.description) == [
                "shop.json, entry 1 (GET ftp://a.com/x?token=REDACTED) can't be played: its URL is not an HTTP URL; "
                    + "its scheme is ftp"
            ])
    }

    @Test func longURLOfAProblemIsCutByItsScalars() {
        func shown(_ path: String) -> String {
            HARProblem(number: 1, request: .object(["url": .string("https://a.com/\(path)")]), reason: "").request
        }
        let accents = String(repeating: "\u{E9}", count: 150)
        #expect(shown(accents) == "https://a.com/\(accents)")
        #expect(shown("a\(String(repeating: "\u{301}", count: 300))").unicodeScalars.count == 201)
    }
}
