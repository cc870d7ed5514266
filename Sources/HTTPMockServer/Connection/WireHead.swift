import Foundation
import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The status and fields of a response, before the framing of its body is decided.
struct WireHead: Hashable, Sendable {
    var status: Int
    var fields: [HeaderField]
}
