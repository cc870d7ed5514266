import Foundation
import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The proxy of the process: a server on a loopback port that refuses what is not allowed.
///
/// One for the process. It never stops.
final class EscapeProxy: Responder {
    static let shared = EscapeProxy()

    private struct State: Sendable {
        var allowed: [HostMatcher] = []
        var core: ServerCore?
        /// The reports so far, because a client that tries again adds nothing.
        var reports: Set<String> = []
    }

    private let state = Locked(State())

    /// The variables that libcurl and other HTTP clients read.
    private static let proxyVariables = [
        "http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY",
    ]

    /// Opens the port and sets the environment, the first time; adds the patterns each time.
    func start(allowing patterns: [HostMatcher]) throws(HTTPMockError) {
        allow(patterns)
        let origin = try Origin("http://escape-guard.localhost")
        do throws(SocketError) {
            guard state.withLock({ $0.core }) == nil else { return }
            let core = try ServerCore(responder: self, limits: .init(), address: .ipv4)
            let isFirst = state.withLock { state in
                defer { state.core = state.core ?? core }
                return state.core == nil
            }
            guard isFirst else { return core.stop() }
            let port = try core.port(for: origin)
            for name in Self.proxyVariables { setenv(name, "http://127.0.0.1:\(port)", 1) }
            // Otherwise a host in there would be reached without the guard.
            for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
        } catch {
            throw HTTPMockError("HTTPMock: EscapeGuard can't start (\(error.text)).")
        }
    }

    func allow(_ patterns: [HostMatcher]) {
        state.withLock { $0.allowed += patterns }
    }

    // MARK: Requests

    /// Every tunnel is decided by its host, and an upgrade by the server that gets it.
    func refusal(of head: RequestHead) -> RequestRefusal? { nil }

    func respond(to request: ReceivedRequest, through writer: ResponseWriter) -> (@Sendable () -> Void)? {
        guard let escape = Escape(request) else {
            writer.refuse(
                RequestRefusal(
                    400, "This port is the proxy of HTTPMock's EscapeGuard, which serves requests of proxies only."))
            return nil
        }
        guard isAllowed(escape.url) else {
            report(escape)
            // An answer could pass for one of the host, so the client gets none.
            writer.fail(.reset)
            return nil
        }
        let isOver = Locked(false)
        Upstream.connect(to: escape.host, port: escape.port) { result in
            writer.perform {
                guard !isOver.withLock({ $0 }) else { return result.close() }
                switch result {
                case .connected(let descriptor):
                    writer.tunnel(
                        to: descriptor, toClient: escape.opening.toClient, toOther: escape.opening.toHost)
                case .failed: writer.fail(.reset)
                }
            }
        }
        return { isOver.withLock { $0 = true } }
    }

    func note(_ refused: RefusedHead, at endpoint: Endpoint) {}

    private func isAllowed(_ url: URL) -> Bool {
        PassthroughPermit.exists(for: url) || state.withLock { $0.allowed }.contains { $0.matches(url) }
    }

    private func report(_ escape: Escape) {
        let tests = RunReports.reporter?.runningTests ?? []
        let text = """
            HTTPMock: \(escape.text) is not a request of a mock, so EscapeGuard has refused it.
              running tests with a mock: \(tests.isEmpty ? "none" : tests.sorted().joined(separator: ", "))
              To fix this, give the code that makes it a session of the mock, as in \
            Client(session: HTTPMock.current.urlSession), or let it leave: EscapeGuard.allow("\(escape.host)").
            """
        if state.withLock({ $0.reports.insert(text).inserted }) { RunReports.record(text) }
    }
}
