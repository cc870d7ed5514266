import Foundation

/// A pattern for a request's host, such as `*.example.com:8080`.
///
/// `*` matches any run of characters inside one label, `**` any number of labels. Next to other characters, `**`
/// matches any run of characters and dots. Case does not count. An internationalised label equals its `xn--` form. IPv6
/// addresses are written in brackets and compared as spelled.
package struct HostPattern: CompiledPattern {
    private(set) var tokens: [PatternToken] = []
    /// The port that a request must have; nil matches any port.
    private(set) var port: Int?

    /// Parses a pattern, with or without a port; throws the reason why it can't match.
    package init(_ text: String) throws(PatternProblem) {
        try Self.checkParts(of: text)
        let bytes = Array(text.utf8)
        // A colon in brackets is part of an IPv6 address.
        let close = bytes.firstIndex(of: UInt8(ascii: "]"))
        let nameEnd = bytes[(close ?? 0)...].firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        let name = bytes[..<nameEnd]
        let port = bytes[nameEnd...].dropFirst()
        // The brackets are around the whole name, which ends at the colon of the port.
        let isAddress = bytes.first == UInt8(ascii: "[") && close == nameEnd - 1
        if !isAddress, bytes.contains(where: "[]".utf8.contains) { throw Self.forbiddenCharacter(text) }
        if !isAddress, port.contains(UInt8(ascii: ":")) {
            throw PatternProblem(
                host: text, "has more than one colon", fix: "write an IPv6 address in brackets, as in \"[::1]:8080\"")
        }
        if nameEnd < bytes.endIndex { self.port = try Self.parse(port: port, of: text) }
        if name.isEmpty { throw Self.empty }
        var labels = [name]
        if !isAddress { labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) }
        for label in labels { try parse(label, of: text) }
    }

    private static let known = Locked<[ExactText: HostPattern]>([:])
    /// The number at which all are forgotten, so that generated hosts do not fill the memory.
    private static let knownLimit = 1_000

    /// Returns the pattern of a text that may have been parsed before, because each test registers the same hosts.
    static func known(_ text: String) throws(PatternProblem) -> HostPattern {
        let key = ExactText(text)
        if let pattern = known.withLock({ $0[key] }) { return pattern }
        let pattern = try HostPattern(text)
        known.withLock { known in
            if known.count >= knownLimit { known = [:] }
            known[key] = pattern
        }
        return pattern
    }

    var literalCount: Int {
        // The first label has no dot before it; a port has a colon.
        let portCount = port.map { ":\($0)".count } ?? 0
        return literalTokenCount - 1 + portCount
    }

    /// The pattern in its normal form, the same for all spellings of it: `API.Example.com` is `api.example.com`.
    var text: String {
        let isAddress = tokens.dropFirst().first == .byte(UInt8(ascii: "["))
        let reserved = isAddress ? Self.reservedInAddress : Self.reserved
        // The text begins with the separator of the first label.
        let host = tokens.patternText(escaping: reserved).dropFirst()
        return port.map { "\(host):\($0)" } ?? String(host)
    }

    package func matches(_ target: RequestTarget) -> Bool {
        target.hasPort(port) && matchesTokens(of: target)
    }

    package func matches(_ url: URL) -> Bool {
        matches(RequestTarget(url: url))
    }

    static func range(in target: RequestTarget) -> Range<Int> {
        0..<target.hostEnd
    }

    private static let reserved = Set("*{}%/?#.:@[] ".utf8)
    private static let reservedInAddress = Set("*%".utf8)
}

extension HostPattern {
    private static let empty = PatternProblem(
        "the host is empty and matches no request", fix: #"write a host, or "*" for any host"#)

    /// Returns the problem of `a b`, `a?`, `{name}.example.com` and `[::1`.
    private static func forbiddenCharacter(_ text: String) -> PatternProblem {
        PatternProblem(
            host: text, "has a character that no host has",
            fix: "write labels separated by dots, with * and ** as the only wildcards")
    }

    /// Throws the problem of another part of a URL, or of a character that no host has.
    private static func checkParts(of text: String) throws(PatternProblem) {
        if text.contains("://") {
            throw PatternProblem(
                host: text, "has a scheme",
                fix: "write \(hostOnly(text)), and .scheme(…) as a condition if the scheme matters")
        }
        if text.contains("/") {
            throw PatternProblem(host: text, "has a path", fix: "write \(hostOnly(text)), and the path as the path")
        }
        if text.contains("@") { throw PatternProblem(host: text, "has a user", fix: "write \(hostOnly(text))") }
        if text.utf8.contains(where: { $0 <= 0x20 || "?#\\{}<>^|`\"\u{7F}".utf8.contains($0) }) {
            throw forbiddenCharacter(text)
        }
    }

    /// Returns the host in a text as a literal, for advice; words if there is none.
    private static func hostOnly(_ text: String) -> String {
        var host = text[...]
        if let scheme = host.range(of: "://") { host = host[scheme.upperBound...] }
        host = host.prefix { !"/?#".contains($0) }
        if let user = host.lastIndex(of: "@") { host = host[host.index(after: user)...] }
        if host.isEmpty { return "only the host" }
        return host.debugDescription
    }

    private static func parse(port digits: ArraySlice<UInt8>, of text: String) throws(PatternProblem) -> Int {
        guard digits.allSatisfy(\.isASCIIDigit),
            let port = UInt16(String(decoding: digits, as: UTF8.self))
        else {
            throw PatternProblem(
                host: text, "has no port from 0 to 65535 after its colon",
                fix: "write a port, or leave out the colon to match any port")
        }
        return Int(port)
    }

    private mutating func parse(_ label: ArraySlice<UInt8>, of text: String) throws(PatternProblem) {
        let star = UInt8(ascii: "*")
        if label.count > 1, label.allSatisfy({ $0 == star }) { return tokens.append(.hostLabels) }
        tokens.append(.hostSeparator)
        guard label.contains(star) else {
            guard let literal = HostLabel.normalForm(of: label) else { throw Self.forbiddenCharacter(text) }
            tokens += literal.map(PatternToken.byte)
            return
        }
        var rest = label
        while !rest.isEmpty {
            let token = PatternToken.next(in: &rest, span: .hostSpan)
            if let byte = token.byte, byte >= 0x80 {
                // The characters that the star would match are not a part of the encoded label.
                throw PatternProblem(
                    host: text, "has a * in an internationalised label, which is compared in its xn-- form",
                    fix: "write the whole label, or * for the whole label")
            }
            tokens.append(token.byte.map { .byte($0.asciiLowercased) } ?? token)
        }
    }
}
