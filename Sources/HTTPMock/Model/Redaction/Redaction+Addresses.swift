import Foundation

extension Redaction {
    /// Returns a URL's text without user, password and the secrets of its query and fragment.
    package static func text(of url: URL) -> String {
        text(ofAddress: url.absoluteString)
    }

    /// Returns a URL or a reference without secrets; the text may be malformed.
    ///
    /// - SeeAlso: [RFC 3986, appendix B](https://www.rfc-editor.org/rfc/rfc3986.html#appendix-B)
    package static func text(ofAddress text: String, depth: Int = 0) -> String {
        guard text.utf8.contains(where: { "@?#=".utf8.contains($0) }) else { return text }
        let (hierarchy, query, fragment) = parts(of: text)
        var masked = self.text(ofAssignments: maskingUser(in: hierarchy), in: .path, depth: depth)
        if let query { masked += "?" + self.text(ofForm: String(query), depth: depth) }
        if let fragment { masked += "#" + self.text(ofForm: String(fragment), depth: depth) }
        return masked
    }

    /// Returns the text of a form or a query without secrets.
    static func text(ofForm text: String, depth: Int = 0) -> String {
        let fields = Array(text.utf8).split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let masked = fields.map { field($0, depth: depth) }.joined(separator: [UInt8(ascii: "&")])
        return String(decoding: Array(masked), as: UTF8.self)
    }

    /// Returns one field of a form, `name=value`, without secrets.
    static func field(_ field: ArraySlice<UInt8>, depth: Int = 0) -> [UInt8] {
        guard let equals = field.firstIndex(of: UInt8(ascii: "=")) else { return Array(field) }
        let name = String(decoding: PercentEncoding.decode(field[..<equals]), as: UTF8.self)
        let value = isSecret(name) ? Array(mask.utf8) : encodedValue(field[(equals + 1)...], depth: depth)
        return field[...equals] + value
    }

    /// Returns a percent-encoded value without the secrets in it.
    ///
    /// A value without secrets keeps its spelling.
    static func encodedValue(_ value: ArraySlice<UInt8>, depth: Int) -> [UInt8] {
        let decoded = PercentEncoding.decode(value)
        let text = String(decoding: decoded, as: UTF8.self)
        // Bytes that are no UTF-8 have nothing that could be masked by name.
        guard text.utf8.elementsEqual(decoded) else { return Array(value) }
        let masked = self.text(ofValue: text, depth: depth + 1)
        guard masked != text else { return Array(value) }
        guard value.contains(UInt8(ascii: "%")) else { return Array(masked.utf8) }
        return Array((masked.addingPercentEncoding(withAllowedCharacters: .unreserved) ?? mask).utf8)
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

    /// Masks the user and the password in an address, such as `//user:pw@host` or `mailto:user:pw@host`.
    ///
    /// A user without a password may be a key of a service. A user in an address without an authority is not a secret.
    private static func maskingUser(in text: Substring) -> String {
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
        return text[..<start] + mask + text[at...]
    }
}

extension CharacterSet {
    /// The characters that need no escape anywhere in a URL.
    ///
    /// - SeeAlso: [RFC 3986 §2.3](https://www.rfc-editor.org/rfc/rfc3986.html#section-2.3)
    fileprivate static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
