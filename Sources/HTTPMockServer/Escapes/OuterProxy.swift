import Foundation
import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The proxies that the environment named before the guard started, for requests that may leave.
struct OuterProxy: Sendable {
    /// The address of one proxy.
    struct Address: Hashable, Sendable {
        let host: String
        let port: Int
        /// The `Proxy-Authorization` field with its end; empty without credentials.
        let authorization: [UInt8]
    }

    /// The proxy for requests with the scheme `http`.
    private let plain: Address?
    /// The proxy for tunnels and for requests with another scheme.
    private let secure: Address?
    /// The elements of `no_proxy`.
    private let exceptions: [String]

    /// Reads the variables of the environment that name proxies.
    ///
    /// A lower-case name wins over its upper-case form, and `all_proxy` counts only without a variable for the scheme.
    ///
    /// - Throws: An error for a proxy that speaks anything but HTTP, or that has no valid URL.
    init(_ environment: [String: String]) throws(HTTPMockError) {
        func firstAddress(in names: [String]) throws(HTTPMockError) -> Address? {
            for name in names {
                if let text = environment[name], !text.isEmpty { return try Self.address(text, name) }
            }
            return nil
        }
        plain = try firstAddress(in: ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"])
        secure = try firstAddress(in: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
        exceptions = (environment["no_proxy"] ?? environment["NO_PROXY"] ?? "").lowercased()
            .split { $0 == "," || $0.isWhitespace }.map(String.init)
    }

    private static func address(_ text: String, _ name: String) throws(HTTPMockError) -> Address {
        guard let url = URL(string: text.contains("://") ? text : "http://\(text)"), url.scheme?.lowercased() == "http",
            let host = url.host(percentEncoded: false), !host.isEmpty
        else {
            throw HTTPMockError(
                "HTTPMock: EscapeGuard can't send allowed requests through the proxy of \(name), which is no HTTP proxy. To "
                    + "fix this, unset \(name) for the tests, or name a proxy with http://.")
        }
        var authorization: [UInt8] = []
        if let user = url.user(percentEncoded: false) {
            let credentials = Data("\(user):\(url.password(percentEncoded: false) ?? "")".utf8).base64EncodedString()
            authorization = Array("Proxy-Authorization: Basic \(credentials)\r\n".utf8)
        }
        // The port that libcurl uses for a proxy without one.
        return Address(host: host, port: url.port ?? 1080, authorization: authorization)
    }

    /// Returns the proxy for a request; nil if its host is reached directly.
    func address(for request: ProxyRequest) -> Address? {
        guard !isException(request.host.lowercased()) else { return nil }
        return request.scheme == "http" ? plain : secure
    }

    /// Returns whether `no_proxy` lists a host, one of its domains, or its address range.
    private func isException(_ host: String) -> Bool {
        var name = host
        if host.hasPrefix("[") { name = String(host.dropFirst().dropLast()) }
        return exceptions.contains { Self.isException($0, host: host, name: name) }
    }

    /// Returns whether an element of `no_proxy` lists a host.
    ///
    /// - Parameter name: The host without the brackets of an IPv6 address.
    private static func isException(_ exception: String, host: String, name: String) -> Bool {
        if exception == "*" { return true }
        let domain = String(exception.trimmingPrefix("."))
        if name == domain || host == domain { return true }
        return name.hasSuffix(".\(domain)") || isAddress(name, in: domain)
    }

    /// Returns whether an address is in a range such as `10.0.0.0/8`.
    private static func isAddress(_ address: String, in range: String) -> Bool {
        let parts = range.split(separator: "/")
        guard parts.count == 2, let prefixLength = Int(parts[1]), let address = bytes(of: address),
            let first = bytes(of: String(parts[0])), address.count == first.count,
            (0...address.count * 8).contains(prefixLength)
        else { return false }
        var bitsLeft = prefixLength
        for (byte, other) in zip(address, first) where bitsLeft > 0 {
            let mask = bitsLeft >= 8 ? UInt8.max : ~(UInt8.max >> UInt8(bitsLeft))
            guard byte & mask == other & mask else { return false }
            bitsLeft -= 8
        }
        return true
    }

    /// Returns the 4 or 16 bytes of an IP address; nil for any other text.
    private static func bytes(of address: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, address, &bytes) == 1 { return Array(bytes[..<4]) }
        return inet_pton(AF_INET6, address, &bytes) == 1 ? bytes : nil
    }
}
