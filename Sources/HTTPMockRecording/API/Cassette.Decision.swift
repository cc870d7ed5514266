import Foundation
import HTTPMock

extension Cassette {
    /// The decision about a request that no registration answers.
    package enum Decision: Sendable {
        /// The response answers; with ``RecordMode/verify``, the request is sent to the network too.
        ///
        /// The entry is as it is in the file. The response may have been edited, or may be the error of a request that
        /// can't be answered.
        case play(Entry, RegisteredResponse)
        /// The network answers, and the exchange is recorded.
        case record
        /// No entry of the file answers; the lines give the reasons.
        case unmocked([String])
    }
}
