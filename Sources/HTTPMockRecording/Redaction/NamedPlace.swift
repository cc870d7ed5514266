/// The position of a named value in a request or a response.
struct NamedPlace: Hashable {
    enum Kind: String {
        case header = "header field"
        case cookie = "cookie"
        case query = "query item"
        case fragment = "item of the fragment"
        case userInfo = "user or password of the URL"
        case form = "form field"
        case json = "JSON member"
        case part = "part of the form"
        /// A text that is no JSON and no URL, which may contain named values all the same.
        case prose = "text"
    }

    let kind: Kind
    /// The names from outside in; a JSON member's names include those of its enclosing objects.
    let names: [String]
    /// The number of values that enclose the value, each one encoded as a text.
    let depth: Int

    init(_ kind: Kind, _ names: String..., depth: Int = 0) {
        self.init(kind, names: names, depth: depth)
    }

    init(_ kind: Kind, names: [String], depth: Int = 0) {
        self.kind = kind
        self.names = names
        self.depth = depth
    }

    /// Whether the value is a secret under any name.
    var isAlwaysSecret: Bool { kind == .cookie || kind == .userInfo }

    /// The position in words, without any value.
    var text: String {
        kind == .userInfo ? kind.rawValue : "\(kind.rawValue) \(names.joined(separator: "."))"
    }
}

/// Replaces a value at a position; nil keeps the value as it is spelled.
typealias ValueReplacement = (NamedPlace, String) -> String?
