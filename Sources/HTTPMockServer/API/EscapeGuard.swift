import Foundation
import HTTPMock

/// Refuses and reports each request that no mock answers and no host pattern allows.
///
/// ```swift
/// try await EscapeGuard.start(allowing: ["localhost"])   // once, before the first request; Linux
/// ```
///
/// On Linux, Foundation sends each request to the proxy that the environment names. The guard is such a proxy, so it
/// sees the requests of every session that has no mock: sessions that the code under test or a library makes,
/// `URLSession.shared`, and `Data(contentsOf:)`. A request to a host that is not allowed is refused at once, and no
/// byte of the request leaves the machine. An HTTP client gets a 403 with the report; an FTP client gets no answer. The
/// report names the request, the running tests and the way to inject the mock, with secrets masked. With
/// HTTPMockTesting, the report also becomes an issue; without HTTPMockTesting, standard error has the report. Of equal
/// requests during the same tests, only the first becomes an issue or is on standard error.
///
/// Mocked requests never reach the guard. Requests that a mock passes through, and those to allowed hosts and to
/// servers of mocks, are forwarded. At most their first line and their `Proxy-` fields change. Child processes inherit
/// the environment, so the guard also sees the requests of those that read the proxy from there, such as `curl`.
public enum EscapeGuard {
    /// Starts guarding the process, until the process ends.
    ///
    /// Call this function before the first request, and before other threads read the environment, because a change
    /// of the environment during a read is not safe. A second call adds its hosts, and may turn `everyTestIsGuarded`
    /// on.
    ///
    /// - Parameters:
    ///   - hosts: Host patterns of requests that may leave, as in ``HTTPMock/HTTPMock/Host``: `"*.example.com:8443"`.
    ///     `"localhost"` is 127.0.0.1 and ::1 as well. Servers of `mock.serve()` need no pattern.
    ///   - everyTestIsGuarded: Whether every test that runs in parallel with others has `.guarded` or `.httpMock`. If
    ///     true, a request that escapes while only one test runs fails that test instead of the run.
    /// - Throws: `HTTPMockError` if a pattern can't match any host, no port can be opened, the environment names a
    ///   proxy that speaks anything but HTTP or has no valid URL, or the system is not Linux.
    public static func start(allowing hosts: [String] = [], everyTestIsGuarded: Bool = false) async throws {
        let patterns = try patterns(hosts)
        #if os(Linux)
            try EscapeProxy.shared.start(allowing: patterns, everyTestIsGuarded: everyTestIsGuarded)
        #else
            throw HTTPMockError(
                "HTTPMock: EscapeGuard needs Linux, because URLSession on Apple's systems does not read the proxy from the "
                    + "environment. To fix this, call it within #if os(Linux).")
        #endif
    }

    /// Lets requests to more hosts leave, now or after the start.
    ///
    /// - Parameter hosts: Host patterns.
    /// - Throws: `HTTPMockError` if a pattern can't match any host.
    public static func allow(_ hosts: String...) throws {
        EscapeProxy.shared.allow(try patterns(hosts))
    }

    /// Compiles host patterns; `localhost` gets patterns for both loopback addresses as well.
    static func patterns(_ hosts: [String]) throws -> [HostPattern] {
        do {
            return try hosts.flatMap { host in
                let pattern = try HostPattern(host)
                let parts = host.lowercased().split(separator: ":", maxSplits: 1)
                guard parts.first == "localhost" else { return [pattern] }
                let port = parts.count > 1 ? ":\(parts[1])" : ""
                return try [pattern, HostPattern("127.0.0.1\(port)"), HostPattern("[::1]\(port)")]
            }
        } catch {
            throw HTTPMockError("HTTPMock: \(error)", cause: .invalidPattern)
        }
    }
}
