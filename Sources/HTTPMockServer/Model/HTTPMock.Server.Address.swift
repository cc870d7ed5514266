import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension HTTPMock.Server {
    /// A loopback address to listen on.
    ///
    /// There is no other: a mock is never reachable from outside the machine.
    public enum Address: Hashable, Sendable {
        /// 127.0.0.1
        case ipv4
        /// ::1
        case ipv6

        /// The address as the host of a URL.
        var host: String {
            switch self {
            case .ipv4: "127.0.0.1"
            case .ipv6: "[::1]"
            }
        }

        var family: Int32 {
            switch self {
            case .ipv4: AF_INET
            case .ipv6: AF_INET6
            }
        }

        func withSocketAddress(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
            switch self {
            case .ipv4:
                var address = sockaddr_in()
                #if canImport(Darwin)
                    address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
                #endif
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = port.bigEndian
                address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
                return Self.pass(&address, to: body)
            case .ipv6:
                var address = sockaddr_in6()
                #if canImport(Darwin)
                    address.sin6_len = UInt8(MemoryLayout<sockaddr_in6>.size)
                #endif
                address.sin6_family = sa_family_t(AF_INET6)
                address.sin6_port = port.bigEndian
                address.sin6_addr = in6addr_loopback
                return Self.pass(&address, to: body)
            }
        }

        private static func pass<Address>(
            _ address: inout Address, to body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
        ) -> Int32 {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<Address>.size))
                }
            }
        }
    }
}
