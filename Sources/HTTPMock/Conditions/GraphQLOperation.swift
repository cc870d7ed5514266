import Foundation

/// Finds the operation of a GraphQL request.
///
/// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
enum GraphQLOperation {
    /// Returns the operation's name, nil if the request has none.
    static func name(in request: MockRequest) -> String? {
        if let body = JSONValue(request.body), body.members != nil {
            return body["operationName"]?.string ?? body["query"]?.string.flatMap(firstName)
        }
        if let name = request.queryValue("operationName") { return name }
        return request.queryValue("query").flatMap(firstName)
    }

    /// Returns the operation's variables, nil if the request has none.
    static func variables(in request: MockRequest) -> JSONValue? {
        if let members = JSONValue(request.body)?.members { return members["variables"] }
        return request.queryValue("variables").flatMap { JSONValue(Data($0.utf8)) }
    }

    /// Returns the first name after a `query`, `mutation` or `subscription` of a document.
    ///
    /// Inside a selection or a list of variables the three words are names like any other.
    ///
    /// - SeeAlso: [GraphQL, Lexical tokens](https://spec.graphql.org/October2021/#sec-Language.Source-Text.Lexical-Tokens)
    static func firstName(in document: String) -> String? {
        var rest = document[...].unicodeScalars
        var depth = 0
        var isAfterKeyword = false
        while let scalar = rest.first {
            switch scalar {
            case "#":
                rest = rest.drop { $0 != "\n" && $0 != "\r" }
                continue
            case _ where isInName(scalar):
                let name = String(rest.prefix(while: isInName))
                rest = rest.dropFirst(name.unicodeScalars.count)
                guard depth == 0 else { continue }
                if isAfterKeyword { return name }
                isAfterKeyword = ["query", "mutation", "subscription"].contains(name)
                continue
            case "\"": skipString(&rest)
            default:
                rest.removeFirst()
                if scalar.properties.isWhitespace || scalar == "," || scalar == "\u{FEFF}" { continue }
                if "{([".unicodeScalars.contains(scalar) { depth += 1 }
                if "})]".unicodeScalars.contains(scalar) { depth -= 1 }
            }
            isAfterKeyword = false
        }
        return nil
    }

    private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || UInt8(exactly: scalar.value)?.isASCIILetterOrDigit ?? false
    }

    private static func skipString(_ rest: inout Substring.UnicodeScalarView) {
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
}
