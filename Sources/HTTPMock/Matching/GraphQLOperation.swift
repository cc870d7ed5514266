import Foundation

/// The operation a GraphQL request asks for.
///
/// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
enum GraphQLOperation {
    static func name(in request: MockRequest) -> String? {
        if case .object(let members) = JSONValue(request.body) {
            if case .string(let name) = members["operationName"] { return name }
            if case .string(let document) = members["query"] { return firstName(in: document) }
            return nil
        }
        if let name = request.queryValue("operationName") { return name }
        return request.queryValue("query").flatMap(firstName)
    }

    /// The name behind the first `query`, `mutation` or `subscription` of a document that has one.
    private static func firstName(in document: String) -> String? {
        let code = document.split(separator: "\n").map { $0.prefix { $0 != "#" } }.joined(separator: "\n")
        let words = code.split { !($0.isLetter || $0.isNumber || "_{(".contains($0)) }
            .flatMap { word in word.split(separator: "(", omittingEmptySubsequences: false) }
            .flatMap { word in word.split(separator: "{", omittingEmptySubsequences: false) }
        guard let keyword = words.firstIndex(where: { ["query", "mutation", "subscription"].contains($0) }),
            words.index(after: keyword) < words.endIndex
        else { return nil }
        let name = words[words.index(after: keyword)]
        return name.isEmpty ? nil : String(name)
    }
}
