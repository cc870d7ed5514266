import Foundation

extension NamedValues {
    /// Replaces values in the user, the path, the query and the fragment of a URL or a reference.
    ///
    /// The text may be malformed.
    ///
    /// - SeeAlso: [RFC 3986, appendix B](https://www.rfc-editor.org/rfc/rfc3986.html#appendix-B)
    package static func url(_ text: String, depth: Int = 0, _ replace: ValueReplacement) -> String {
        guard text.utf8.contains(where: { $0 == 0x40 || $0 == 0x3F || $0 == 0x23 || $0 == 0x3D }) else { return text }
        let (hierarchy, query, fragment) = parts(of: text)
        var replaced = path(replacingUser(in: hierarchy, depth: depth, replace), depth: depth, replace)
        if let query { replaced += "?" + form(String(query), .query, depth: depth, replace) }
        if let fragment { replaced += "#" + form(String(fragment), .fragment, depth: depth, replace) }
        return replaced
    }

    /// Replaces the parameters in a path, as in `/a;sid=1/b`.
    package static func path(_ path: String, depth: Int = 0, _ replace: ValueReplacement) -> String {
        assignments(in: path, .path, depth: depth, replace)
    }

    /// Replaces values in the text of a form or a query.
    package static func form(
        _ text: String, _ kind: NamedPlace.Kind, depth: Int = 0, _ replace: ValueReplacement
    ) -> String {
        String(decoding: form(Array(text.utf8), kind, depth: depth, replace), as: UTF8.self)
    }

    /// Replaces values in the bytes of a form, which need not be UTF-8.
    static func form(
        _ bytes: [UInt8], _ kind: NamedPlace.Kind, depth: Int = 0, _ replace: ValueReplacement
    ) -> [UInt8] {
        let fields = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        return Array(fields.map { field($0, kind, depth: depth, replace) }.joined(separator: [UInt8(ascii: "&")]))
    }

    private static func field(
        _ field: ArraySlice<UInt8>, _ kind: NamedPlace.Kind, depth: Int, _ replace: ValueReplacement
    ) -> [UInt8] {
        guard let equals = field.firstIndex(of: UInt8(ascii: "=")) else { return Array(field) }
        let isForm = kind == .form
        let name = String(decoding: PercentEncoding.decode(field[..<equals], plusIsSpace: isForm), as: UTF8.self)
        let value = field[(equals + 1)...]
        let place = NamedPlace(kind, name, depth: depth)
        guard let replaced = encodedValue(value, at: place, plusIsSpace: isForm, replace) else { return Array(field) }
        return field[...equals] + replaced
    }

    /// Replaces a percent-encoded value, or the values in it; nil if the value stays.
    static func encodedValue(
        _ value: ArraySlice<UInt8>, at place: NamedPlace?, plusIsSpace: Bool = false, depth: Int = 0,
        _ replace: ValueReplacement
    ) -> [UInt8]? {
        let decoded = PercentEncoding.decode(value, plusIsSpace: plusIsSpace)
        let text = String(decoding: decoded, as: UTF8.self)
        if let place, let replacement = replace(place, text) { return Array(encoded(replacement).utf8) }
        // Bytes that are no UTF-8 have nothing that could be found by name.
        guard text.utf8.elementsEqual(decoded),
            let replaced = self.text(text, depth: (place?.depth ?? depth) + 1, replace)
        else { return nil }
        let isSpelledPlainly = !value.contains(UInt8(ascii: "%")) && !(plusIsSpace && value.contains(0x2B))
        return Array((isSpelledPlainly ? replaced : encoded(replaced)).utf8)
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .unreserved) ?? text
    }

    /// Splits an address at its first `#` and the first `?` before that.
    private static func parts(of text: String) -> (hierarchy: Substring, query: Substring?, fragment: Substring?) {
        let hash = text.utf8.firstIndex(of: UInt8(ascii: "#"))
        let beforeHash = text[..<(hash ?? text.endIndex)]
        let mark = beforeHash.utf8.firstIndex(of: UInt8(ascii: "?"))
        return (
            beforeHash[..<(mark ?? beforeHash.endIndex)], mark.map { beforeHash[$0...].dropFirst() },
            hash.map { text[$0...].dropFirst() }
        )
    }

    /// Replaces the user and the password in an address, such as `//user:pw@host` or `mailto:user:pw@host`.
    ///
    /// A user without a password may be a key of a service. A user in an address without an authority is not a secret.
    private static func replacingUser(in text: Substring, depth: Int, _ replace: ValueReplacement) -> String {
        let start: Substring.Index
        if let slashes = text.range(of: "//") {
            start = slashes.upperBound
        } else {
            start = text.firstIndex(of: ":").map { text.index(after: $0) } ?? text.startIndex
        }
        let authority = text[start...].prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@"),
            text[..<start].hasSuffix("//") || authority[..<at].contains(":")
        else { return String(text) }
        return text[..<start] + user(String(authority[..<at]), depth: depth, replace) + text[at...]
    }

    /// Replaces a user and a password; equal replacements are written once.
    static func user(_ text: String, depth: Int, _ replace: ValueReplacement) -> String {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let replaced = parts.map {
            replace(NamedPlace(.userInfo, depth: depth), $0.removingPercentEncoding ?? $0) ?? $0
        }
        return replaced != parts && Set(replaced).count == 1 ? replaced[0] : replaced.joined(separator: ":")
    }
}

extension CharacterSet {
    /// The characters that need no escape anywhere in a URL.
    ///
    /// - SeeAlso: [RFC 3986 §2.3](https://www.rfc-editor.org/rfc/rfc3986.html#section-2.3)
    fileprivate static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
