import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request with a protocol that follows a script.
struct Experiment: Sendable {
    enum Interruption: Sendable {
        /// The task is cancelled in the moment after `resume()`.
        case cancelledAtOnce
        /// The task is cancelled after its protocol was started.
        case cancelled
        /// The task is suspended after its protocol was started, and resumed.
        case suspended
    }

    var request = URLRequest.example("https://facts.example.com/a")
    var configure: @Sendable (URLSessionConfiguration) -> Void = { _ in }
    /// Changes the configuration after the session was created.
    var reconfigure: @Sendable (URLSessionConfiguration) -> Void = { _ in }
    var followsRedirects = true
    var isDownload = false
    /// Whether the shared session makes the request, with a class that is registered.
    var isShared = false
    var interruption: Interruption?
    /// The calls of the protocol, on the loading thread.
    var script: @Sendable (any Probe) -> Void = { $0.answer() }

    static let canonicalRequest: @Sendable (URLRequest) -> URLRequest = { request in
        var request = request
        request.setValue("yes", forHTTPHeaderField: "X-Canonical")
        return request
    }
}
