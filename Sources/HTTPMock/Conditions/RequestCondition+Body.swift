import Foundation

extension RequestCondition {
    /// Matches a request with exactly this body.
    ///
    /// - Parameter data: The whole body.
    public static func body(_ data: Data) -> RequestCondition {
        let identity = "body is \(data.base64EncodedString())"
        return RequestCondition(
            "body is \(data.count.counted("given byte"))", identity: identity, source: ".body(…)", work: .readsBody
        ) { request in
            guard request.body != data else { return nil }
            if let body = JSONValue(request.body), body == JSONValue(data) {
                return "body is the same JSON in other bytes; to compare JSON, write .json(…)"
            }
            guard request.body.count == data.count else {
                return "body has \(request.body.count.counted("byte")), expected \(data.count)"
            }
            return "body has the expected length, but different bytes"
        }
    }

    /// Matches a request whose body, as UTF-8 text, contains a text.
    ///
    /// - Parameter text: The part of the body; case counts. An empty text matches any body.
    public static func body(containing text: String) -> RequestCondition {
        let bytes = Data(text.utf8)
        let masked = Redaction.text(ofFields: text)
        let argument = masked == text ? text.swiftLiteral : "…"
        let source = ".body(containing: \(argument))"
        return RequestCondition(
            "body contains \(masked.swiftLiteral)", identity: "body contains \(text.swiftLiteral)",
            source: source, work: .readsBody
        ) { request in
            guard !bytes.isEmpty, request.body.range(of: bytes) == nil else { return nil }
            var reason = "body does not contain \(masked.swiftLiteral)"
            if let compression = request.compression { reason += "; \(compression)" }
            return Mismatch(reason)
        }
    }

    /// Matches a request whose body is a form with exactly these fields, in any order.
    ///
    /// - Parameter fields: The values by name, without percent-encoding.
    public static func form(_ fields: [String: String]) -> RequestCondition {
        let sorted = fields.sorted { $0.key < $1.key }
        let text = sorted.map { "\($0.key)=\(Redaction.value($0.value, of: $0.key))" }
        let identity = sorted.map { "\($0.key.swiftLiteral)=\($0.value.swiftLiteral)" }
        return RequestCondition(
            "form is \(text.joined(separator: "&"))", identity: "form is \(identity.joined(separator: "&"))",
            source: ".form(…)", work: .readsBody
        ) { request in
            if let problem = request.formProblem { return Mismatch(problem) }
            return Mismatch(differences(of: request.formItems, from: sorted), in: ".form(…)")
        }
    }

    private static func differences(
        of items: [RequestItem], from fields: [(key: String, value: String)]
    ) -> DifferenceList {
        var found = Dictionary(grouping: items, by: \.name).mapValues { $0.compactMap(\.value) }
        var differences = DifferenceList()
        for (name, value) in fields {
            let expected = Redaction.value(value, of: name).swiftLiteral
            guard let values = found.removeValue(forKey: ExactText(name)) else {
                differences.add("form field \(name) is missing, expected \(expected)")
                continue
            }
            guard values != [ExactText(value)] else { continue }
            let actual = values.map { Redaction.value($0.text, of: name).swiftLiteral }.joined(separator: ", ")
            guard actual != expected else {
                differences.add("form field \(name) differs")
                continue
            }
            var edit: ConditionEdit?
            // An edit needs a literal on both sides: one value in UTF-8 that is not masked.
            let isActualLiteral = values.map(\.utf8?.swiftLiteral) == [actual]
            let isExpectedLiteral = value.swiftLiteral == expected
            if isActualLiteral, isExpectedLiteral { edit = ConditionEdit(expected, member: name, suggested: actual) }
            differences.add("form field \(name) is \(actual), expected \(expected)", edit: edit)
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
            + ".body(_:) or .header(\"Content-Encoding\", \(coding.swiftLiteral))"
    }
}
