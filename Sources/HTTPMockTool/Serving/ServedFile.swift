import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockRecording

/// A file that requests are answered from: a recording, an OpenAPI document or a GraphQL schema.
struct ServedFile: Sendable {
    let url: URL
    /// The origins that the file answers for, in its order; none for every origin.
    let origins: [String]
    private let content: Content

    private enum Content: Sendable {
        case cassette(Cassette, repeats: Bool)
        case examples(any ServiceExamples)
    }

    /// Returns whether the answer to a request would be made from a schema; any recorded answer is better.
    func generatesAnswer(to request: MockRequest) -> Bool {
        guard case .examples(let examples) = content else { return false }
        return examples.generates(request)
    }

    /// The entries of a recording; none for a document.
    var entries: [Cassette.Entry] {
        guard case .cassette(let cassette, _) = content else { return [] }
        return cassette.entries
    }

    /// Whether the file is an OpenAPI document or a GraphQL schema.
    var isDocument: Bool {
        guard case .examples = content else { return false }
        return true
    }

    /// Whether the file answers equal requests again and again: a document, and a recording with `--repeat`.
    var answersAgain: Bool {
        guard case .cassette(_, let repeats) = content else { return true }
        return repeats
    }

    /// A request for each operation of an OpenAPI document; none for other files.
    var sampleRequests: [MockRequest] {
        guard case .examples(let examples) = content else { return [] }
        return examples.sampleRequests
    }

    /// The answer to one request.
    enum Answer: Sendable {
        /// The response and its origin in the file: `entry 3` or `getPet example`.
        case response(MockResponse, String)
        case webSocket(RecordedWebSocket)
        /// The reasons why the file has no answer.
        case nothing([String])
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The path of a HAR, of Stubborn Network's JSON, of an OpenAPI document, or of a GraphQL schema.
    ///   - repeats: Whether equal requests are answered again and again.
    ///   - folder: The folder that has all files of a document; nil for the document's own.
    /// - Throws: The reason why the file can't be served.
    init(_ path: String, repeats: Bool, resolvingIn folder: URL? = nil) throws {
        let input = try InputFile(path)
        url = input.url
        guard input.exists else {
            if ContractFile.isNamedLike(url) { throw ContractFile.missing(path) }
            throw HTTPMockError.missingCassette(
                at: url, command: "http-mock record ORIGIN --to \(url.lastPathComponent)")
        }
        if ContractFile.isLikely(at: url) {
            let examples = try ContractFile.contract(of: url, resolvingIn: folder).examples(server: nil)
            content = .examples(examples)
            origins = examples.origins
        } else {
            let cassette = try Cassette(at: url, environment: [:])
            content = .cassette(cassette, repeats: repeats)
            let urls = cassette.entries.map(\.url) + cassette.webSockets.webSockets.map(\.entry.request.url)
            var known: Set<String> = []
            origins = urls.compactMap { URL(keepingEscapesOf: $0)?.originText }.filter { known.insert($0).inserted }
        }
    }

    /// The number of answers in the file, for the lines at the start.
    var summary: String {
        switch content {
        case .cassette(let cassette, _):
            let (count, problems) = (cassette.entries.count, cassette.problems.count)
            var summary = count == 1 ? "1 entry" : "\(count) entries"
            let webSockets = cassette.webSockets.webSockets.count
            if webSockets > 0 { summary += ", \(webSockets.counted("WebSocket"))" }
            if problems > 0 { summary += ", \(problems) that can't be played (see http-mock inspect)" }
            return summary
        case .examples(let examples): return examples.summary
        }
    }

    /// Returns whether a document has an operation for a request, even one without an answer.
    func hasOperation(for request: MockRequest) -> Bool {
        guard case .examples(let examples) = content else { return false }
        return !request.isWebSocketUpgrade && examples.matches(request)
    }

    /// Returns whether a recording has an answer left for a request, or a document has one; uses nothing up.
    func canAnswer(_ request: MockRequest) -> Bool {
        switch content {
        case .cassette(let cassette, let repeats):
            if request.isWebSocketUpgrade {
                return cassette.webSockets.canPlay(request, startingOver: repeats)
            }
            return cassette.canPlay(request, startingOver: repeats)
        case .examples(let examples): return !request.isWebSocketUpgrade && examples.canAnswer(request)
        }
    }

    /// Returns whether a request that has no answer would have one with `--repeat`, because its entries were played.
    func hasUsedUp(_ request: MockRequest) -> Bool {
        guard case .cassette(let cassette, repeats: false) = content else { return false }
        if request.isWebSocketUpgrade { return cassette.webSockets.canPlay(request, startingOver: true) }
        return cassette.canPlay(request, startingOver: true)
    }

    /// Answers a request, and uses the entry up if it is one of a recording.
    func answer(_ request: MockRequest) -> Answer {
        if request.isWebSocketUpgrade { return answer(upgrade: request) }
        switch content {
        case .examples(let examples):
            switch examples.answer(to: request) {
            case .response(let response, let name): return .response(response, name)
            case .nothing(let reason): return .nothing(["\(url.lastPathComponent): \(reason)"])
            case .elsewhere: return .nothing(["\(url.lastPathComponent) is for \(origins.joined(separator: ", "))"])
            }
        case .cassette(let cassette, let repeats):
            switch cassette.decide(request, startingOver: repeats) {
            case .play(let entry, let response): return .response(response.response, "entry \(entry.number)")
            // The advice of a recording is for tests.
            case .unmocked(let lines): return .nothing(lines.filter { !$0.hasPrefix("To fix this") })
            // Never returned, because the cassette of a served file does not record.
            case .record: return .nothing([])
            }
        }
    }

    private func answer(upgrade request: MockRequest) -> Answer {
        guard case .cassette(let cassette, let repeats) = content else {
            return .nothing(["\(url.lastPathComponent) is a document, which has no WebSockets"])
        }
        switch cassette.webSockets.decide(request, startingOver: repeats) {
        case .play(let webSocket): return .webSocket(webSocket)
        case .unmocked(let lines): return .nothing(lines)
        }
    }
}
