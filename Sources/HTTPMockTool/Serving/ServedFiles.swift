import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The files that requests are answered from, the earlier ones first.
///
/// Created by ``ServeCommand`` and retained by its mock, which calls it where requests are matched.
final class ServedFiles: EngineExtension {
    private struct State: Sendable {
        var files: [ServedFile]
        var answered = 0
        var unmocked = 0
    }

    private let state: Locked<State>
    /// The origin of requests that name none.
    let origin: String
    /// Whether such a request is for that origin only.
    private let isOriginFixed: Bool

    /// Creates the answers of some files.
    ///
    /// - Parameters:
    ///   - files: The files in their order.
    ///   - origin: The origin that the user gave; nil for those of the files.
    init(_ files: [ServedFile], origin: String?) {
        state = Locked(State(files: files))
        self.origin = origin ?? files.lazy.flatMap(\.origins).first ?? "http://localhost"
        isOriginFixed = origin != nil
    }

    /// A recording compares bodies.
    func workNeeded(for request: MockRequest) -> MatchingWork { .readsBody }

    /// Replaces a file that was read again.
    func replace(_ file: ServedFile) {
        state.withLock { state in
            state.files = state.files.map { $0.url.path == file.url.path ? file : $0 }
        }
    }

    /// The number of requests that were answered, and of those that were not.
    var counts: (answered: Int, unmocked: Int) { state.withLock { ($0.answered, $0.unmocked) } }

    /// All origins of the files, in the order of the files.
    var origins: [String] {
        var known: Set<String> = []
        return state.withLock { $0.files }.flatMap(\.origins).filter { known.insert($0).inserted }
    }

    /// Returns the origin for which a file answers a request that names none; nil for the usual one.
    func origin(for request: MockRequest) -> String? {
        // A request on the port of another host has its origin already.
        guard !isOriginFixed, request.url.originText == origin else { return nil }
        let files = state.withLock { $0.files }
        return ([origin] + origins).first { origin in
            let moved = request.moved(to: origin)
            return files.contains { $0.canAnswer(moved) }
        }
    }

    func answer(_ request: MockRequest) -> ExtensionAnswer {
        let files = state.withLock { $0.files }
        var notes: [String] = []
        for file in files {
            switch file.answer(request) {
            case .response(let response, let name):
                state.withLock { $0.answered += 1 }
                let owner = files.count > 1 ? "\(file.url.lastPathComponent), " : ""
                return .response(RegisteredResponse(response, of: MockRegistration(standIn: owner + name)))
            case .nothing(let lines): notes += explanation(of: file, for: request) ?? lines
            }
        }
        state.withLock { $0.unmocked += 1 }
        let origin = request.url.originText ?? origin
        notes.append("To fix this, record the request: http-mock record \(origin) --to FILE")
        return .nothing(notes)
    }

    /// The reasons of a file for its own origin, because for another one the host would be the difference.
    private func explanation(of file: ServedFile, for request: MockRequest) -> [String]? {
        guard !isOriginFixed, request.url.originText == origin, let own = file.origins.first, own != origin,
            case .nothing(let lines) = file.answer(request.moved(to: own))
        else { return nil }
        return lines
    }
}

extension MockRequest {
    /// Returns the request as if it had been made to another origin.
    fileprivate func moved(to origin: String) -> MockRequest {
        let text = url.absoluteString
        guard let own = url.originText, own != origin, let moved = URL(string: origin + text.dropFirst(own.utf8.count))
        else {
            return self
        }
        var request = urlRequest
        request.url = moved
        return MockRequest(request, url: moved, body: body)
    }
}
