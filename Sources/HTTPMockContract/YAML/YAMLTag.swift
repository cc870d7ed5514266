/// A tag of the core schema, or the tag `!`.
///
/// - SeeAlso: [YAML 1.2.2 §10.3](https://yaml.org/spec/1.2.2/#103-core-schema)
enum YAMLTag: String {
    case null
    case bool
    case int
    case float
    case str
    case seq
    case map
    /// The tag `!`, with which a scalar is a string.
    case nonSpecific

    /// The prefix of the core schema's tags.
    static let prefix = "tag:yaml.org,2002:"

    /// Creates the tag with a URI; nil for a tag outside the core schema.
    init?(uri: String) {
        guard uri.hasPrefix(Self.prefix), let tag = YAMLTag(rawValue: String(uri.dropFirst(Self.prefix.count))),
            tag != .nonSpecific
        else { return nil }
        self = tag
    }
}
