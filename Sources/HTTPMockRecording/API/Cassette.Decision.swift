import Foundation
import HTTPMock

extension Cassette {
    /// The decision about a request that no registration answers.
    package enum Decision: Sendable {
        /// The entry answers; with ``RecordMode/verify``, the request is sent to the network too.
        case play(Entry, RegisteredResponse)
        /// The network answers, and the exchange is recorded.
        case record
        /// No entry of the file answers; the lines give the reasons.
        case unmocked([String])
    }
}
