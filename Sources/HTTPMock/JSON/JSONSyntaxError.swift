/// The reason why a text is not JSON.
struct JSONSyntaxError: Error, Hashable, CustomStringConvertible {
    let reason: String
    /// The number of bytes before the error.
    let offset: Int

    var description: String { "\(reason) (byte \(offset))" }
}
