extension JSONValue: CustomStringConvertible {
    /// The value as JSON text, its secrets masked as in a diagnosis.
    package var description: String {
        let masked = JSONScan.replacing(in: Array(text.utf8), isJSON: true, program: .none, Redaction.masked)
        return String(decoding: masked, as: UTF8.self)
    }
}
