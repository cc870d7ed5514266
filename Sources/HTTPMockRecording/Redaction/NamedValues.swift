import Foundation
import HTTPMock

/// Replaces some of the named values of URLs, forms, header fields and bodies.
///
/// A value may be JSON or a URL with named values of its own. All other bytes keep their spelling.
enum NamedValues {
    /// The most texts in texts that are read, because a text that was encoded often must not overflow the stack.
    private static let depthLimit = 8

    /// Replaces a value, or the named values in it.
    ///
    /// - Returns: nil for a value to keep.
    static func value(_ text: String, at place: NamedPlace, _ replace: ValueReplacement) -> String? {
        if let replacement = replace(place, text) { return replacement }
        guard place.depth < depthLimit, text.utf8.contains(where: { "=:@".utf8.contains($0) }) else { return nil }
        let depth = place.depth + 1
        let first = text.utf8.first { $0 > 0x20 }
        let replaced: String
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            replaced = String(decoding: json(Data(text.utf8), replace, depth: depth), as: UTF8.self)
        } else if isURL(text) {
            replaced = url(text, replace, depth: depth)
        } else {
            return prose(text, replace)
        }
        return replaced == text ? nil : replaced
    }

    /// Replaces values such as `password: "…"` in a text; nil if there are none.
    ///
    /// A text with placeholders was redacted before, and would lose their numbers.
    static func prose(_ text: String, _ replace: ValueReplacement) -> String? {
        text.contains(Redaction.mask) ? nil : replace(NamedPlace(.prose), text)
    }

    private static func isURL(_ text: String) -> Bool {
        text.contains("://") && !text.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "\"") }
    }

    /// The placeholder for a redacted value, with or without a number.
    static func isPlaceholder(_ value: String) -> Bool {
        guard value.hasPrefix(Redaction.mask) else { return false }
        let rest = value.dropFirst(Redaction.mask.count)
        return rest.isEmpty || rest.first == "-" && rest.count > 1 && rest.dropFirst().allSatisfy(\.isNumber)
    }

    /// Replaces values in the user info, the query and the fragment of a URL.
    static func url(_ text: String, _ replace: ValueReplacement, depth: Int = 0) -> String {
        var base = Substring(text)
        var fragment = ""
        if let hash = base.firstIndex(of: "#") {
            fragment = "#" + form(base[base.index(after: hash)...], .fragment, replace, depth: depth)
            base = base[..<hash]
        }
        var query = ""
        if let mark = base.firstIndex(of: "?") {
            query = "?" + form(base[base.index(after: mark)...], .query, replace, depth: depth)
            base = base[..<mark]
        }
        return userInfo(base, replace) + query + fragment
    }

    private static func userInfo(_ text: Substring, _ replace: ValueReplacement) -> String {
        guard let start = text.range(of: "://")?.upperBound else { return String(text) }
        let authority = text[start...].prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return String(text) }
        let parts = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let replaced = parts.map { replace(NamedPlace(.userInfo), decoded($0, plusIsSpace: false)) ?? String($0) }
        return text[..<start] + replaced.joined(separator: ":") + text[at...]
    }

    /// Replaces values in `a=1&b=2`.
    static func form(
        _ text: Substring, _ kind: NamedPlace.Kind, _ replace: ValueReplacement, depth: Int = 0
    ) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { field in
            guard let equals = field.firstIndex(of: "=") else { return String(field) }
            let plusIsSpace = kind == .form
            let name = decoded(field[..<equals], plusIsSpace: plusIsSpace)
            let value = decoded(field[field.index(after: equals)...], plusIsSpace: plusIsSpace)
            guard let replaced = self.value(value, at: NamedPlace(kind, name, depth: depth), replace) else {
                return String(field)
            }
            return field[...equals] + (replaced.addingPercentEncoding(withAllowedCharacters: unreserved) ?? replaced)
        }.joined(separator: "&")
    }

    private static let unreserved = CharacterSet.alphanumerics.union(["-", ".", "_", "~"])

    private static func decoded(_ text: Substring, plusIsSpace: Bool) -> String {
        let text = plusIsSpace ? text.replacingOccurrences(of: "+", with: " ") : String(text)
        return text.removingPercentEncoding ?? text
    }

    /// Replaces the value of a header field, or the secret parts of it.
    static func header(_ field: HARField, _ replace: ValueReplacement) -> HARField {
        let name = field.name.lowercased()
        let value =
            switch name {
            case "cookie": cookies(field.value, replace)
            case "set-cookie":
                SetCookie.split(field.value).map { setCookie($0, replace) }.joined(separator: ", ")
            case _ where name.hasSuffix("authorization"): credentials(field, replace)
            case "content-location", "location", "origin", "referer": url(field.value, replace)
            default: self.value(field.value, at: NamedPlace(.header, field.name), replace) ?? field.value
            }
        return HARField(field.name, value)
    }

    private static func cookies(_ text: String, _ replace: ValueReplacement) -> String {
        text.split(separator: ";", omittingEmptySubsequences: false).map { setCookie(String($0), replace) }
            .joined(separator: ";")
    }

    /// Replaces the value of one cookie, and keeps its attributes.
    private static func setCookie(_ text: String, _ replace: ValueReplacement) -> String {
        guard let equals = text.firstIndex(of: "=") else { return text }
        let start = text.index(after: equals)
        let value = text[start...].prefix { $0 != ";" }
        let name = text[..<equals].trimmingCharacters(in: .whitespaces)
        guard let replacement = replace(NamedPlace(.cookie, name), String(value)) else { return text }
        return text[..<start] + replacement + text[value.endIndex...]
    }

    /// Replaces credentials, and keeps their scheme.
    ///
    /// - SeeAlso: [RFC 9110 §11.4](https://www.rfc-editor.org/rfc/rfc9110.html#section-11.4)
    private static func credentials(_ field: HARField, _ replace: ValueReplacement) -> String {
        let place = NamedPlace(.header, field.name)
        guard let space = field.value.firstIndex(of: " ") else { return replace(place, field.value) ?? field.value }
        let secret = String(field.value[field.value.index(after: space)...])
        return field.value[...space] + (replace(place, secret) ?? secret)
    }
}
