import Foundation

extension RequestCondition {
    /// Matches a request with exactly this body.
    ///
    /// - Parameter data: The whole body.
    public static func body(_ data: Data) -> RequestCondition {
        let identity = "body is \(data.base64EncodedString())"
        return RequestCondition(
            "body is \(data.count) given bytes", identity: identity, source: ".body(…)", work: .readsBody
        ) { request in
            guard request.body != data else { return nil }
            if let body = JSONValue(request.body), body == JSONValue(data) {
                return "body is the same JSON in other bytes; to compare JSON, write .json(…)"
            }
            guard request.body.count == data.count else {
                return "body has \(request.body.count) bytes, expected \(data.count)"
            }
            return "body has the expected length, but different bytes"
        }
    }

    /// Matches a request whose body, as UTF-8 text, contains a text.
    ///
    /// - Parameter text: The part of the body; case counts.
    public static func body(containing text: String) -> RequestCondition {
        let bytes = Data(text.utf8)
        let masked = Redaction.text(ofFields: text)
        let source = ".body(containing: \(masked == text ? text.debugDescription : "…"))"
        return RequestCondition(
            "body contains \(masked.debugDescription)", identity: "body contains \(text.debugDescription)",
            source: source, work: .readsBody
        ) { request in
            guard !bytes.isEmpty, request.body.range(of: bytes) == nil else { return nil }
            let compression = request.compression.map { "; \($0)" } ?? ""
            return "body does not contain \(masked.debugDescription)\(compression)"
        }
    }

    /// Matches a request for a GraphQL operation.
    ///
    /// The name is `operationName`, in a JSON body or in the URL's query, or else the name of the first operation in
    /// `query`.
    ///
    /// - Parameter operation: The operation's name.
    /// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
    public static func graphQL(operation: String) -> RequestCondition {
        let expected = operation.debugDescription
        let source = ".graphQL(operation: \(expected))"
        return RequestCondition("GraphQL operation is \(expected)", source: source, work: .readsBody) { request in
            operationMismatch(of: request, operation) { (source, "", ".graphQL(operation: \($0))") }
        }
    }

    private static func operationMismatch(
        of request: MockRequest, _ operation: String, edit: (_ name: String) -> SourceEdit
    ) -> Mismatch? {
        let expected = operation.debugDescription
        guard let name = GraphQLOperation.name(in: request) else {
            return "the request names no GraphQL operation, expected \(expected)"
        }
        guard !name.hasSameCodeUnits(as: operation) else { return nil }
        let actual = name.debugDescription
        return Mismatch("GraphQL operation is \(actual), expected \(expected)", edit: edit(actual))
    }

    /// Matches a request for a GraphQL operation with some of its variables.
    ///
    /// ```swift
    /// when: .graphQL(operation: "Cart", variables: ["id": 7, "coupon": .any])
    /// ```
    ///
    /// The variables are those of a JSON body or of the URL's query. Variables that are not named may have any value.
    ///
    /// - Parameters:
    ///   - operation: The operation's name.
    ///   - variables: The variables as a literal, compared as in `.json(containing:)`.
    /// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters)
    public static func graphQL(operation: String, variables: JSONLiteral) -> RequestCondition {
        let (name, expected) = (operation.debugDescription, variables.expectation)
        let operationTitle = "GraphQL operation is \(name)"
        let title = "GraphQL variables contain \(expected)"
        let source = ".graphQL(operation: \(name), variables: …)"
        return RequestCondition(
            "\(operationTitle), \(title)", identity: "\(operationTitle), variables contain \(expected.text)",
            source: source, work: .readsBody
        ) { request in
            let mismatch = operationMismatch(of: request, operation) { ("operation: \(name)", "", "operation: \($0)") }
            if let mismatch { return mismatch }
            guard let variables = GraphQLOperation.variables(in: request) else {
                return "\(title): the request has no variables"
            }
            let differences = variables.differences(from: expected, allowingMore: true)
            return Mismatch(differences, after: "\(title): ", in: source)
        }
    }

    /// Matches a request whose body is a form with exactly these fields, in any order.
    ///
    /// - Parameter fields: The values by name, without percent-encoding.
    public static func form(_ fields: [String: String]) -> RequestCondition {
        let sorted = fields.sorted { $0.key < $1.key }
        let text = sorted.map { "\($0.key)=\(Redaction.value($0.value, of: $0.key))" }
        let identity = sorted.map { "\($0.key.debugDescription)=\($0.value.debugDescription)" }
        return RequestCondition(
            "form is \(text.joined(separator: "&"))", identity: "form is \(identity.joined(separator: "&"))",
            source: ".form(…)", work: .readsBody
        ) { request in
            if let problem = request.formProblem { return Mismatch(problem) }
            return Mismatch(differences(of: request.form, from: sorted), in: ".form(…)")
        }
    }

    private static func differences(
        of items: [URLQueryItem], from fields: [(key: String, value: String)]
    ) -> DifferenceList {
        var found = Dictionary(grouping: items) { ExactText($0.name) }.mapValues { $0.map { $0.value ?? "" } }
        var differences = DifferenceList()
        for (name, value) in fields {
            let expected = Redaction.value(value, of: name).debugDescription
            guard let values = found.removeValue(forKey: ExactText(name)) else {
                differences.add("form field \(name) is missing, expected \(expected)")
                continue
            }
            guard values.map(ExactText.init) != [ExactText(value)] else { continue }
            let actual = values.map { Redaction.value($0, of: name).debugDescription }.joined(separator: ", ")
            guard actual != expected else {
                differences.add("form field \(name) differs")
                continue
            }
            let isShown = values.map(\.debugDescription) == [actual] && value.debugDescription == expected
            differences.add(
                "form field \(name) is \(actual), expected \(expected)",
                edit: isShown ? (expected, " of \(name)", actual) : nil)
        }
        for name in found.keys.map(\.text).sorted() {
            differences.add("form field \(Redaction.text(ofValue: name)) is not expected")
        }
        return differences
    }
}

extension MockRequest {
    /// The reason why a condition can't read a compressed body; nil for any other body.
    var compression: String? {
        guard let coding = header("Content-Encoding"), !coding.isEqualIgnoringCase(to: "identity") else { return nil }
        return "the body is compressed (Content-Encoding: \(coding)), and is compared as it was sent; match it with "
            + ".body(_:) or .header(\"Content-Encoding\", \(coding.debugDescription))"
    }
}

extension RequestCondition {
    /// Matches a body that equals a value as JSON.
    ///
    /// The order of keys and the spelling of numbers do not count.
    ///
    /// - Parameter value: The value, encoded at once with dates in ISO 8601. A value that can't be encoded never
    ///   matches, which the diagnosis reports.
    public static func json(_ value: some Encodable) -> RequestCondition {
        json(try JSONExpectation(encoding: value), of: type(of: value), allowingMore: false)
    }

    /// Matches a body that equals a literal as JSON.
    ///
    /// The order of keys and the spelling of numbers do not count. `.any` and `.matching(_:)` match many values:
    ///
    /// ```swift
    /// .json(["id": .any, "name": .matching("A*"), "tags": ["new"]])
    /// ```
    ///
    /// - Parameter value: The literal, of any JSON types.
    public static func json(_ value: JSONLiteral) -> RequestCondition {
        json(value.expectation, of: JSONLiteral.self, allowingMore: false)
    }

    /// Matches a body that equals an object as JSON.
    ///
    /// The order of keys and the spelling of numbers do not count.
    ///
    /// - Parameter members: The values by name, of any types that can be encoded, `.any` or `.matching(_:)`.
    public static func json(_ members: [String: any Encodable]) -> RequestCondition {
        json(.object(try members.mapValues(JSONExpectation.init)), of: type(of: members), allowingMore: false)
    }

    /// Matches a JSON body that contains a value.
    ///
    /// Objects may have more members. Arrays must have the same length.
    ///
    /// - Parameter value: The part, encoded at once with dates in ISO 8601. A value that can't be encoded never
    ///   matches, which the diagnosis reports.
    public static func json(containing value: some Encodable) -> RequestCondition {
        json(try JSONExpectation(encoding: value), of: type(of: value), allowingMore: true)
    }

    /// Matches a JSON body that contains a literal.
    ///
    /// Objects may have more members. Arrays must have the same length. `.any` and `.matching(_:)` match many values.
    ///
    /// - Parameter value: The part as a literal, of any JSON types.
    public static func json(containing value: JSONLiteral) -> RequestCondition {
        json(value.expectation, of: JSONLiteral.self, allowingMore: true)
    }

    /// Matches a JSON body that contains an object.
    ///
    /// Objects may have more members. Arrays must have the same length.
    ///
    /// - Parameter members: The values by name, of any types that can be encoded, `.any` or `.matching(_:)`.
    public static func json(containing members: [String: any Encodable]) -> RequestCondition {
        json(.object(try members.mapValues(JSONExpectation.init)), of: type(of: members), allowingMore: true)
    }

    private static func json(
        _ expected: @autoclosure () throws -> JSONExpectation, of type: Any.Type, allowingMore: Bool
    ) -> RequestCondition {
        let title = allowingMore ? "body is JSON containing" : "body is JSON"
        let source = allowingMore ? ".json(containing: …)" : ".json(…)"
        guard let expected = try? expected() else {
            return RequestCondition("\(title) of a \(type)", source: source, work: .headOnly) { _ in
                "a \(type) can't be encoded as JSON, so no body matches"
            }
        }
        let description = "\(title) \(expected)"
        return RequestCondition(
            description, identity: "\(title) \(expected.text)", source: source, work: .readsBody
        ) { request in
            guard !request.body.isEmpty else { return "\(description): the body is empty" }
            do {
                let body = try JSONValue(parsing: request.body)
                let differences = body.differences(from: expected, allowingMore: allowingMore)
                return Mismatch(differences, after: "\(description): ", in: source)
            } catch {
                return "\(description): \(request.compression ?? "the body is not JSON: \(error)")"
            }
        }
    }
}

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
