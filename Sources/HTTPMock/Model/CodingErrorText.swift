/// The text of a decoding or encoding error, made from the parts of the error.
///
/// The standard library's own descriptions of these errors are new in Swift 6.3.
package struct CodingErrorText {
    /// The case, with its subject if it has one, as in `keyNotFound "price"`.
    package let title: String
    /// The reason and its location, as in `no value for the key "price" at items[0]`.
    package let detail: String
    private let caseName: String

    /// The type, the case and the reason, as in `DecodingError.keyNotFound: no value …`.
    var text: String { "\(caseName): \(detail)" }

    /// Creates the text of an error; nil if it is neither a decoding nor an encoding error.
    package init?(_ error: any Error) {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            caseName = "DecodingError.keyNotFound"
            title = "keyNotFound \"\(key.stringValue)\""
            detail = "no value for the key \"\(key.stringValue)\" \(Self.location(context.codingPath))"
        case DecodingError.valueNotFound(let type, let context):
            caseName = "DecodingError.valueNotFound"
            title = "valueNotFound \(type)"
            detail = "null instead of a \(type) \(Self.location(context.codingPath))"
        case DecodingError.typeMismatch(let type, let context):
            caseName = "DecodingError.typeMismatch"
            title = "typeMismatch \(type)"
            detail = "no \(type) \(Self.location(context.codingPath)): \(context.debugDescription)"
        case DecodingError.dataCorrupted(let context):
            caseName = "DecodingError.dataCorrupted"
            title = "dataCorrupted"
            detail = "\(context.debugDescription) \(Self.location(context.codingPath))"
        case EncodingError.invalidValue(_, let context):
            caseName = "EncodingError.invalidValue"
            title = "invalidValue"
            detail = "\(context.debugDescription) \(Self.location(context.codingPath))"
        default:
            return nil
        }
    }

    private static func location(_ path: [any CodingKey]) -> String {
        var text = ""
        for key in path {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text.isEmpty ? "at the root" : "at \(text)"
    }
}
