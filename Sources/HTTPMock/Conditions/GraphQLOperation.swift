import Foundation

/// Finds the operation of a GraphQL request.
///
/// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
enum GraphQLOperation {
    /// Returns the operation's name, nil if the request has none.
    static func name(in request: MockRequest) -> String? {
        if case .object(let members) = JSONValue(request.body) {
            if case .string(let name) = members["operationName"] { return name }
            if case .string(let document) = members["query"] { return firstName(in: document) }
            return nil
        }
        if let name = request.queryValue("operationName") { return name }
        return request.queryValue("query").flatMap(firstName)
    }

    /// Returns the operation's variables, nil if the request has none.
    static func variables(in request: MockRequest) -> JSONValue? {
        if case .object(let members) = JSONValue(request.body) { return members["variables"] }
        return request.queryValue("variables").flatMap { JSONValue(Data($0.utf8)) }
    }

    /// Returns the first name after a `query`, `mutation` or `subscription` of a document.
    static func firstName(in document: String) -> String? {
        let tokens = Tokens(document)
        var depth = 0
        var isAfterKeyword = false
        for token in tokens {
            switch token {
            case .open: depth += 1
            case .close: depth -= 1
            case .name(let name) where isAfterKeyword && depth == 0: return name
            case .name, .other: break
            }
            // Inside a selection or a list of variables the three words are names like any other.
            guard depth == 0, case .name(let name) = token else {
                isAfterKeyword = false
                continue
            }
            isAfterKeyword = ["query", "mutation", "subscription"].contains(name)
        }
        return nil
    }

    private enum Token {
        case name(String)
        case open
        case close
        case other
    }

    /// The tokens of a document, without comments, commas and white space.
    ///
    /// - SeeAlso: [GraphQL, Lexical tokens](https://spec.graphql.org/October2021/#sec-Language.Source-Text.Lexical-Tokens)
    private struct Tokens: Sequence, IteratorProtocol {
        private var rest: Substring.UnicodeScalarView

        init(_ document: String) {
            rest = document[...].unicodeScalars
        }

        mutating func next() -> Token? {
            while let scalar = rest.first {
                switch scalar {
                case "#":
                    rest = rest.drop { $0 != "\n" && $0 != "\r" }
                case "\"":
                    skipString()
                    return .other
                case "{", "(", "[":
                    rest.removeFirst()
                    return .open
                case "}", ")", "]":
                    rest.removeFirst()
                    return .close
                case "_", "a"..."z", "A"..."Z", "0"..."9":
                    let name = rest.prefix(while: Self.isOfName)
                    rest = rest.dropFirst(name.count)
                    return .name(String(name))
                default:
                    rest.removeFirst()
                    let isIgnored = scalar.properties.isWhitespace || scalar == "," || scalar == "\u{FEFF}"
                    if !isIgnored { return .other }
                }
            }
            return nil
        }

        private mutating func skipString() {
            let quotes = rest.prefix { $0 == "\"" }.count
            // Two quotes are an empty string. Three begin a block, in which only `\"""` is an escape.
            guard quotes != 2 else { return rest.removeFirst(2) }
            let end = quotes >= 3 ? 3 : 1
            rest.removeFirst(end)
            while !rest.isEmpty {
                if rest.first == "\\" {
                    rest.removeFirst()
                    rest = rest.dropFirst(end == 3 ? rest.prefix(3).prefix { $0 == "\"" }.count : 1)
                } else if rest.prefix(end).count(where: { $0 == "\"" }) == end {
                    return rest.removeFirst(end)
                } else {
                    rest.removeFirst()
                }
            }
        }

        private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar {
            case "_", "a"..."z", "A"..."Z", "0"..."9": true
            default: false
            }
        }
    }
}
