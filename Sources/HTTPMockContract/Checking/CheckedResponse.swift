import Foundation

/// A response as a contract sees it.
struct CheckedResponse: Sendable {
    let status: Int
    let fields: CheckedFields
    /// The whole body; nil if it is not known.
    let body: Data?
}
