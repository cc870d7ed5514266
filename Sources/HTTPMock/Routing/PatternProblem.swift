import Foundation

/// The reason why a host or path pattern can't match a request, or is ambiguous, with the fix.
struct PatternProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem and the fix, as one line.
    let description: String

    private init(_ fact: String, fix: String) {
        description = "\(fact). To fix this, \(fix)."
    }

    static let hostIsEmpty = PatternProblem(
        "the host is empty and matches no request", fix: #"write a host, or "*" for any host"#)

    /// The problem of `https://api.example.com`.
    static func hostHasScheme(_ host: String) -> PatternProblem {
        PatternProblem(
            "the host \(quoted(host)) has a scheme",
            fix: "write \(hostOnly(host)), and .scheme(…) as a condition if the scheme matters")
    }

    /// The problem of `api.example.com/v1`.
    static func hostHasPath(_ host: String) -> PatternProblem {
        PatternProblem("the host \(quoted(host)) has a path", fix: "write \(hostOnly(host)), and the path as the path")
    }

    /// The problem of `user@api.example.com`.
    static func hostHasUser(_ host: String) -> PatternProblem {
        PatternProblem("the host \(quoted(host)) has a user", fix: "write \(hostOnly(host))")
    }

    /// The problem of `api.example.com:http`, `api.example.com:99999`.
    static func hostHasBadPort(_ host: String) -> PatternProblem {
        PatternProblem(
            "the host \(quoted(host)) has no port from 0 to 65535 after its colon",
            fix: "write a port, or leave out the colon to match any port")
    }

    /// The problem of `::1`.
    static func addressNeedsBrackets(_ host: String) -> PatternProblem {
        PatternProblem(
            "the host \(quoted(host)) has more than one colon",
            fix: "write an IPv6 address in brackets, as in \"[::1]:8080\"")
    }

    /// A character that no host can have, as in `a b`, `a?`, `{name}.example.com`, `[::1`.
    static func hostHasForbiddenCharacter(_ host: String) -> PatternProblem {
        PatternProblem(
            "the host \(quoted(host)) has a character that no host has",
            fix: "write labels separated by dots, with * and ** as the only wildcards")
    }

    /// `mün*.de`: the characters that the star would match are not a part of the encoded label.
    static func starNextToInternationalCharacter(_ host: String) -> PatternProblem {
        PatternProblem(
            "the host \(quoted(host)) has a * in an internationalised label, which is compared in its xn-- form",
            fix: "write the whole label, or * for the whole label")
    }

    /// The problem of `/search?q=swift`.
    static func pathHasQuery(_ path: String) -> PatternProblem {
        let start = path.prefix { $0 != "?" }
        let items = URLComponents(string: String(path.dropFirst(start.count)))?.queryItems ?? []
        return PatternProblem(
            "the path \(quoted(path)) has a query",
            fix: "write \(quoted(start.isEmpty ? "/" : String(start))) as the path and query: "
                + "\(HTTPMock.Query(items).swiftSource); a literal ? is %3F")
    }

    /// The problem of `https://api.example.com/v1`.
    static func pathHasScheme(_ path: String) -> PatternProblem {
        PatternProblem(
            "the path \(quoted(path)) has a scheme",
            fix: "write only the path, and the host as the host; a literal :// is %3A//")
    }

    /// The problem of `/guide#install`.
    static func pathHasFragment(_ path: String) -> PatternProblem {
        PatternProblem(
            "the path \(quoted(path)) has a fragment, which no request sends",
            fix: "leave out the fragment; a literal # is %23")
    }

    /// The problem of `/users/{id`, `/users/id}`.
    static func unbalancedBrace(_ path: String) -> PatternProblem {
        PatternProblem(
            "the path \(quoted(path)) has a brace without its counterpart in the same segment",
            fix: "write {name}; a literal brace is %7B or %7D")
    }

    /// The problem of `/users/{}`, `/users/{*id}`.
    static func badParameterName(_ path: String, name: String) -> PatternProblem {
        PatternProblem(
            "the path \(quoted(path)) has the parameter name \(quoted(name)), which is not a name",
            fix: "write a name of letters, digits, _ and -, or * for a parameter without a name")
    }

    /// The problem of `/users/{id}/posts/{id}`.
    static func repeatedParameterName(_ path: String, name: String) -> PatternProblem {
        PatternProblem(
            "the path \(quoted(path)) has the parameter {\(name)} twice",
            fix: "write a different name for each parameter")
    }

    /// The problem of `api.example.com/users`, `/users`.
    static func urlIsNotAbsolute(_ text: String) -> PatternProblem {
        PatternProblem(
            "\(quoted(text)) is no absolute URL",
            fix: "write a scheme and a host, as in \"https://api.example.com/user\"")
    }

    /// The problem of `https://user:password@api.example.com/`.
    static func urlHasUser(host: String) -> PatternProblem {
        PatternProblem(
            "the URL of the host \(quoted(host)) has a user",
            fix: "leave out the user, and write .basicAuth(user:password:) as a condition")
    }

    /// The problem of `https://api.example.com/guide#install`.
    static func urlHasFragment(_ url: String) -> PatternProblem {
        PatternProblem("the URL \(quoted(url)) has a fragment, which no request sends", fix: "leave out the fragment")
    }

    private static func quoted(_ text: String) -> String {
        String(reflecting: text)
    }

    /// Returns the host in a text that has more than a host.
    private static func hostOnly(_ text: String) -> String {
        var host = text[...]
        if let scheme = host.range(of: "://") {
            host = host[scheme.upperBound...]
        }
        host = host.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let user = host.lastIndex(of: "@") {
            host = host[host.index(after: user)...]
        }
        return host.isEmpty ? "only the host" : quoted(String(host))
    }
}

extension Sequence where Element == PatternToken {
    /// Returns the pattern's text in its normal form, which parses to the same tokens.
    ///
    /// - Parameters:
    ///   - parameterNames: The name of each `*` in order; nil for one without a name.
    ///   - reserved: The bytes that have a meaning in a pattern, and are percent-encoded for that reason.
    func patternText(parameterNames: [String?] = [], escaping reserved: Set<UInt8>) -> String {
        var text = ""
        var literal: [UInt8] = []
        var names = parameterNames.makeIterator()
        for token in self {
            if let byte = token.byte {
                literal.append(byte)
                continue
            }
            text += literalText(literal, escaping: reserved)
            literal.removeAll(keepingCapacity: true)
            switch token {
            case .hostSeparator: text += "."
            case .pathSeparator: text += "/"
            case .star: text += (names.next() ?? nil).map { "{\($0)}" } ?? "*"
            case .hostSpan, .pathSpan: text += "**"
            case .hostLabels: text += ".**"
            default: text += "/**"
            }
        }
        return text + literalText(literal, escaping: reserved)
    }
}

/// Returns bytes as text; reserved and unprintable bytes are percent-encoded.
private func literalText(_ bytes: [UInt8], escaping reserved: Set<UInt8>) -> String {
    let isText = String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
    var escaped: [UInt8] = []
    for byte in bytes {
        let isPrintable = byte < 0x80 ? (0x20..<0x7F).contains(byte) : isText
        if isPrintable, !reserved.contains(byte) {
            escaped.append(byte)
        } else {
            escaped += PercentEncoding.escape(byte).utf8
        }
    }
    return String(decoding: escaped, as: UTF8.self)
}
