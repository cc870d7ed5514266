import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The files that requests are answered from, the earlier ones first.
///
/// Created by ``ServeCommand`` and retained by its mock, which calls it where requests are matched.
final class ServedFiles: ResponseSource {
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

    var runsUserCode: Bool { false }
    var unusedResponses: [UnusedResponse] { [] }

    /// Replaces a file that was read again.
    func replace(_ file: ServedFile) {
        state.withLock { state in
            state.files = state.files.map { $0.url == file.url ? file : $0 }
        }
    }

    /// The number of requests that were answered, and of those that were not.
    var counts: (answered: Int, unmocked: Int) { state.withLock { ($0.answered, $0.unmocked) } }

    func answer(_ request: MockRequest) -> SourceAnswer {
        let files = state.withLock { $0.files }
        var notes: [String] = []
        for (index, origin) in origins(for: request, files).enumerated() {
            let request = index == 0 ? request : request.moved(to: origin)
            for file in files {
                switch file.answer(request) {
                case .response(let response, let name):
                    state.withLock { $0.answered += 1 }
                    let owner = files.count > 1 ? "\(file.url.lastPathComponent), " : ""
                    return .response(response, MockRegistration(standIn: owner + name))
                case .nothing(let lines):
                    // A file explains itself for its own origin, because for others the host would be the difference.
                    if file.origins.first ?? self.origin == origin { notes += lines }
                }
            }
        }
        state.withLock { $0.unmocked += 1 }
        notes.append("To fix this, record the request: http-mock record \(origin) --to FILE")
        return .nothing(notes)
    }

    /// The origins that a request is tried for.
    private func origins(for request: MockRequest, _ files: [ServedFile]) -> [String] {
        guard let own = request.url.originText, own == origin, !isOriginFixed else {
            return [request.url.originText ?? origin]
        }
        var known: Set<String> = []
        return ([origin] + files.flatMap(\.origins)).filter { known.insert($0).inserted }
    }
}

extension MockRequest {
    /// Returns the request as if it had been made to another origin.
    fileprivate func moved(to origin: String) -> MockRequest {
        let text = url.absoluteString
        guard let own = url.originText, let moved = URL(string: origin + text.dropFirst(own.utf8.count)) else {
            return self
        }
        var request = urlRequest
        request.url = moved
        return MockRequest(request, url: moved, body: body)
    }
}
