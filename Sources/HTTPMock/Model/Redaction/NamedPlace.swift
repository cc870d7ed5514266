import Foundation

/// The position of a named value in a request or a response.
package struct NamedPlace: Hashable, Sendable {
    package enum Kind: Sendable {
        case header
        /// A whole `Cookie` or `Set-Cookie` field; if it is kept, its cookies follow.
        case cookieField
        case cookie, query, fragment, userInfo, form, part
        /// A text in JSON.
        case json
        /// A number in JSON. The replacement is JSON text.
        case jsonNumber
        /// A word without quotes, which is not JSON: `{"password": abc}`. The replacement is written as it is, without
        /// quotes around it.
        case jsonWord
        /// An array or an object in JSON, without its value. If it is kept, its values follow. The replacement is JSON
        /// text.
        case jsonContainer
        /// An assignment in prose, in a program or in the path of a URL: `name=value`, `name: "value"`.
        case assignment
        /// A text inside of more texts than are read, or a body inside of more multipart bodies than are read.
        case nesting
    }

    package let kind: Kind
    /// The names from outside in; a JSON member's names include those of its enclosing objects, except in a script.
    package let names: [String]
    /// The number of values that enclose the value, each one encoded as a text.
    package let depth: Int
    /// Whether a `code` at the position is that of an authorization, and not that of an error.
    package let isInAuthorization: Bool
    /// Whether one of the enclosing objects and arrays is a secret as a whole; nil if that is not known.
    private let isKnownInSecret: Bool?

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - isInAuthorization: Whether the value is next to other members of an authorization, or in a query or a path.
    ///     An item of a query or a fragment, a form field and a part always are.
    ///   - isInSecret: Whether the name of an enclosing object or array marks all that is in it; nil looks at `names`.
    package init(
        _ kind: Kind, _ names: [String] = [], depth: Int = 0, isInAuthorization: Bool = false, isInSecret: Bool? = nil
    ) {
        self.kind = kind
        self.names = names
        self.depth = depth
        isKnownInSecret = isInSecret
        switch kind {
        case .form, .fragment, .part, .query: self.isInAuthorization = true
        default: self.isInAuthorization = isInAuthorization
        }
    }

    /// Whether the name of an enclosing object or array marks all that is in it as a secret.
    package var isInSecret: Bool {
        isKnownInSecret ?? names.dropLast().contains(where: Redaction.isSecretContainer)
    }

    /// Whether the value is a secret under any name.
    package var isAlwaysSecret: Bool { kind == .cookie || kind == .userInfo || kind == .nesting }

    /// The kind of value with its name, as in `query item token`.
    package var text: String {
        let name = names.joined(separator: ".")
        return switch kind {
        case .header, .cookieField: "header field \(name)"
        case .cookie: "cookie \(name)"
        case .query: "query item \(name)"
        case .fragment: "item of the fragment \(name)"
        case .userInfo: "user or password of the URL"
        case .form: "form field \(name)"
        case .part: "part of the form \(name)"
        case .json, .jsonNumber, .jsonWord, .jsonContainer: "JSON \(name.isEmpty ? "text" : "member \(name)")"
        case .assignment: "value of \(name)"
        case .nesting: "text inside of \(depth) other texts"
        }
    }
}
