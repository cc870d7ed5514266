import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockRecording

/// The files that requests are answered from: the first that has an answer wins, unless it only generates one.
///
/// Created by ``ServeCommand`` and retained by its mock, which calls it where requests are matched.
final class ServedFiles: EngineExtension {
    private struct State: Sendable {
        var files: [ServedFile]
        var unmocked = 0
        /// The number of clients' messages that differ from the recorded ones; counted only with `--strict`.
        var differences = 0
        /// The address of the server, which is the origin of requests if neither the user nor a file names one.
        var address: String?
    }

    private let state: Locked<State>
    /// The origin of requests whose target is a path, unless ``origin(for:)`` returns another one.
    let origin: String
    /// Whether the user gave the origin, so that the files' origins are not tried.
    private let isOriginFixed: Bool
    /// Whether the messages of clients are compared with the recorded ones.
    private let isStrict: Bool

    /// Creates the answers of some files.
    ///
    /// - Parameters:
    ///   - files: The files in their order.
    ///   - origin: The origin that the user gave; nil for the origins of the files.
    ///   - isStrict: Whether the messages of clients are compared with the recorded ones.
    init(_ files: [ServedFile], origin: String?, isStrict: Bool) {
        self.isStrict = isStrict
        state = Locked(State(files: files))
        self.origin = origin ?? files.lazy.flatMap(\.origins).first ?? "http://localhost"
        isOriginFixed = origin != nil
    }

    /// True, because requests for WebSockets are answered too.
    var seesUpgrades: Bool { true }

    /// Returns that the body is needed, because a recording compares bodies.
    func workNeeded(for request: MockRequest) -> MatchingWork { .readsBody }

    /// Replaces a file that was read again.
    func replace(_ file: ServedFile) {
        state.withLock { state in
            state.files = state.files.map { $0.url.path == file.url.path ? file : $0 }
        }
    }

    /// The number of requests that no file had an answer for.
    var unmockedCount: Int { state.withLock { $0.unmocked } }

    /// The number of messages that differ from the recorded ones; 0 without `--strict`.
    var differenceCount: Int { state.withLock { $0.differences } }

    /// Notes the address that clients reach, once the server has its port.
    func noteAddress(_ address: URL) {
        state.withLock { $0.address = address.originText }
    }

    /// All origins of the files, in the order of the files.
    var origins: [String] {
        var known: Set<String> = []
        return state.withLock { $0.files }.flatMap(\.origins).filter { known.insert($0).inserted }
    }

    /// Returns the first origin at which a file answers a request, or the server's address if no file has an origin.
    ///
    /// If no file answers, the first origin at which a document has an operation counts, because the document has the
    /// reason. Nil if the request keeps its origin, because its origin is fixed or another host's, or no file has an
    /// answer or an operation.
    func origin(for request: MockRequest) -> String? {
        // A request on the port of another host already has its own origin.
        guard !isOriginFixed, request.url.originText == origin else { return nil }
        let (files, address) = state.withLock { ($0.files, $0.address) }
        let origins = origins
        guard !origins.isEmpty else { return address }
        let candidates = [origin] + origins
        let answering = candidates.first { candidate in
            let moved = request.moved(to: candidate)
            return files.contains { $0.canAnswer(moved) }
        }
        return answering
            ?? candidates.first { candidate in
                let moved = request.moved(to: candidate)
                return files.contains { $0.hasOperation(for: moved) }
            }
    }

    func answer(_ request: MockRequest) -> ExtensionAnswer {
        let files = state.withLock { $0.files }
        var notes: [String] = []
        for file in Self.inOrder(files, for: request) {
            switch file.answer(request) {
            case .response(let response, let name): return .response(registered(response, name, of: file))
            case .webSocket(let webSocket):
                let name = "entry \(webSocket.number)"
                let script = WebSocketScript(webSocket) { difference in
                    self.report("\(file.url.lastPathComponent), \(name): \(difference)")
                }
                return .response(registered(script.response, name, of: file))
            case .nothing(let lines): notes += explanation(of: file, for: request) ?? lines
            }
        }
        state.withLock { $0.unmocked += 1 }
        // The reasons of a document have advice of their own, as preflights have.
        let hasAdvice = request.isPreflight || notes.contains { $0.contains("To fix this, ") }
        if !hasAdvice { notes.append("To fix this, \(fix(of: request, files))") }
        return .nothing(notes)
    }

    /// Returns the advice for a request that no file answers.
    private func fix(of request: MockRequest, _ files: [ServedFile]) -> String {
        // Only the user knows the service of files without an origin.
        var service = "ORIGIN"
        if isOriginFixed || !origins.isEmpty { service = request.url.originText ?? origin }
        var fix = "record the request: http-mock record \(service) --to FILE"
        // `record` records no WebSockets.
        if request.isWebSocketUpgrade { fix = "serve a HAR with its WebSocket" }
        let requests = [request] + otherOrigins(of: request).map { request.moved(to: $0) }
        let isUsedUp = files.contains { file in requests.contains { file.hasUsedUp($0) } }
        if isUsedUp { fix += ", or add --repeat" }
        return fix
    }

    /// The origins at which a request is answered too: those of the files, unless its own origin is the only one.
    private func otherOrigins(of request: MockRequest) -> [String] {
        guard !isOriginFixed, request.url.originText == origin else { return [] }
        return origins
    }

    private func registered(_ response: MockResponse, _ name: String, of file: ServedFile) -> RegisteredResponse {
        let owner = state.withLock { $0.files.count } > 1 ? "\(file.url.lastPathComponent), " : ""
        return RegisteredResponse(response, of: MockRegistration(standIn: owner + name))
    }

    /// Reports a message that differs from the recorded one; does nothing without `--strict`.
    private func report(_ difference: String) {
        guard isStrict else { return }
        state.withLock { $0.differences += 1 }
        Output.error.text(difference)
    }

    /// Returns the files in the order in which they are asked: those that would generate the answer come last.
    private static func inOrder(_ files: [ServedFile], for request: MockRequest) -> [ServedFile] {
        guard files.count > 1 else { return files }
        let generating = files.filter { $0.generatesAnswer(to: request) }
        guard !generating.isEmpty else { return files }
        return files.filter { !$0.generatesAnswer(to: request) } + generating
    }

    /// The sentences about entries, operations and files that never answer.
    var neverAnswering: [String] {
        let files = state.withLock { $0.files }
        return files.enumerated().flatMap { index, file in
            let earlier = files[..<index].filter(\.answersAgain)
            return Self.hiddenEntries(of: file, behind: earlier) + Self.hiddenOperations(of: file, behind: earlier)
                + unusedOrigin(of: file)
        }
    }

    /// Returns a sentence for each entry whose request an earlier file answers again and again.
    private static func hiddenEntries(of file: ServedFile, behind earlier: [ServedFile]) -> [String] {
        let name = file.url.lastPathComponent
        return file.entries.compactMap { entry in
            guard let request = entry.mockRequest else { return nil }
            // A generated answer comes after the entry, so only an example or another entry hides the entry.
            guard let first = earlier.first(where: { $0.canAnswer(request) && !$0.generatesAnswer(to: request) }) else {
                return nil
            }
            let other = first.url.lastPathComponent
            var reason = "an example of \(other) does"
            var fix = "name \(name) first"
            if !first.isDocument {
                reason = "an entry of \(other) is repeated"
                fix += ", or omit --repeat"
            }
            return "\(name): entry \(entry.number) never answers, because \(reason). To fix this, \(fix)."
        }
    }

    /// Returns a sentence about the operations of a document whose requests an earlier document answers, if any.
    private static func hiddenOperations(of file: ServedFile, behind earlier: [ServedFile]) -> [String] {
        let documents = earlier.filter(\.isDocument)
        guard file.isDocument, !documents.isEmpty else { return [] }
        let hidden = file.sampleRequests.filter { request in
            let answering = documents.filter { $0.canAnswer(request) }
            guard !answering.isEmpty, file.canAnswer(request) else { return false }
            // Of two answers, a generated one comes after an example, whichever document is first.
            return file.generatesAnswer(to: request) || !answering.allSatisfy { $0.generatesAnswer(to: request) }
        }
        guard !hidden.isEmpty else { return [] }
        let name = file.url.lastPathComponent
        return [
            "\(name): never answers \(hidden.count.counted("operation")) of an earlier document. To fix this, name "
                + "\(name) first."
        ]
    }

    /// Returns a sentence if no entry of a file has the origin that the user gave.
    private func unusedOrigin(of file: ServedFile) -> [String] {
        // The origins of a file include those of its WebSockets, which are no entries.
        guard isOriginFixed, !file.origins.contains(origin) else { return [] }
        let requests = file.entries.compactMap(\.mockRequest)
        // Compared as requests too, because one of the origins may write the default port.
        let isUsed = requests.contains { $0.hasOrigin(of: $0.moved(to: origin)) }
        guard !requests.isEmpty, !isUsed else { return [] }
        return [
            "\(file.url.lastPathComponent): no entry has the origin of --as. To fix this, correct --as, or omit it."
        ]
    }

    /// Returns a file's reasons for its own origin, because at the server's origin the only reason is the host.
    ///
    /// Nil unless the request has the server's origin, which the user did not give, and the file has another one.
    private func explanation(of file: ServedFile, for request: MockRequest) -> [String]? {
        guard !isOriginFixed, request.url.originText == origin, let own = file.origins.first, own != origin,
            case .nothing(let lines) = file.answer(request.moved(to: own))
        else { return nil }
        return lines
    }
}

extension MockRequest {
    /// Returns whether another request has the same scheme, host and port.
    fileprivate func hasOrigin(of other: MockRequest) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    /// Returns the request as if it had been made to another origin.
    fileprivate func moved(to origin: String) -> MockRequest {
        let text = url.absoluteString
        guard let own = url.originText, own != origin,
            let moved = URL(keepingEscapesOf: origin + text.dropFirst(own.utf8.count))
        else {
            return self
        }
        return MockRequest(
            method: method, address: .url(moved), headers: headers, body: body, isWebSocketUpgrade: isWebSocketUpgrade)
    }
}

extension URL {
    /// The scheme, host and port, as in `https://api.example.com`; nil without a host, and for schemes other than HTTP.
    var originText: String? {
        guard let scheme = scheme?.lowercased(), ["http", "https"].contains(scheme), let host, !host.isEmpty else {
            return nil
        }
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return "\(scheme)://\(name.lowercased())\(port.map { ":\($0)" } ?? "")"
    }

    /// Whether the URL has scheme, host and perhaps a port, and nothing else but a slash after them.
    var isOrigin: Bool {
        let hasMore = !["", "/"].contains(path) || query != nil || fragment != nil || user != nil
        return originText != nil && !hasMore
    }
}
