import Foundation
import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import CEpoll
    import Glibc
#endif

/// A system call that failed, for a socket or for another descriptor.
struct SocketError: Error, Equatable {
    let call: String
    let code: Int32

    /// The system's text for the error.
    var text: String { "\(call): \(String(cString: strerror(code)))" }
}
