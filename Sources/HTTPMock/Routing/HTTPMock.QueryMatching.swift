import Foundation

extension HTTPMock {
    /// The way a registration's query is compared with a request's.
    public enum QueryMatching: Sendable, Hashable {
        /// The same items and no others; only the order of a name's values counts.
        case exact
        /// Each item is among the request's, as often as it is in the query.
        case contains
    }
}
