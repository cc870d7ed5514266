import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private let foreignFolder = ProcessInfo.processInfo.environment["HTTPMOCK_HAR_FOLDER"]

/// HAR files of other tools, each opened and played by a session.
///
/// Runs if `HTTPMOCK_HAR_FOLDER` names a folder with such files. `.ci/read-har.py` compares `played.jsonl`, which is
/// written there, with the files.
@Suite(.timeLimit(.minutes(30)), .enabled(if: foreignFolder != nil, "needs HAR files of other tools"))
struct ForeignFilesTests {
    @Test func everyEntryOfAForeignFileIsPlayedOrRefused() async throws {
        let folder = URL(fileURLWithPath: try #require(foreignFolder))
        let names = try #require(FileManager.default.subpaths(atPath: folder.path)).filter { $0.hasSuffix(".har") }
        #expect(!names.isEmpty)
        var lines = Data()
        for name in names.sorted() {
            let report = await Self.report(name, in: folder)
            lines += try JSONEncoder().encode(report) + Data("\n".utf8)
        }
        try lines.write(to: folder.appendingPathComponent("played.jsonl"))
    }

    /// The result of one file.
    private struct Report: Encodable {
        let file: String
        /// The error that the file was refused with.
        var error: String?
        var problems: [Refused] = []
        var entries: [Played] = []

        struct Refused: Encodable {
            let number: Int
            let reason: String
        }

        struct Played: Encodable {
            let number: Int
            var status: Int?
            var body = Data()
            var error: String?
        }
    }

    private static func report(_ name: String, in folder: URL) async -> Report {
        var report = Report(file: name)
        do {
            let cassette = try Cassette.open(folder.appendingPathComponent(name))
            report.problems = cassette.problems.map { Report.Refused(number: $0.number, reason: $0.reason) }
            let mock = HTTPMock()
            mock.insert(cassette)
            let session = URLSession(
                configuration: mock.urlSession.configuration, delegate: RedirectRefuser(), delegateQueue: nil)
            for entry in cassette.entries { report.entries.append(await played(entry, in: session)) }
            session.finishTasksAndInvalidate()
            #expect(cassette.unplayedEntries.isEmpty, "\(name)")
        } catch {
            report.error = "\(error)"
        }
        return report
    }

    private static func played(_ entry: Cassette.Entry, in session: URLSession) async -> Report.Played {
        var played = Report.Played(number: entry.number)
        guard var request = entry.recorded.request.mockRequest?.urlRequest else {
            played.error = "no request"
            return played
        }
        request.httpBody = entry.requestBody.isEmpty ? nil : entry.requestBody
        request.httpShouldHandleCookies = false
        request.timeoutInterval = 600
        do {
            let (data, response) = try await session.data(for: request)
            (played.status, played.body) = ((response as? HTTPURLResponse)?.statusCode, data)
        } catch {
            played.error = "\((error as? URLError).map { "URLError \($0.code.rawValue)" } ?? "\(error)")"
        }
        return played
    }
}

/// Ends a request with the response that redirects.
private final class RedirectRefuser: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
