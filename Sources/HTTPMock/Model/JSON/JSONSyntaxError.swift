import Foundation

/// The reason why a text is not JSON, or is refused for a repeated name, and the offset of the mistake.
package struct JSONSyntaxError: Error, Hashable, CustomStringConvertible {
    package static let halfOfPair = "an escape is half of a surrogate pair"
    package static let repeatedName = "an object has two members of the same name"
    package let reason: String
    /// The number of bytes before the error.
    package let offset: Int

    package var description: String { "\(reason) (byte \(offset))" }
}
