import Foundation
import HTTPMock
import HTTPMockServer

/// A process that serves some mocks, for the clients and the load generators of `.ci/server`.
///
/// Prints its URL, and ends when its standard input does. `SERVED_FILE` is the path of a file to serve. With
/// `SERVED_ANY`, every other path repeats the body of its request, as official suites want it. With
/// `SERVED_CONDITIONS`, 200 other paths have conditions. `SERVED_LIMIT` is the longest body, in bytes.
@main
enum ServedMock {
    static func main() async throws {
        let mock = HTTPMock()
        mock.registerResponses { scenario }
        let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0
        var limits = HTTPMock.Server.Limits()
        if let body = ProcessInfo.processInfo.environment["SERVED_LIMIT"].flatMap({ Int($0) }) { limits.body = body }
        let server = try await mock.serve(port: port, limits: limits)
        // Flushed, because standard output is a pipe.
        FileHandle.standardOutput.write(Data("\(server.baseURL)\n".utf8))
        while readLine() != nil {}
        server.stop()
    }

    @MockBuilder private static var scenario: [MockElement] {
        if ProcessInfo.processInfo.environment["SERVED_ANY"] != nil {
            Path("/**") { echo }
        } else {
            Path("/") { MockResponse.plaintext("hello, world", lifetime: .eternal) }
        }
        if ProcessInfo.processInfo.environment["SERVED_CONDITIONS"] != nil {
            for number in 0..<100 {
                Path("/conditions/\(number)", method: .post, when: .json(["id": number])) { echo }
                Path("/predicates/\(number)", when: .where("has a query") { !$0.query.isEmpty }) { echo }
            }
        }
        Path("/echo") { echo }
        Path("/socket") { echoingSocket }
        Path("/socket/close/{code}") {
            MockResponse.webSocket { socket in
                let code = socket.request.pathParameter("code").flatMap(UInt16.init) ?? 1000
                try await socket.close(.init(rawValue: code), reason: "bye")
            }
        }
        Path("/socket/numbers") {
            MockResponse.webSocket { socket in
                for number in 0..<10_000 { try await socket.send("\(number)") }
            }
        }
        Path("/stream") {
            MockResponse.handler { _ in .stream((0..<50).map { Data("line \($0)\n".utf8) }, every: .zero) }
        }
        Path("/download") { MockResponse.handler { partialContent(for: $0.header("Range")) } }
        Path("/redirect") { MockResponse.redirect(to: "https://example.com/", lifetime: .eternal) }
        Path("/none") { MockResponse.empty(status: .noContent, lifetime: .eternal) }
        if let path = ProcessInfo.processInfo.environment["SERVED_FILE"] {
            Path("/file") { MockResponse.file(url: URL(fileURLWithPath: path), lifetime: .eternal) }
        }
        Path("/ignored") { MockResponse.handler { _ in .plaintext("not read") } }
        Path("/garbage") { MockResponse.wire(Data("garbage\r\n\r\n".utf8), then: .close, lifetime: .eternal) }
        Path("/lost") {
            MockResponse.plaintext(
                "0123456789", lifetime: .eternal, delivery: .failing(.networkConnectionLost, afterBytes: 4))
        }
    }

    private static var echo: MockResponse {
        .handler { request in
            .data(request.body, contentType: request.header("Content-Type") ?? "application/octet-stream")
        }
    }

    /// A WebSocket that sends each message back, text as text.
    private static var echoingSocket: MockResponse {
        .webSocket { socket in
            for await message in socket.messages {
                switch message {
                case .text(let text): try await socket.send(text)
                case .data(let data): try await socket.send(data)
                }
            }
        }
    }

    /// The bytes of the download, every two equal to their index.
    private static let content = Data((0..<100_000).flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8 & 0xff)] })

    /// Answers `bytes=FIRST-` with the rest, anything else with all.
    private static func partialContent(for range: String?) -> MockResponse {
        guard let range, let match = range.wholeMatch(of: /bytes=(\d+)-/), let first = Int(match.1),
            first < content.count
        else { return .data(content) }
        return .data(
            content.dropFirst(first), status: .partialContent,
            headers: ["Content-Range": "bytes \(first)-\(content.count - 1)/\(content.count)"])
    }
}
