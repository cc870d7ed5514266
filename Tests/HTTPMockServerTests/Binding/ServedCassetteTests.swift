import Foundation
import HTTPMock
import HTTPMockRecording
import TestSupport
import Testing

@testable import HTTPMockServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A recorded session, played to clients of a server.
@Suite(.bounded) struct ServedCassetteTests {
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("Served-\(UUID()).har")

    @Test func clientOfAnotherKindGetsWhatWasRecorded() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let real = try await record()
        real.stop()

        let mock = HTTPMock()
        let cassette = try Cassette(at: file, environment: [:])
        mock.insert(cassette)
        let server = try await mock.serve(as: "http://127.0.0.1:\(real.port)")
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }

        // A session that nothing intercepts, and plain bytes.
        let first = try await HTTPReply.get("\(server.baseURL)/notes", from: session)
        #expect(first.status == 200)
        #expect(first.text == "notes 1")
        #expect(first.headers["x-real"] == "yes")
        let second = try server.ask(bytes: "GET /notes HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(second.text == "notes 2")
        #expect(second["X-Real"] == "yes")
        let posted = try server.ask(
            bytes: "POST /notes HTTP/1.1\r\nHost: h\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nnew")
        #expect(posted.status == 201)
        #expect(posted.text == "posted new")

        #expect(cassette.unplayedEntries.map(\.url) == ["http://127.0.0.1:\(real.port)/unplayed"])
        #expect(mock.unusedResponses.count == 1)

        // A request that was not recorded, and one whose entry has been played.
        for target in ["/missing", "/notes"] {
            let missing = try server.ask(bytes: "GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(missing.status == 404)
            #expect(missing.text.contains(file.lastPathComponent))
        }
        #expect(mock.requests.map(\.status) == [200, 200, 201, 404, 404])
        #expect(real.requests.count == 4)
    }

    /// Some clients send the segments, others send the path without them, as a recording has it on Linux.
    @Test func recordedPathIsPlayedWithItsDotSegmentsAndWithout() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let entry = #"{"request":{"method":"GET","url":"http://h.test/a/../b/."},"response":{"status":204}}"#
        try Data(#"{"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":[\#(entry)]}}"#.utf8)
            .write(to: file)
        for target in ["/a/../b/.", "/b/"] {
            let mock = HTTPMock()
            mock.insert(try Cassette(at: file, record: .none, environment: [:]))
            let server = try await mock.serve(as: "http://h.test")
            #expect(try server.ask(target).status == 204, "\(target)")
            #expect(mock.requests.first?.request.path == target)
        }
    }

    @Test func clientOfTheServerIsRecorded() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let real = Self.service()
        defer { real.stop() }
        let mock = HTTPMock()
        let cassette = try Cassette(at: file, record: .all, environment: [:])
        mock.insert(cassette)
        let server = try await mock.serve(as: "http://127.0.0.1:\(real.port)")
        #expect(try server.ask(bytes: "GET /notes HTTP/1.1\r\nHost: h\r\n\r\n").text == "notes 1")
        // A client that counts bytes sees the end of a passed-through response before the network reports it, and
        // save() waits for the report.
        try cassette.save()
        #expect(try Cassette(at: file, environment: [:]).entries.map(\.url) == ["http://127.0.0.1:\(real.port)/notes"])
    }

    /// Records a session with a real server.
    private func record() async throws -> LoopbackServer {
        let real = Self.service()
        let mock = HTTPMock()
        let cassette = try Cassette(at: file, record: .all, environment: [:])
        mock.insert(cassette)
        let url = "http://127.0.0.1:\(real.port)"
        for _ in 0..<2 { _ = try await HTTPReply.get("\(url)/notes", from: mock.urlSession) }
        _ = try await HTTPReply.get(
            "\(url)/notes", from: mock.urlSession, method: "POST", headers: ["Content-Type": "text/plain"], body: "new")
        _ = try await HTTPReply.get("\(url)/unplayed", from: mock.urlSession)
        try cassette.save()
        return real
    }

    private static func service() -> LoopbackServer {
        let count = Locked(0)
        return LoopbackServer { request in
            if request.method == "POST" {
                return .text("posted \(String(decoding: request.body, as: UTF8.self))", status: 201)
            }
            let number = count.withLock { count in
                count += 1
                return count
            }
            return .text("\(request.path.dropFirst()) \(number)", headers: ["X-Real": "yes"])
        }
    }
}
