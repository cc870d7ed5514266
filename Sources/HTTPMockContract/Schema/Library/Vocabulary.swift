/// A vocabulary of JSON Schema.
///
/// A dialect ignores the keywords of a vocabulary that it leaves out.
///
/// - SeeAlso: [JSON Schema core §8.1](https://json-schema.org/draft/2020-12/json-schema-core#section-8.1)
enum Vocabulary: String, CaseIterable, Sendable {
    case core
    case applicator
    case unevaluated
    case validation
    case formatAnnotation = "format-annotation"
    case formatAssertion = "format-assertion"
    case content
    case metadata = "meta-data"

    /// Creates the vocabulary of draft 2020-12 with a URI; nil for other URIs.
    init?(uri: String) {
        guard uri.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(uri.dropFirst(Self.prefix.count)))
    }

    private static let prefix = "https://json-schema.org/draft/2020-12/vocab/"
}
