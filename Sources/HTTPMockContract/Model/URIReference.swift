import Foundation

/// A URI or a relative reference in its five components.
///
/// Foundation's `URL` can't be used, because `URL` repairs invalid texts. Identifiers of schemas must be compared as
/// they are written.
///
/// - SeeAlso: [RFC 3986 §3](https://www.rfc-editor.org/rfc/rfc3986.html#section-3)
struct URIReference: Hashable, Sendable {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?
    var fragment: String?

    /// Splits a text; any text has these components.
    ///
    /// - SeeAlso: [RFC 3986, appendix B](https://www.rfc-editor.org/rfc/rfc3986.html#appendix-B)
    init(_ text: String) {
        var rest = Substring(text)
        // The UTF-8 view is searched, because a search for a `Character` computes the bounds of each character.
        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
            fragment = String(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) {
            let before = rest[..<colon]
            // A colon after a slash belongs to the authority or the path.
            if !before.isEmpty, !before.utf8.contains(UInt8(ascii: "/")) {
                scheme = String(before)
                rest = rest[rest.index(after: colon)...]
            }
        }
        if rest.utf8.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = String(rest)
    }

    /// Returns the URI of the reference in a document with a base URI; absolute if the reference or the base is.
    ///
    /// - SeeAlso: [RFC 3986 §5.2.2](https://www.rfc-editor.org/rfc/rfc3986.html#section-5.2.2)
    func resolved(against base: URIReference) -> URIReference {
        var target = self
        if scheme != nil {
            target.path = Self.removingDotSegments(path)
            return target
        }
        target.scheme = base.scheme
        if authority != nil {
            target.path = Self.removingDotSegments(path)
            return target
        }
        target.authority = base.authority
        if path.isEmpty {
            target.path = base.path
            if query == nil { target.query = base.query }
        } else if path.hasPrefix("/") {
            target.path = Self.removingDotSegments(path)
        } else {
            target.path = Self.removingDotSegments(base.merged(with: path))
        }
        return target
    }

    /// The parts of an authority, without the user.
    struct HostAndPort {
        /// The host in lower case.
        let host: String
        /// The port; nil without one, or if the port is not a number.
        let port: Int?
    }

    /// The host of the authority and its port; nil without an authority.
    var hostAndPort: HostAndPort? {
        guard let authority else { return nil }
        let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
        let text = at.map { authority[authority.utf8.index(after: $0)...] } ?? authority[...]
        // The colons of an IPv6 address are between brackets.
        guard text.utf8.last != UInt8(ascii: "]"), let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else {
            return HostAndPort(host: text.lowercased(), port: nil)
        }
        return HostAndPort(
            host: text[..<colon].lowercased(), port: Int(digits: text[text.index(after: colon)...].utf8))
    }

    /// The reference without its fragment.
    var withoutFragment: URIReference {
        var reference = self
        reference.fragment = nil
        return reference
    }

    private func merged(with path: String) -> String {
        if authority != nil, self.path.isEmpty { return "/" + path }
        guard let slash = self.path.lastIndex(of: "/") else { return path }
        return self.path[...slash] + path
    }

    private static func removingDotSegments(_ path: String) -> String {
        guard path.contains(".") else { return path }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        var kept: [Substring] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".":
                if isLast { kept.append("") }
            case "..":
                // The empty segment before the first slash stays.
                let isAtRoot = kept.isEmpty || kept == [""]
                if !isAtRoot { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return kept.joined(separator: "/")
    }
}

extension URIReference: CustomStringConvertible {
    /// The components put together again.
    var description: String {
        var text = ""
        if let scheme { text += "\(scheme):" }
        if let authority { text += "//\(authority)" }
        text += path
        if let query { text += "?\(query)" }
        if let fragment { text += "#\(fragment)" }
        return text
    }
}
