import Foundation
import HTTPMock
import HTTPMockRecording
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A GET as the engine hands it on.
func request(_ address: String, headers: [String: String] = [:]) throws -> MockRequest {
    try request("GET", address, headers: headers)
}

/// A request as the engine hands it on.
func request(
    _ method: String, _ address: String, headers: [String: String] = [:], body: Data = Data()
) throws -> MockRequest {
    let url = try #require(URL(string: address))
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.allHTTPHeaderFields = headers
    return MockRequest(request, url: url, body: body)
}

/// The time at which the exchanges of a test begin.
let recordingStart = Date(timeIntervalSince1970: 1_772_355_600)

extension RecordedRequest {
    /// A successful exchange.
    ///
    /// - Parameters:
    ///   - reply: The body of the response.
    ///   - second: When it was made, in seconds after the first.
    static func of(
        _ request: MockRequest, status: Int = 200, _ reply: String = "", type: String? = "application/json",
        fields: [String: String] = [:], second: Double = 0, at start: Date = recordingStart
    ) -> RecordedRequest {
        RecordedRequest(
            request: request, start: start.addingTimeInterval(second), status: status,
            headers: fields.merging(type.map { ["Content-Type": $0] } ?? [:]) { $1 },
            chunks: reply.isEmpty ? [] : [Data(reply.utf8)], error: nil)
    }
}

extension Cassette {
    /// The body of the response that a request is played, or why there is none.
    func played(_ request: MockRequest) -> String {
        switch decide(request) {
        case .play(let entry, _): String(decoding: entry.responseBody, as: UTF8.self)
        case .record: "recorded"
        case .unmocked(let lines): lines.joined(separator: "\n")
        }
    }

    /// Opens a file in an environment without variables.
    static func open(
        _ url: URL, _ mode: RecordMode = .none, matching: [Rule] = [], ignoring: [Part] = [], repeatsLast: Bool = false,
        redacting: Redacting = .secrets, recordsFailures: Bool = false, recording: Edit? = nil, playing: Edit? = nil,
        environment: [String: String] = [:]
    ) throws -> Cassette {
        try Cassette(
            at: url, record: mode, matching: matching, ignoring: ignoring, repeatsLast: repeatsLast,
            redacting: redacting, recordsFailures: recordsFailures, recording: recording, playing: playing,
            environment: environment)
    }

    /// Records exchanges into a file and saves it.
    static func record(
        _ exchanges: [RecordedRequest], into url: URL, _ mode: RecordMode = .all, ignoring: [Part] = [],
        redacting: Redacting = .secrets, recording: Edit? = nil, environment: [String: String] = [:]
    ) throws {
        let cassette = try open(
            url, mode, ignoring: ignoring, redacting: redacting, recording: recording, environment: environment)
        for exchange in exchanges { cassette.record(exchange) }
        try cassette.save()
    }
}

/// The message of what a closure throws.
func message(of body: () throws -> Void) -> String {
    do {
        try body()
        return "nothing was thrown"
    } catch {
        return (error as? HTTPMockError)?.message ?? "\(error)"
    }
}
