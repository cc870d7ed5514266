import Foundation

/// An operation of a GraphQL request, as far as conditions compare it.
///
/// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
struct GraphQLOperation {
    /// The operation's name: `operationName`, or else the name of the first operation in the document.
    let name: String?
    let variables: JSONValue?

    private init(name: String?, document: String?, variables: JSONValue?) {
        self.name = name ?? document.flatMap(Self.firstName)
        self.variables = variables
    }

    func isNamed(_ expected: String) -> Bool {
        name?.hasSameCodeUnits(as: expected) == true
    }

    /// Reads one request of a JSON body; nil if the value is no object.
    private init?(_ value: JSONValue) {
        guard value.members != nil else { return nil }
        self.init(
            name: value["operationName"]?.string, document: value["query"]?.string, variables: value["variables"])
    }

    /// Returns the operations of a request, several for a batch.
    ///
    /// They are in a JSON body, in the part `operations` of a form, in a body that is a document, or in the query.
    static func all(in request: MockRequest) -> [GraphQLOperation] {
        let type = request.header("Content-Type")
        if MediaEssence(type).isMultipart { return operations(in: operationsPart(of: request.body, type: type ?? "")) }
        let fromBody = operations(in: request.body)
        if !fromBody.isEmpty { return fromBody }
        let isDocument = MediaEssence(type).isGraphQL
        return [
            GraphQLOperation(
                name: request.queryValue("operationName"),
                document: isDocument ? request.bodyString : request.queryValue("query"),
                variables: request.queryValue("variables").flatMap { JSONValue(Data($0.utf8)) })
        ]
    }

    private static func operations(in body: Data) -> [GraphQLOperation] {
        guard let value = JSONValue(body) else { return [] }
        let requests = value.elements ?? [value]
        return requests.compactMap { GraphQLOperation($0) }
    }

    /// Returns the content of the part that has the operations of a request with files.
    ///
    /// - SeeAlso: [GraphQL multipart request](https://github.com/jaydenseric/graphql-multipart-request-spec)
    private static func operationsPart(of body: Data, type: String) -> Data {
        let bytes = Array(body)
        let part = MultipartParser(bytes, contentType: type).parts.first { $0.name == "operations" }
        return part.map { Data(bytes[$0.content]) } ?? Data()
    }
}

extension GraphQLOperation {
    /// Returns the first name after a `query`, `mutation` or `subscription` of a document.
    ///
    /// Inside a selection or a list of variables the three words are names like any other.
    ///
    /// - SeeAlso: [GraphQL, Lexical tokens](https://spec.graphql.org/October2021/#sec-Language.Source-Text.Lexical-Tokens)
    static func firstName(in document: String) -> String? {
        let bytes = Array(document.utf8)
        var index = 0
        var depth = 0
        var isAfterKeyword = false
        while index < bytes.count {
            let start = index
            let byte = bytes[start]
            index = end(ofTokenAt: start, in: bytes)
            if byte == UInt8(ascii: "#") || ignoredBytes.contains(byte) { continue }
            if nameBytes.contains(byte), depth > 0 { continue }
            if nameBytes.contains(byte) {
                let name = String(decoding: bytes[start..<index], as: UTF8.self)
                if isAfterKeyword { return name }
                isAfterKeyword = ["query", "mutation", "subscription"].contains(name)
                continue
            }
            if "{([".utf8.contains(byte) { depth += 1 }
            if "})]".utf8.contains(byte) { depth -= 1 }
            isAfterKeyword = false
        }
        return nil
    }

    private static func end(ofTokenAt start: Int, in bytes: [UInt8]) -> Int {
        switch bytes[start] {
        case UInt8(ascii: "#"):
            return bytes.end(of: commentBytes, from: start)
        case UInt8(ascii: "\""):
            let text = bytes.quotedText(from: start)
            // As many quotes end the text as begin it.
            return text.upperBound + text.lowerBound - start
        case let byte where nameBytes.contains(byte):
            return bytes.end(of: nameBytes, from: start)
        default:
            return start + 1
        }
    }

    private static let commentBytes = ByteSet(allBut: "\r\n")
    private static let nameBytes = ByteSet { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
    /// White space, commas and the byte-order mark, which separate names and mean nothing else.
    private static let ignoredBytes = ByteSet { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: ",") || $0 >= 0x80 }
}
