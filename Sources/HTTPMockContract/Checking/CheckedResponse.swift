import Foundation

/// The parts of a response that a contract describes.
struct CheckedResponse: Sendable {
    let status: Int
    let fields: CheckedFields
    /// The whole body; nil if it is not known.
    let body: Data?
}
