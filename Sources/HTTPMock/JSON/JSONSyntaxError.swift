/// The reason why a text is not JSON.
package struct JSONSyntaxError: Error, Hashable, CustomStringConvertible {
    package let reason: String
    /// The number of bytes before the error.
    package let offset: Int

    package var description: String { "\(reason) (byte \(offset))" }
}
