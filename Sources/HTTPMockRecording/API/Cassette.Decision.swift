import Foundation
import HTTPMock

extension Cassette {
    /// The decision about a request that no registration answers.
    package enum Decision: Sendable {
        /// The response answers; with ``RecordMode/verify``, the request is sent to the network too.
        ///
        /// The entry is as it is in the file. The response may have been edited. The response is an error if the edit
        /// failed, or if the request can't be recorded because it has a placeholder of the entry.
        case play(Entry, RegisteredResponse)
        /// The network answers, and the exchange is recorded.
        case record
        /// No entry of the file answers; the lines give the reasons.
        case unmocked([String])
    }
}
