import Foundation
import HTTPMock
import HTTPMockRecording
import TestSupport
import Testing

@testable import HTTPMockServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A valid target is the same request, whatever its way into a mock.
@Suite(.bounded) struct TargetTests {
    /// The parts of a path and of a query, without what every path or query may have (RFC 3986, appendix A).
    private static let characters = Array("azAZ09-._~!$&'()*+,;=:@").map { String($0) }
    private static let origin = "http://h.test"
    private static let count = 20

    /// Random targets, each of which differs from the others.
    ///
    /// No segment begins with a dot, because the loading system on Linux removes some of these.
    private static func targets(_ generator: inout SeededGenerator) -> [String] {
        var targets: Set<String> = []
        while targets.count < count {
            let path = part(["/"], &generator).replacing("/.", with: "/-.")
            let query = part(["/", "?"], &generator)
            targets.insert("/\(generator.pick(["", "-"]))\(path)".replacing("/.", with: "/-.") + "?\(query)")
        }
        return targets.sorted()
    }

    private static func part(_ more: [String], _ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in
            if Bool.random(using: &generator) { return generator.pick(characters + more) }
            let digits = String(UInt8.random(in: 0...255, using: &generator), radix: 16)
            return "%" + (digits.utf8.count < 2 ? "0" : "") + generator.pick([digits, digits.uppercased()])
        }.joined()
    }

    private static func url(of mock: HTTPMock) -> String? {
        mock.requests.last?.request.url.absoluteString
    }

    @Test(arguments: Seeds.first(10))
    func validTargetGoesThroughEveryWayUnchanged(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let targets = Self.targets(&generator)
        let mock = HTTPMock()
        for (number, target) in targets.enumerated() {
            mock.addResponses(
                forURL: Self.origin + target, responses: [.plaintext("\(number)", lifetime: .eternal)])
            mock.addResponses(
                forPath: "/\(number)", host: "start.test", responses: [.redirect(to: Self.origin + target)])
        }
        let server = try await mock.serve(as: Self.origin)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("Targets-\(UUID()).har")
        defer { try? FileManager.default.removeItem(at: file) }
        try Self.recording(of: targets).write(to: file)
        let playing = HTTPMock()
        let cassette = try Cassette(at: file, record: .none, environment: [:])
        playing.insert(cassette)
        #expect(cassette.entries.map(\.url) == targets.map { Self.origin + $0 })
        for (number, target) in targets.enumerated() {
            let url = Self.origin + target
            let request = URLRequest(url: try #require(URL(string: url)))
            let registered = try await mock.data(for: request).0
            #expect(registered == Data("\(number)".utf8))
            #expect(Self.url(of: mock) == url)
            #expect(try server.ask(target).text == "\(number)")
            #expect(Self.url(of: mock) == url)
            let start = URLRequest(url: try #require(URL(string: "http://start.test/\(number)")))
            let redirected = try await mock.data(for: start).0
            #expect(redirected == Data("\(number)".utf8))
            #expect(Self.url(of: mock) == url)
            let played = try await playing.data(for: request).0
            #expect(played == Data("\(number)".utf8))
        }
        #expect(cassette.unplayedEntries.isEmpty)
    }

    /// Returns a HAR with an entry for each target, whose body is the number of the target.
    private static func recording(of targets: [String]) throws -> Data {
        let entries: [[String: Any]] = targets.enumerated().map { number, target in
            let text = "\(number)"
            return [
                "request": ["method": "GET", "url": origin + target, "headers": []],
                "response": [
                    "status": 200, "headers": [],
                    "content": ["size": text.utf8.count, "mimeType": "text/plain", "text": text],
                ],
            ]
        }
        return try JSONSerialization.data(
            withJSONObject: ["log": ["version": "1.2", "creator": ["name": "t", "version": "1"], "entries": entries]])
    }

    /// A random value, in the escapes of a query, is answered by its own registration only.
    @Test(arguments: Seeds.first(10))
    func randomBytesAreAnsweredForThemselvesOnly(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        // Few bytes, so that one value is often a part of another; the accents are two normal forms.
        let bytes = (0..<4).map { _ in String(format: "%%%02X", UInt8.random(in: 0...255, using: &generator)) }
        let values = Set((0..<30).map { _ in generator.text(of: bytes + ["%C3%A9", "e%CC%81"], count: 0...4) }).sorted()
        let mock = HTTPMock()
        for (number, value) in values.enumerated() where number.isMultiple(of: 2) {
            mock.addResponses(
                forURL: "\(Self.origin)/s?q=\(value)", responses: [.plaintext("\(number)", lifetime: .eternal)])
        }
        let server = try await mock.serve(as: Self.origin)
        for (number, value) in values.enumerated() {
            let response = try server.ask("/s?q=\(value)")
            #expect(response.status == (number.isMultiple(of: 2) ? 200 : 404), "\(value)")
            if response.status == 200 { #expect(response.text == "\(number)") }
        }
    }
}
