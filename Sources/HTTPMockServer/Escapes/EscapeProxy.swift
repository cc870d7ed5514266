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

    func note(_ refused: RefusedHead, at origin: Origin) {}

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

/// A request that reached the proxy of the process.
struct Escape: Sendable {
    let url: URL
    let host: String
    let port: Int
    /// The request for a report, without secrets: method and URL, or host and port of a tunnel.
    let text: String
    /// The first bytes of a tunnel.
    let opening: Opening

    /// The bytes that each side gets before those of the other side.
    struct Opening: Sendable {
        let toClient: Data
        let toHost: Data
    }

    /// Reads a request of a proxy's client; nil for any other request.
    init?(_ request: ReceivedRequest) {
        let head = request.head
        switch head.line.target {
        case .authority(let authority):
            guard let url = URL(string: "https://\(authority)") else { return nil }
            self.url = url
            text = authority
            opening = Opening(toClient: Data("HTTP/1.1 200 Connection established\r\n\r\n".utf8), toHost: Data())
        case .absolute(let target):
            guard let url = URL(string: target) else { return nil }
            self.url = url
            text = "\(head.line.method) \(Redaction.text(of: url))"
            opening = Opening(toClient: Data(), toHost: Self.forwarded(request, to: url))
        case .origin, .asterisk:
            return nil
        }
        guard let host = url.host(percentEncoded: false), !host.isEmpty else { return nil }
        self.host = host
        port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    }

    /// The request for its host, which ends the connection after its response.
    ///
    /// Without the end, the client's next request to any host would reach this one.
    private static func forwarded(_ request: ReceivedRequest, to url: URL) -> Data {
        let head = request.head
        let connectionFields = ConnectionFieldNames(head.fields)
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        var lines = ["\(head.line.method) \(path.isEmpty ? "/" : path)\(query) HTTP/1.1"]
        let authority = url.port.map { ":\($0)" } ?? ""
        lines.append("Host: \(url.host(percentEncoded: true) ?? "")\(authority)")
        for field in head.fields where !connectionFields.contains(field.name) && !field.isLength {
            lines.append("\(field.name): \(field.value)")
        }
        if head.framing != .none || head.fields.contains(where: \.isLength) {
            lines.append("Content-Length: \(request.body.count)")
        }
        lines.append("Connection: close")
        return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + request.body
    }
}

extension HeaderField {
    fileprivate var isLength: Bool { name.isEqualIgnoringCase(to: "Content-Length") }
}

/// A connection to a host that an escaping request may reach.
enum Upstream {
    /// The outcome of a connection.
    enum Result: Sendable {
        case connected(Int32)
        case failed

        /// Closes a connection that nobody wants any more.
        func close() {
            if case .connected(let descriptor) = self { Socket.closeDescriptor(descriptor) }
        }
    }

    /// Connects on a thread of its own, because looking up a name blocks.
    ///
    /// - Parameters:
    ///   - host: A name or an address.
    ///   - port: The port.
    ///   - done: Called on that thread; the socket is non-blocking.
    static func connect(to host: String, port: Int, then done: @escaping @Sendable (Result) -> Void) {
        BackgroundThread.run { done(connect(to: host, port: port)) }
    }

    private static func connect(to host: String, port: Int) -> Result {
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        var hints = addrinfo()
        hints.ai_socktype = Socket.streamType
        var addresses: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, String(port), &hints, &addresses) == 0 else { return .failed }
        defer { freeaddrinfo(addresses) }
        var next = addresses
        while let address = next?.pointee {
            if let descriptor = Socket.connect(to: address) { return .connected(descriptor) }
            next = address.ai_next
        }
        return .failed
    }
}
