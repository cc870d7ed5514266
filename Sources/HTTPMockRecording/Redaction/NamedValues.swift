import Foundation
import HTTPMock

/// Replaces some of the named values of URLs, forms and header fields.
///
/// All other bytes keep their spelling.
enum NamedValues {
    /// The placeholder for a redacted value, with or without a number.
    static func isPlaceholder(_ value: String) -> Bool {
        guard value.hasPrefix(Redaction.mask) else { return false }
        let rest = value.dropFirst(Redaction.mask.count)
        return rest.isEmpty || rest.first == "-" && rest.count > 1 && rest.dropFirst().allSatisfy(\.isNumber)
    }

    /// Replaces values in the user info, the query and the fragment of a URL.
    static func url(_ text: String, _ replace: ValueReplacement) -> String {
        var base = Substring(text)
        var fragment = ""
        if let hash = base.firstIndex(of: "#") {
            fragment = "#" + form(base[base.index(after: hash)...], .fragment, replace)
            base = base[..<hash]
        }
        var query = ""
        if let mark = base.firstIndex(of: "?") {
            query = "?" + form(base[base.index(after: mark)...], .query, replace)
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
    static func form(_ text: Substring, _ kind: NamedPlace.Kind, _ replace: ValueReplacement) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { field in
            guard let equals = field.firstIndex(of: "=") else { return String(field) }
            let plusIsSpace = kind == .form
            let name = decoded(field[..<equals], plusIsSpace: plusIsSpace)
            let value = decoded(field[field.index(after: equals)...], plusIsSpace: plusIsSpace)
            guard let replacement = replace(NamedPlace(kind, name), value) else { return String(field) }
            return "\(field[...equals])\(replacement)"
        }.joined(separator: "&")
    }

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
            default: replace(NamedPlace(.header, field.name), field.value) ?? field.value
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
