import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// The log of the mock has what the server refused by itself.
@Suite(.bounded) struct RefusalLogTests {
    @Test(arguments: [
        ("GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", 426),
        ("POST /ws HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n", 413),
        ("POST /ws HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n", 413),
        ("POST /ws HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxyz\r\n", 400),
        ("POST /ws HTTP/1.1\r\nHost: h\r\nExpect: miracles\r\nContent-Length: 1\r\n\r\n", 417),
        ("POST /ws HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhe", 408),
    ])
    func recordsARequestWhoseHeadWasRead(text: String, status: Int) async throws {
        let host = "refused\(UUID().uuidString.prefix(8).lowercased()).example"
        let reports = InterceptedReports(containing: host)
        let mock = HTTPMock()
        let server = try await mock.serve(
            as: "https://\(host)", limits: .init(body: 10, bodyTimeout: .milliseconds(50)))
        #expect(try server.ask(bytes: text).status == status)
        let record = try #require(mock.requests.first)
        #expect(mock.requests.count == 1)
        #expect(record.request.url.absoluteString == "https://\(host)/ws")
        #expect(record.status == status)
        guard case .failed(let error as HTTPMockError)? = record.outcome else {
            Issue.record("\(String(describing: record.outcome))")
            return
        }
        #expect(error.message.contains("with \(status) by itself"))
        #expect(error.message.contains("the client's first line: \(text.prefix { $0 != "\r\n" })"))
        #expect(reports.texts == [error.message])
        #expect(mock.turnedDown == [error.message])
        #expect(try Self.entries(of: mock).map(\.status) == [status])
    }

    @Test(arguments: [
        ("GET /a b HTTP/1.1\r\nHost: h\r\n\r\n", 400, "GET /a b HTTP/1.1"),
        ("GET / HTTP/1.1\r\nHost: h\r\n X: folded\r\n\r\n", 400, "GET / HTTP/1.1"),
        ("GET /?token=s3cret HTTP/1.1\r\n\r\n", 400, "GET /?token=REDACTED HTTP/1.1"),
        ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505, "GET / HTTP/2.0"),
        ("\u{16}\u{3}\u{1}TLS", 400, "none"),
        ("GET / HTTP/1.1\r\nHost: h\r\nX: 1\r\nY: 1\r\n\r\n", 431, "GET / HTTP/1.1"),
        ("GET / HT", 408, "GET / HT"),
    ])
    func reportsARequestWhoseHeadCannotBeRead(text: String, status: Int, line: String) async throws {
        let host = "refused\(UUID().uuidString.prefix(8).lowercased()).example"
        let reports = InterceptedReports(containing: host)
        let mock = HTTPMock()
        let server = try await mock.serve(
            as: "https://\(host)", limits: .init(fieldCount: 2, headTimeout: .milliseconds(50)))
        // The client tries twice, and the second time adds nothing to a report.
        for _ in 0..<2 { #expect(try server.ask(bytes: text).status == status) }
        #expect(mock.requests.isEmpty)
        let refusal = try #require(mock.turnedDown.first)
        #expect(refusal.contains("the server of https://\(host) answered a request with \(status) by itself: "))
        #expect(refusal.contains("the client's first line: \(line)\n"))
        #expect(refusal.contains("To fix this, "))
        #expect(reports.texts == [refusal])
        #expect(mock.turnedDown.count == 1)
        let entries = try Self.entries(of: mock)
        #expect(entries.map(\.status) == [status, status])
        #expect(entries.map(\.url) == ["https://\(host)/", "https://\(host)/"])
        #expect(entries.allSatisfy { $0.comment == refusal })
        mock.reset()
        #expect(mock.turnedDown.isEmpty)
        #expect(try Self.entries(of: mock).isEmpty)
    }

    @Test(arguments: [
        ("\u{16}\u{3}\u{1}TLS", "To fix this, write http:// instead of https://"),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "To fix this, let the client speak HTTP/1.1"),
        (
            "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n",
            "To fix this, give the client the server's baseURL in place of a proxy"
        ),
        ("GET ftp://a.com/x HTTP/1.1\r\nHost: a.com\r\n\r\n", "To fix this, request an http:// URL through the proxy"),
        (
            "GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
            "To fix this, correct the request that the client sends."
        ),
        (
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999\r\n\r\n",
            "raise the limit: serve(limits: HTTPMock.Server.Limits(body: …))"
        ),
        ("GET /a#b HTTP/1.1\r\nHost: h\r\n\r\n", "To fix this, correct the request that the client sends."),
    ])
    func reportGivesTheHelpThatFits(text: String, help: String) async throws {
        let host = "refused\(UUID().uuidString.prefix(8).lowercased()).example"
        let reports = InterceptedReports(containing: host)
        let mock = HTTPMock()
        let server = try await mock.serve(as: "https://\(host)")
        #expect(try server.ask(bytes: text).text.contains(help))
        #expect(reports.texts.count == 1)
        #expect(reports.texts.first?.contains(help) == true)
        #expect(reports.texts.first?.components(separatedBy: "To fix this").count == 2)
    }

    @Test func keepsNoMoreRefusalsThanAReaderWants() async throws {
        let host = "refused\(UUID().uuidString.prefix(8).lowercased()).example"
        let reports = InterceptedReports(containing: host)
        let mock = HTTPMock()
        let server = try await mock.serve(as: "https://\(host)")
        for number in 0..<150 { _ = try server.ask(bytes: "GET /\(number)# HTTP/1.1\r\n\r\n") }
        #expect(mock.turnedDown.count == 100)
        #expect(reports.texts.count == 100)
    }

    private struct Entry {
        let status: Int
        let url: String
        let comment: String
    }

    private static func entries(of mock: HTTPMock) throws -> [Entry] {
        let document = try JSONSerialization.jsonObject(with: mock.networkLogHAR()) as? [String: Any]
        let entries = (document?["log"] as? [String: Any])?["entries"] as? [[String: Any]] ?? []
        return entries.map { entry in
            Entry(
                status: (entry["response"] as? [String: Any])?["status"] as? Int ?? 0,
                url: (entry["request"] as? [String: Any])?["url"] as? String ?? "",
                comment: entry["comment"] as? String ?? "")
        }
    }
}
