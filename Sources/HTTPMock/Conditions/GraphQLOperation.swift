import Foundation

/// Finds the operation of a GraphQL request.
///
/// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
enum GraphQLOperation {
    static func name(in request: MockRequest) -> String? {
        if let body = JSONValue(request.body), body.members != nil {
            return body["operationName"]?.string ?? body["query"]?.string.flatMap(firstName)
        }
        if let name = request.queryValue("operationName") { return name }
        return request.queryValue("query").flatMap(firstName)
    }

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
        let bytes = Array(document.utf8)
        var (index, depth, isAfterKeyword) = (0, 0, false)
        while index < bytes.count {
            let start = index
            index += 1
            switch bytes[start] {
            case UInt8(ascii: "#"):
                index = bytes.end(of: commentBytes, from: start)
            case let byte where nameBytes.contains(byte):
                index = bytes.end(of: nameBytes, from: start)
                guard depth == 0 else { continue }
                let name = String(decoding: bytes[start..<index], as: UTF8.self)
                if isAfterKeyword { return name }
                isAfterKeyword = ["query", "mutation", "subscription"].contains(name)
            case let byte where !ignoredBytes.contains(byte):
                if byte == UInt8(ascii: "\"") {
                    let text = bytes.quotedText(from: start)
                    // As many quotes end the text as begin it.
                    index = text.upperBound + text.lowerBound - start
                }
                if "{([".utf8.contains(byte) { depth += 1 }
                if "})]".utf8.contains(byte) { depth -= 1 }
                isAfterKeyword = false
            default: break
            }
        }
        return nil
    }

    private static let commentBytes = ByteSet(allBut: "\r\n")
    private static let nameBytes = ByteSet { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
    /// White space, commas and the byte-order mark, which separate names and mean nothing else.
    private static let ignoredBytes = ByteSet { $0 <= 0x20 || $0 == UInt8(ascii: ",") || $0 >= 0x80 }
}
