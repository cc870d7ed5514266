import Foundation
import HTTPMock

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

    /// Returns the text of a path parameter or header field without the style's prefix.
    ///
    /// - Parameters:
    ///   - text: The text in the path, with its escapes.
    ///   - name: The parameter's name.
    /// - Returns: nil if the text is not of the style.
    func unwrapped(_ text: String, _ name: String) -> String? {
        switch self {
        case .label: text.hasPrefix(".") ? String(text.dropFirst()) : nil
        case .matrix: text.hasPrefix(";") ? String(text.dropFirst()) : nil
        default: text
        }
    }

    /// The separators between elements or members; the first separator that occurs counts.
    func separators(isExploded: Bool) -> [String] {
        switch self {
        case .form, .simple: [","]
        // The specification's own examples of labels differ between its versions.
        case .label: isExploded ? ["."] : [",", "."]
        case .matrix: isExploded ? [";"] : [","]
        case .spaceDelimited: ["%20", "+", " "]
        case .pipeDelimited: ["|", "%7C", "%7c"]
        case .tabDelimited: ["%09", "\t"]
        case .deepObject: []
        }
    }
}
