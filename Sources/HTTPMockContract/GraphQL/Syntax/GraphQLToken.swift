/// A lexical token of a GraphQL document.
///
/// - SeeAlso: [GraphQL §2.1.6](https://spec.graphql.org/September2025/#sec-Language.Source-Text.Lexical-Tokens)
struct GraphQLToken: Sendable {
    enum Kind: Sendable {
        case end
        /// One of the characters `! $ & ( ) : = @ [ ] { | }`.
        case punctuator(UInt8)
        /// Three dots.
        case spread
        case name
        case int
        case float
        case string
        case blockString
    }

    let kind: Kind
    /// The byte at which the token begins.
    let start: Int
    /// The byte after the token.
    let end: Int

    /// True for a text in quotes.
    var isText: Bool {
        switch kind {
        case .string, .blockString: true
        default: false
        }
    }

    /// Returns whether the token is the punctuator with a byte.
    func isPunctuator(_ byte: UInt8) -> Bool {
        guard case .punctuator(let own) = kind else { return false }
        return own == byte
    }
}
