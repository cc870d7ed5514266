import Foundation
import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import CEpoll
    import Glibc
#endif

extension HTTPMock.Server {
    /// A loopback address to listen on.
    ///
    /// Tests can listen on no other address, so their mocks are never reachable from outside the machine.
    public struct Address: Hashable, Sendable {
        /// The address 127.0.0.1.
        public static let ipv4 = Address(bytes: [127, 0, 0, 1])
        /// The address ::1.
        public static let ipv6 = Address(bytes: [UInt8](repeating: 0, count: 15) + [1])

        /// The bytes in the order of the network, 4 or 16.
        private let bytes: [UInt8]

        private init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Creates any address, for the command-line tool; nil if the text is no IP address.
        package init?(_ text: String) {
            var (four, six) = (in_addr(), in6_addr())
            if inet_pton(AF_INET, text, &four) == 1 {
                bytes = withUnsafeBytes(of: &four) { Array($0) }
            } else if inet_pton(AF_INET6, text, &six) == 1 {
                bytes = withUnsafeBytes(of: &six) { Array($0) }
            } else {
                return nil
            }
        }

        /// Whether the address begins with 127 or is ::1, which only this machine can reach.
        package var isLoopback: Bool {
            guard isIPv4 else { return self == .ipv6 }
            return bytes[0] == 127
        }

        private var isIPv4: Bool { bytes.count == 4 }

        /// The address as the host of a URL.
        var host: String {
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            let name = inet_ntop(family, bytes, &text, socklen_t(INET6_ADDRSTRLEN)).map { String(cString: $0) } ?? ""
            return isIPv4 ? name : "[\(name)]"
        }

        var family: Int32 { isIPv4 ? AF_INET : AF_INET6 }

        /// Calls a closure with the address and a port in the form that the system's calls need.
        func withSocketAddress(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
            if family == AF_INET {
                var address = sockaddr_in()
                #if canImport(Darwin)
                    address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
                #endif
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = port.bigEndian
                withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
                return Self.pass(&address, to: body)
            }
            var address = sockaddr_in6()
            #if canImport(Darwin)
                address.sin6_len = UInt8(MemoryLayout<sockaddr_in6>.size)
            #endif
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
            return Self.pass(&address, to: body)
        }

        private static func pass<FamilyAddress>(
            _ address: inout FamilyAddress, to body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
        ) -> Int32 {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<FamilyAddress>.size))
                }
            }
        }
    }
}
