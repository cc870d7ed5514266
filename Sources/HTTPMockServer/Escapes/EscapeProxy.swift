import Foundation
import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The proxy of the process: forwards what may leave, and refuses and reports everything else.
///
/// The shared proxy never stops. Each connection to a proxy is an ``EscapeConnection``.
final class EscapeProxy: Sendable {
    static let shared = EscapeProxy()

    private struct State: Sendable {
        var allowed: [HostPattern] = []
        var everyTestIsGuarded = false
        var core: ServerCore?
        var outer: OuterProxy?
        /// The reported requests by the identifier of a running test; by nil if no running test was known.
        var reported: [Int?: Set<String>] = [:]
    }

    private let state = Locked(State())

    /// The variables that libcurl and other HTTP clients read.
    private static let proxyVariables = [
        "http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY",
    ]

    /// Adds the patterns; the first call also opens the port and sets the environment.
    func start(allowing patterns: [HostPattern], everyTestIsGuarded: Bool) throws(HTTPMockError) {
        RunningTests.framework?.begin()
        state.withLock { state in
            state.allowed += patterns
            state.everyTestIsGuarded = state.everyTestIsGuarded || everyTestIsGuarded
        }
        guard let port = try open(ProcessInfo.processInfo.environment) else { return }
        for name in Self.proxyVariables { setenv(name, "http://127.0.0.1:\(port)", 1) }
        // Hosts in these variables would be reached without the guard.
        for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
    }

    /// Opens the port on the first call.
    ///
    /// - Parameter environment: The environment, which may name another proxy.
    /// - Returns: The port; nil if it was open before.
    func open(_ environment: [String: String]) throws(HTTPMockError) -> Int? {
        guard state.withLock({ $0.core }) == nil else { return nil }
        let outer = try OuterProxy(environment)
        let origin = try Origin("http://escape-guard.localhost")
        do throws(SocketError) {
            // Unowned, because the proxy retains the core, and stops the core at its own end.
            let core = try ServerCore(address: .ipv4) { [unowned self] descriptor, loop, server, _ in
                _ = EscapeConnection(descriptor, loop: loop, server: server, proxy: self)
            }
            let port = try Self.open(core, for: origin)
            // Only a core with a port is kept, so that a start after a failure tries again.
            let isFirst = state.withLock { state in
                guard state.core == nil else { return false }
                state.core = core
                state.outer = outer
                return true
            }
            if isFirst { return port }
            core.stop()
            return nil
        } catch {
            throw HTTPMockError("HTTPMock: EscapeGuard can't start (\(error.text)).")
        }
    }

    /// Returns the port of a core, which is stopped if no port can be opened.
    private static func open(_ core: ServerCore, for origin: Origin) throws(SocketError) -> Int {
        do throws(SocketError) {
            return try core.port(for: origin)
        } catch {
            core.stop()
            throw error
        }
    }

    deinit {
        state.withLock { $0.core }?.stop()
    }

    func allow(_ patterns: [HostPattern]) {
        state.withLock { $0.allowed += patterns }
    }

    // MARK: Requests

    /// Returns whether a request may leave.
    ///
    /// Requests may leave to the host and port of a passthrough, to an allowed host, and to a mock's server.
    func allows(_ request: ProxyRequest) -> Bool {
        guard let url = request.url else { return false }
        return PassthroughPermit.exists(for: url) || isToOwnServer(request)
            || state.withLock { $0.allowed }.contains { $0.matches(url) }
    }

    /// Returns the environment's former proxy for a request; nil for a direct request.
    func outerProxy(for request: ProxyRequest) -> OuterProxy.Address? {
        isToOwnServer(request) ? nil : state.withLock { $0.outer }?.address(for: request)
    }

    private func isToOwnServer(_ request: ProxyRequest) -> Bool {
        let addresses: [HTTPMock.Server.Address]
        switch request.host.lowercased() {
        case "127.0.0.1": addresses = [.ipv4]
        case "[::1]": addresses = [.ipv6]
        case "localhost": addresses = [.ipv4, .ipv6]
        default: return false
        }
        return ServerCore.isListening(on: addresses, port: request.port)
    }

    // MARK: Reports

    /// Reports a refused request, unless the request was reported before for every running test.
    ///
    /// - Parameters:
    ///   - text: The request, without secrets.
    ///   - host: The host of the request; nil for bytes that are no request.
    /// - Returns: The report.
    func report(_ text: String, host: String?) -> String {
        let running = RunningTests.framework?.runningTests ?? []
        let (isNew, allAreKnown) = state.withLock { state in
            var isNew = false
            var ids: [Int?] = running.map(\.id)
            if ids.isEmpty { ids = [nil] }
            for id in ids {
                let (isFirst, _) = state.reported[id, default: []].insert(text)
                if isFirst { isNew = true }
            }
            // Of the test frameworks, only XCTest knows for certain, because it runs one test at a time.
            return (isNew, state.everyTestIsGuarded || running.contains { $0.isCertain })
        }
        var names = running.map { $0.name }.sorted().joined(separator: ", ")
        if running.isEmpty { names = "none" }
        let title = allAreKnown ? "running tests" : "running tests, as far as they are known"
        let fix = host.map { ", or let the request leave: EscapeGuard.allow(\"\($0)\")" } ?? ""
        let report = """
            HTTPMock: \(text) is not a request of a mock, so EscapeGuard has refused it.
              \(title): \(names)
              To fix this, give the code that makes it a session of the mock, as in \
            Client(session: HTTPMock.current.urlSession)\(fix).
            """
        // Only a test that certainly ran alone fails, because any other may be innocent.
        var culprit: KnownTest?
        if allAreKnown, running.count == 1 { culprit = running.first }
        if isNew { RunningTests.record(report, in: culprit) }
        return report
    }
}
