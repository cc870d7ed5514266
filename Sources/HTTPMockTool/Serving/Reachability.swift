import Foundation

/// Checks that a service accepts connections, without a request to it.
enum Reachability {
    /// The longest wait for a connection to one address, in seconds.
    private static let limit: Int32 = 5

    /// Returns the reason why no connection can be opened, if any.
    ///
    /// Nothing is checked if a variable of the environment names a proxy, through which the service may be reached.
    static func problem(of origin: URL, environment: [String: String]) -> String? {
        let hasProxy = environment.contains {
            $0.key.lowercased().hasSuffix("_proxy") && $0.key.lowercased() != "no_proxy"
        }
        guard !hasProxy, let host = origin.host else { return nil }
        let usualPort = origin.scheme?.lowercased() == "https" ? 443 : 80
        let port = origin.port ?? usualPort
        var hints = addrinfo()
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var addresses: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host.trimmingCharacters(in: ["[", "]"]), "\(port)", &hints, &addresses)
        guard code == 0 else { return String(cString: gai_strerror(code)) }
        defer { freeaddrinfo(addresses) }
        var problem: String?
        var address = addresses
        while let current = address {
            problem = failure(of: current.pointee)
            if problem == nil { return nil }
            address = current.pointee.ai_next
        }
        return problem ?? "it has no address"
    }

    /// Returns the reason why no connection to an address can be opened, if any.
    private static func failure(of address: addrinfo) -> String? {
        let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        guard descriptor >= 0 else { return String(cString: strerror(errno)) }
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return nil }
        guard errno == EINPROGRESS else { return String(cString: strerror(errno)) }
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&state, 1, limit * 1_000) == 1 else { return "no answer in \(limit) seconds" }
        var (code, length): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
        guard code != 0 else { return nil }
        return String(cString: strerror(code))
    }
}
