/// A way to write a parameter's value.
///
/// - SeeAlso: [OpenAPI 3.1, Style Values](https://spec.openapis.org/oas/v3.1.0#style-values)
enum ParameterStyle: String, Sendable {
    case form
    case simple
    case label
    case matrix
    case spaceDelimited
    case pipeDelimited
    /// Tabs, which only Swagger 2.0 has.
    case tabDelimited
    case deepObject

    /// Returns the text of a parameter or header field without the style's prefix.
    ///
    /// - Parameter text: The text with its escapes.
    /// - Returns: nil if the text is not of the style.
    func unwrapped(_ text: String) -> String? {
        switch self {
        case .label where text.hasPrefix("."), .matrix where text.hasPrefix(";"): String(text.dropFirst())
        case .label, .matrix: nil
        default: text
        }
    }

    /// Returns the separators of elements or members; of those that a text has, the first in this list counts.
    func separators(isExploded: Bool) -> [String] {
        switch (self, isExploded) {
        case (.form, _), (.simple, _): [","]
        case (.label, true): ["."]
        // The specification's own examples of labels differ between its versions.
        case (.label, false): [",", "."]
        case (.matrix, true): [";"]
        case (.matrix, false): [","]
        case (.spaceDelimited, _): ["%20", "+", " "]
        case (.pipeDelimited, _): ["|", "%7C", "%7c"]
        case (.tabDelimited, _): ["%09", "\t"]
        case (.deepObject, _): []
        }
    }
}
