import Foundation

/// An operation of a GraphQL request, as far as conditions compare it and messages name it.
///
/// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
struct GraphQLOperation {
    /// The operation's name: `operationName`, or else the first name of an operation in the document.
    let name: String?
    let variables: JSONValue?
    private let document: String?

    private init(name: String?, document: String?, variables: JSONValue?) {
        self.name = name ?? document.flatMap(Self.firstName)
        self.document = document
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
    /// They are in a JSON body, in the part `operations` of a form, in a body that is a document, or in the query. Any
    /// other request has none, or operations without a name and a document.
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
    static func firstName(in document: String) -> String? {
        headings(in: document).lazy.compactMap(\.name).first
    }

    /// The kind and the name, as in `query Viewer` or `query`; nil without a document of operations.
    ///
    /// If no operation of the document has the name, the kind is that of the first one.
    fileprivate var title: String? {
        guard let document else { return nil }
        let headings = Self.headings(in: document)
        guard let first = headings.first else { return nil }
        guard let name else { return first.kind }
        let named = headings.first { $0.name == name }
        return "\((named ?? first).kind) \(name)"
    }

    /// The keyword and the name at the beginning of an operation; the short form of a query has neither.
    private struct Heading {
        let kind: String
        let name: String?
    }

    /// Returns the beginnings of a document's operations.
    ///
    /// Only a word outside of all brackets may be a keyword.
    ///
    /// - SeeAlso: [GraphQL, Lexical tokens](https://spec.graphql.org/October2021/#sec-Language.Source-Text.Lexical-Tokens)
    private static func headings(in document: String) -> [Heading] {
        let bytes = Array(document.utf8)
        var scan = HeadingScan()
        var index = 0
        // The number of open brackets.
        var depth = 0
        while index < bytes.count {
            let start = index
            let byte = bytes[start]
            index = end(ofTokenAt: start, in: bytes)
            if byte == UInt8(ascii: "#") || ignoredBytes.contains(byte) { continue }
            if depth == 0 {
                let name = nameBytes.contains(byte) ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
                scan.read(name: name, first: byte)
            }
            if "{([".utf8.contains(byte) { depth += 1 }
            if "})]".utf8.contains(byte) { depth = max(0, depth - 1) }
            if byte == UInt8(ascii: "}"), depth == 0 { scan.endDefinition() }
        }
        return scan.headings
    }

    /// A scan over the tokens outside of all brackets, which collects the headings.
    private struct HeadingScan {
        /// The position before the next token.
        private enum Position {
            case betweenDefinitions
            case afterKeyword(String)
            /// After the heading of an operation, or in any other definition, such as a fragment.
            case inDefinition
        }

        private(set) var headings: [Heading] = []
        private var position = Position.betweenDefinitions

        /// Reads a token.
        ///
        /// - Parameters:
        ///   - name: The token if it is a name; nil for any other token.
        ///   - first: The token's first byte.
        mutating func read(name: String?, first: UInt8) {
            switch position {
            case .betweenDefinitions:
                if let name {
                    let isKeyword = ["query", "mutation", "subscription"].contains(name)
                    position = isKeyword ? .afterKeyword(name) : .inDefinition
                } else if first == UInt8(ascii: "{") {
                    // The short form of a query is only a selection.
                    headings.append(Heading(kind: "query", name: nil))
                    position = .inDefinition
                }
            case .afterKeyword(let kind):
                // An operation without a name goes on with its selection, variables or directives.
                if name != nil || "{(@".utf8.contains(first) { headings.append(Heading(kind: kind, name: name)) }
                position = .inDefinition
            case .inDefinition: break
            }
        }

        mutating func endDefinition() {
            position = .betweenDefinitions
        }
    }

    /// Returns the index after a comment, a string, a name or any other byte.
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
    /// White space, commas and the byte-order mark, and the bytes that no token begins with.
    private static let ignoredBytes = ByteSet { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: ",") || $0 >= 0x80 }
}

extension MockRequest {
    /// The GraphQL operations of a GET or a POST, as in `query Viewer`, separated by commas; nil for other requests.
    package var graphQLTitle: String? {
        guard method == .post || method == .get else { return nil }
        let titles = GraphQLOperation.all(in: self).compactMap(\.title)
        return titles.isEmpty ? nil : titles.joined(separator: ", ")
    }
}
