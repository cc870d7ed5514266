/// A server of a document whose URL may have variables.
///
/// URLs are compared with the template, because the combinations of all values may be many.
///
/// - SeeAlso: [OpenAPI 3.1, Server Object](https://spec.openapis.org/oas/v3.1.0#server-object)
struct ServerTemplate: Hashable, Sendable {
    /// A part of a URL.
    fileprivate enum Part: Hashable, Sendable {
        case text(String)
        /// A variable with its known values; an open variable also matches other texts.
        case variable([String], isOpen: Bool)
    }

    /// A URL in its components, with variables.
    fileprivate struct Pattern: Hashable, Sendable {
        /// The host; nil for any.
        let host: [Part]?
        /// The port; nil for any.
        let port: [Part]?
        /// The path with its escapes decoded, apart from those of slashes.
        let path: [Part]
    }

    /// A server that a request goes to.
    struct Match {
        /// The path after the base path; nil for a path outside of the base path.
        let path: Substring?
        let basePath: String
        /// The port of the server; nil for any.
        let port: Int?
    }

    /// The URL as the document's `servers` have it, with variables; the description of a server from elsewhere.
    let url: String
    /// The server with the default of each variable, or else its first value; nil if a variable has neither.
    let defaultServer: ContractServer?
    /// The forms of the URL; empty if it has no variables.
    private let patterns: [Pattern]

    /// Returns the servers of a node.
    ///
    /// A server without a URL is a defect of the document, and is left out.
    static func servers(of node: DocumentNode) -> [ServerTemplate] {
        (node["servers"]?.elements ?? []).compactMap { server in
            guard let url = server.string("url") else {
                server.report("the server has no \"url\"")
                return nil
            }
            return ServerTemplate(url, server["variables"])
        }
    }

    /// Returns the server of a Swagger 2.0 document; none if it has neither a host nor a base path.
    static func servers(ofSwagger document: DocumentNode) -> [ServerTemplate] {
        let (host, basePath) = (document.string("host"), document.string("basePath"))
        guard host != nil || basePath != nil else { return [] }
        return [ServerTemplate(ContractServer("\(host.map { "//\($0)" } ?? "")\(basePath ?? "")"))]
    }

    /// Creates a server without variables.
    init(_ server: ContractServer) {
        url = server.description
        defaultServer = server
        patterns = []
    }

    private init(_ url: String, _ variables: DocumentNode?) {
        self.url = url
        let parts = Self.parts(of: url, variables)
        let defaults = parts.map { part -> String? in
            switch part {
            case .text(let text): text
            case .variable(let values, _): values.first
            }
        }
        if defaults.contains(nil) {
            defaultServer = nil
        } else {
            defaultServer = ContractServer(defaults.compactMap(\.self).joined())
        }
        if parts.contains(where: \.isVariable) {
            patterns = Self.patterns(parts)
        } else {
            patterns = []
        }
    }

    /// Finds the parts of a request's path that may follow the base path, the shortest first for each form of the URL.
    ///
    /// - Returns: None for a URL of another host or port. Several if variables may match more or less of the path. One
    ///   without a path if only the base path differs.
    func matches(_ url: RequestURL) -> [Match] {
        if patterns.isEmpty {
            guard let server = defaultServer, let (path, isInside) = server.path(of: url) else { return [] }
            guard isInside else { return [Match(path: nil, basePath: server.basePath, port: server.port)] }
            return [Match(path: path, basePath: server.basePath, port: server.port)]
        }
        let sameHostAndPort = patterns.filter { $0.hasHostAndPort(of: url) }
        let matches = sameHostAndPort.flatMap { pattern in
            pattern.endsOfBasePath(in: url.path).map { end in
                var rest = url.path[end...]
                if rest.isEmpty { rest = "/" }
                return Match(path: rest, basePath: String(url.path[..<end]), port: actualPort(of: pattern, url))
            }
        }
        guard matches.isEmpty else { return matches }
        return sameHostAndPort.prefix(1).map { pattern in
            Match(path: nil, basePath: defaultServer?.basePath ?? "", port: actualPort(of: pattern, url))
        }
    }

    /// Returns the port of the server that a URL goes to; nil for any.
    private func actualPort(of pattern: Pattern, _ url: RequestURL) -> Int? {
        guard pattern.port != nil else { return nil }
        return url.port ?? defaultServer?.port
    }

    // MARK: Reading

    private static func parts(of url: String, _ variables: DocumentNode?) -> [Part] {
        var parts: [Part] = []
        var rest = url[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            let variable = variables?[String(rest[rest.index(after: open)..<close])]
            let choices = variable?["enum"]?.elements.compactMap(\.value.string) ?? []
            var values = [variable?.string("default")].compactMap(\.self)
            values += choices.filter { !values.contains($0) }
            parts.append(.variable(values, isOpen: choices.isEmpty))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        return parts
    }

    /// Returns the forms of a URL.
    ///
    /// There are several if a variable has values with a port, a path or a whole URL.
    private static func patterns(_ parts: [Part]) -> [Pattern] {
        guard let index = structuredVariable(in: parts), case .variable(let values, let isOpen) = parts[index] else {
            return [Pattern(parts)]
        }
        let structured = values.filter { $0.contains("/") || $0.contains(":") }
        let others = values.filter { !structured.contains($0) }
        var forms = structured.map { replacing(index, in: parts, with: .text($0)) }
        // A variable with a value that has a slash matches only its known values.
        let isStillOpen = isOpen && !structured.contains { $0.contains("/") }
        if isStillOpen || !others.isEmpty {
            forms.append(replacing(index, in: parts, with: .variable(others, isOpen: isStillOpen)))
        }
        return forms.flatMap { patterns($0) }
    }

    /// Returns the index of the first variable before the path that has a value with a port, a path or a whole URL.
    private static func structuredVariable(in parts: [Part]) -> Int? {
        var isInHost = false
        for (index, part) in parts.enumerated() {
            switch part {
            case .text(let text):
                var rest = text[...]
                if let scheme = text.range(of: "://") {
                    rest = text[scheme.upperBound...]
                    isInHost = true
                } else if index == 0, text.hasPrefix("//") {
                    rest = text.dropFirst(2)
                    isInHost = true
                }
                // The host and the port end here.
                if isInHost, rest.contains("/") { return nil }
            case .variable(let values, _):
                if isInHost, values.contains(where: { $0.contains("/") || $0.contains(":") }) { return index }
                // The URL begins with a variable that may be a whole URL.
                if index == 0, values.contains(where: { $0.contains("//") }) { return index }
            }
        }
        return nil
    }

    private static func replacing(_ index: Int, in parts: [Part], with part: Part) -> [Part] {
        var replaced: [Part] = []
        for (position, other) in parts.enumerated() {
            var next = other
            if position == index { next = part }
            // Texts are joined, so that a scheme and a port are found.
            if case .text(let text) = next, case .text(let before)? = replaced.last {
                replaced[replaced.count - 1] = .text(before + text)
            } else {
                replaced.append(next)
            }
        }
        return replaced
    }
}

extension ServerTemplate.Pattern {
    /// Splits the parts of a URL into components.
    fileprivate init(_ parts: [ServerTemplate.Part]) {
        var authority: [ServerTemplate.Part] = []
        var path = parts
        if let afterScheme = Self.afterScheme(parts) {
            let divided = Self.split(afterScheme, at: "/", keepsSeparator: true)
            authority = divided?.before ?? afterScheme
            path = divided?.after ?? []
        }
        // The colons of an IPv6 address are between brackets.
        let address = Self.split(authority, at: "]")
        let afterAddress = address?.after ?? authority
        let hostAndPort = Self.split(afterAddress, at: ":")
        var host = hostAndPort?.before ?? afterAddress
        if let address { host = address.before + [.text("]")] + host }
        host = host.filter { $0 != .text("") }
        if host.isEmpty {
            self.host = nil
        } else {
            self.host = host.map(\.lowercased)
        }
        port = hostAndPort?.after
        self.path = Self.normalized(path).map(\.decodedInSegments)
    }

    /// Returns the parts after `://`, or after `//` at the beginning; nil for a URL without a host.
    private static func afterScheme(_ parts: [ServerTemplate.Part]) -> [ServerTemplate.Part]? {
        if let scheme = split(parts, at: "://") { return scheme.after }
        guard case .text(let text)? = parts.first, text.hasPrefix("//") else { return nil }
        return [.text(String(text.dropFirst(2)))] + parts.dropFirst()
    }

    /// Returns the path with a slash at its beginning, and none at its end; an empty path stays empty.
    private static func normalized(_ path: [ServerTemplate.Part]) -> [ServerTemplate.Part] {
        var path = path
        if case .text(let text)? = path.last {
            path[path.count - 1] = .text(String(text.reversed().drop { $0 == "/" }.reversed()))
        }
        switch path.first {
        case .text(let text)?:
            if !text.isEmpty, !text.hasPrefix("/") { path[0] = .text("/\(text)") }
        case .variable(let values, let isOpen)?:
            path[0] = .variable(values.map { value in String(value.drop { $0 == "/" }) }, isOpen: isOpen)
            path.insert(.text("/"), at: 0)
        case nil: break
        }
        return path.filter { $0 != .text("") }
    }

    /// Splits parts at the first separator in a text.
    ///
    /// - Parameters:
    ///   - parts: The parts.
    ///   - separator: The separator.
    ///   - keepsSeparator: Whether the parts after the separator begin with it.
    /// - Returns: nil if no text has the separator.
    private static func split(
        _ parts: [ServerTemplate.Part], at separator: String, keepsSeparator: Bool = false
    ) -> (before: [ServerTemplate.Part], after: [ServerTemplate.Part])? {
        for (index, part) in parts.enumerated() {
            guard case .text(let text) = part, let range = text.range(of: separator) else { continue }
            var after = String(text[range.upperBound...])
            if keepsSeparator { after = separator + after }
            return (
                parts[..<index] + [.text(String(text[..<range.lowerBound]))],
                [.text(after)] + parts[(index + 1)...]
            )
        }
        return nil
    }

    /// Returns whether a URL has the host and the port.
    fileprivate func hasHostAndPort(of url: RequestURL) -> Bool {
        if let host {
            let text = Array(url.host.utf8)
            var limits = "/.:"
            // A variable that is the whole host may have dots.
            if host.count == 1 { limits = "/" }
            guard Self.ends(of: host, in: text, limits: limits).contains(text.count) else { return false }
        }
        guard let port, let actual = url.port else { return true }
        let text = Array("\(actual)".utf8)
        return Self.ends(of: port, in: text, limits: "/").contains(text.count)
    }

    /// Returns the ends of the base path in a path, last end first.
    fileprivate func endsOfBasePath(in path: String) -> [String.Index] {
        guard !self.path.isEmpty else { return [path.startIndex] }
        let slash = UInt8(ascii: "/")
        let text = Array(path.decodedInSegments.utf8)
        // A variable may be empty after a slash, and a base path has no slash at its end.
        let ends = Self.ends(of: self.path, in: text, limits: "/").map { end in
            let isAfterSlash = end > 0 && text[end - 1] == slash
            return isAfterSlash ? end - 1 : end
        }
        let slashes = path.utf8.indices.filter { path.utf8[$0] == slash }
        let segmentEnds = Set(ends).filter { $0 == text.count || text[$0] == slash }
        return segmentEnds.sorted(by: >).map { end in
            guard end < text.count else { return path.endIndex }
            // The path has the same slashes as the compared text, so the end is before the slash of the same number.
            let earlierSlashes = text[..<end].count { $0 == slash }
            return slashes[earlierSlashes]
        }
    }

    /// Returns the offsets at which the parts may end in a text.
    ///
    /// - Parameters:
    ///   - parts: The parts.
    ///   - text: The text.
    ///   - limits: The characters that an open variable does not match.
    private static func ends(of parts: [ServerTemplate.Part], in text: [UInt8], limits: String) -> Set<Int> {
        var ends: Set<Int> = [0]
        for part in parts {
            var next: Set<Int> = []
            for start in ends {
                let values: [String]
                switch part {
                case .text(let own): values = [own]
                case .variable(let known, let isOpen):
                    values = known
                    if isOpen {
                        // Any of the characters up to the next limit may be the last one.
                        let open = text[start...].prefix { !limits.utf8.contains($0) }
                        for last in open.indices { next.insert(last + 1) }
                    }
                }
                for value in values where text[start...].starts(with: value.utf8) {
                    next.insert(start + value.utf8.count)
                }
            }
            ends = next
        }
        return ends
    }
}

extension ServerTemplate.Part {
    fileprivate var isVariable: Bool {
        switch self {
        case .text: false
        case .variable: true
        }
    }

    fileprivate var decodedInSegments: ServerTemplate.Part {
        switch self {
        case .text(let text): .text(text.decodedInSegments)
        case .variable(let values, let isOpen): .variable(values.map(\.decodedInSegments), isOpen: isOpen)
        }
    }

    fileprivate var lowercased: ServerTemplate.Part {
        switch self {
        case .text(let text): .text(text.lowercased())
        case .variable(let values, let isOpen): .variable(values.map { $0.lowercased() }, isOpen: isOpen)
        }
    }
}

extension String {
    /// The path with its escapes decoded, apart from those of slashes, because an escaped slash ends no segment.
    fileprivate var decodedInSegments: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        // Each part is decoded by itself, because escapes that are not UTF-8 keep their part undecoded.
        let segments = divided(atEach: "/").map { segment in
            let parts = segment.divided(atEach: "%2F").flatMap { $0.divided(atEach: "%2f") }
            return parts.map(\.decoded).joined(separator: "%2F")
        }
        return segments.joined(separator: "/")
    }
}
