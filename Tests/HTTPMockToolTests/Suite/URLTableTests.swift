import Foundation
import HTTPMock
import HTTPMockServer
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests that texts of URLs become in each way into a mock, if a file of texts is named; `.ci/url-table` names
/// it.
@Suite(.timeLimit(.minutes(10)), .enabled(if: URLTable.given != nil, "needs a file of texts"))
struct URLTableTests {
    @Test func writesTheRequestsOfEachText() async throws {
        let file = URL(fileURLWithPath: try #require(URLTable.given))
        let rows = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(URLTable.Row.self, from: $0)
        }
        let table = try await URLTable(rows)
        var lines = Data()
        for (index, row) in rows.enumerated() {
            lines += try JSONEncoder().encode(await table.cells(of: row, number: index + 1)) + Data("\n".utf8)
        }
        try await table.end()
        try lines.write(to: file.appendingPathExtension("results"))
    }
}

/// The ways in which a text of a URL reaches a mock.
private struct URLTable {
    /// A text, and the URLs that clients send for the text.
    struct Row: Decodable {
        let bytes: [UInt8]
        let curl: [UInt8]?
        let fetch: [UInt8]?

        /// The text; nil if the bytes are not UTF-8.
        var text: String? { bytes.utf8Text }
    }

    /// The file that the environment names.
    static let given = ProcessInfo.processInfo.environment["HTTPMOCK_URL_TEXTS"]
    private static let origin = "http://h.test"
    /// The cell of a way that has no such text.
    private static let none = "-"

    private let folder: TemporaryFolder
    private let cassette: Cassette
    private let tool: RunningTool
    private let mock = HTTPMock()
    private let server: HTTPMock.Server
    private let service = LoopbackServer { _ in .text("") }
    private let session: URLSession

    init(_ rows: [Row]) async throws {
        folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("table.har")
        try Self.recording(of: rows).write(to: file)
        cassette = try Cassette(at: file, record: .none, environment: [:])
        tool = try await RunningTool(
            ["serve", "table.har", "--as", Self.origin, "--port", "0", "--repeat"], in: folder.url)
        mock.unmockedPolicy = .notFound
        server = try await mock.serve(as: Self.origin)
        // The loader sends the requests for all hosts to its proxy.
        setenv("http_proxy", "http://127.0.0.1:\(service.port)", 1)
        session = URLSession(configuration: .ephemeral)
    }

    func end() async throws {
        server.stop()
        service.stop()
        _ = try await tool.end()
    }

    /// Returns a HAR with an entry for each row, whose body is the number of the entry.
    ///
    /// JSON has no bytes that are not UTF-8, so the URL of such a row is written with escapes.
    private static func recording(of rows: [Row]) throws -> Data {
        let entries = try rows.enumerated().map { index, row in
            let url = try JSONEncoder().encode(row.text ?? URLText.encoded(row.bytes))
            let quoted = String(decoding: url.dropFirst().dropLast(), as: UTF8.self)
            return SampleHAR.entry(method(index + 1), quoted, body: "\(index + 1)", type: "text/plain")
        }
        return Data(SampleHAR.document(entries.joined(separator: ",")).utf8)
    }
    /// The method of an entry, so that no entry answers for another one.
    private static func method(_ number: Int) -> String { "ROW\(number)" }

    /// Returns the requests of a row by the way.
    func cells(of row: Row, number: Int) async throws -> [String: String] {
        var cells = [
            "port": try received(row.bytes), "tool": try served(row.bytes, number),
            "curl read": try row.curl.map(received) ?? Self.none,
            "fetch read": try row.fetch.map(received) ?? Self.none,
        ]
        for way in ["registered", "in process", "HAR", "redirect", "native", "native read"] { cells[way] = Self.none }
        guard let text = row.text else { return cells }
        cells["HAR"] = recorded(number)
        cells["registered"] = await Self.registered(text)
        cells["in process"] = await Self.requested(text)
        cells["redirect"] = await Self.redirected(text)
        if let sent = await native(text) {
            cells["native"] = sent
            cells["native read"] = try received(Array(sent.utf8))
        }
        return cells
    }

    // MARK: Ways

    /// The request that a registration of the text answers.
    private static func registered(_ text: String) async -> String {
        let mock = HTTPMock()
        mock.unmockedPolicy = .notFound
        mock.addResponses(forURL: text, responses: [.status(.accepted, lifetime: .eternal)])
        if mock.problems.contains(where: { $0.kind == .failure }) { return "registration problem" }
        guard let url = URL(keepingEscapesOf: text) else { return "no URL" }
        let response = try? await mock.data(for: URLRequest(url: url)).1
        guard (response as? HTTPURLResponse)?.statusCode == 202 else { return "another request" }
        return last(of: mock)
    }

    /// The request of a task for the URL that Foundation makes of the text.
    private static func requested(_ text: String) async -> String {
        let mock = HTTPMock()
        mock.unmockedPolicy = .notFound
        guard let url = URL(string: text) else { return "no URL" }
        _ = try? await mock.data(for: URLRequest(url: url))
        return last(of: mock)
    }

    /// The request after a redirect to the text.
    private static func redirected(_ text: String) async -> String {
        let mock = HTTPMock()
        mock.unmockedPolicy = .notFound
        mock.addResponses(forPath: "/", host: "start.test", responses: [.redirect(to: text)])
        guard let url = URL(string: "http://start.test/") else { return none }
        _ = try? await mock.data(for: URLRequest(url: url))
        if mock.requests.count < 2 { return "not followed" }
        return last(of: mock)
    }

    private static func last(of mock: HTTPMock) -> String {
        mock.requests.last?.url.absoluteString ?? "no request"
    }

    /// The request of an entry.
    private func recorded(_ number: Int) -> String {
        guard let entry = cassette.entries.first(where: { $0.number == number }) else { return "not playable" }
        return entry.recorded.request.mockRequest?.url.absoluteString ?? "no URL"
    }

    /// The request that a served mock reads.
    private func received(_ bytes: [UInt8]) throws -> String {
        let before = mock.requests.count
        let answer = try Self.answer(to: bytes, port: server.baseURL.port ?? 0)
        guard answer.status != "400", mock.requests.count == before + 1 else { return answer.status }
        return Self.last(of: mock)
    }

    /// The request of the entry that the tool answers with.
    private func served(_ bytes: [UInt8], _ number: Int) throws -> String {
        let port = URL(string: tool.address)?.port ?? 0
        let answer = try Self.answer(to: bytes, method: Self.method(number), port: port)
        guard answer.status == "200", answer.body == "\(number)" else { return answer.status }
        return recorded(number)
    }

    /// The target that the native loader sends for the URL that Foundation makes of the text.
    private func native(_ text: String) async -> String? {
        let before = service.requests.count
        guard let url = URL(string: text), (try? await session.data(from: url)) != nil,
            service.requests.count == before + 1
        else { return nil }
        return service.requests.last?.target
    }

    /// Sends a URL as the target of a request, and reads the answer.
    private static func answer(
        to url: [UInt8], method: String = "GET", port: Int
    ) throws -> (status: String, body: String) {
        var target = url
        if url.starts(with: "\(origin)/".utf8) { target.removeFirst(origin.utf8.count) }
        let socket = try RawSocket(port: port)
        let fields = " HTTP/1.1\r\nHost: h.test\r\nConnection: close\r\n\r\n"
        try socket.send(Array("\(method) ".utf8) + target + Array(fields.utf8))
        let head = try socket.readHead()
        let length = head.firstMatch(of: /(?i)\r\ncontent-length: *([0-9]+)/).flatMap { Int($0.1) }
        let body = try socket.read(length ?? 0)
        return (String(head.dropFirst(9).prefix(3)), String(decoding: body, as: UTF8.self))
    }
}
