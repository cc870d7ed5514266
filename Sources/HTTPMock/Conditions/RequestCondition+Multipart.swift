import Foundation

extension RequestCondition {
    /// Matches a multipart form with exactly these fields and files.
    ///
    /// ```swift
    /// mock.addResponses(
    ///     forPath: "/photos", method: .post,
    ///     when: .multipart(["title": "Holiday", "photo": .file(named: "*.jpg", contentType: "image/jpeg")]),
    ///     responses: [.status(.created)])
    /// ```
    ///
    /// The order of the names does not count, the order of the parts with one name does. A form that has a part
    /// without a name, or is not well-formed, never matches.
    ///
    /// - Parameter fields: The requirements by name. A name may be repeated.
    /// - SeeAlso: [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578.html)
    public static func multipart(_ fields: KeyValuePairs<String, MultipartField>) -> RequestCondition {
        multipart(fields, "multipart form is", source: ".multipart(…)", allowingMore: false)
    }

    /// Matches a multipart form that has these fields and files, and maybe more.
    ///
    /// A form that has a part without a name, or is not well-formed, never matches.
    ///
    /// - Parameter fields: The requirements by name. A name may be repeated; its parts are compared in order.
    /// - SeeAlso: [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578.html)
    public static func multipart(containing fields: KeyValuePairs<String, MultipartField>) -> RequestCondition {
        multipart(fields, "multipart form contains", source: ".multipart(containing: …)", allowingMore: true)
    }

    private static func multipart(
        _ fields: KeyValuePairs<String, MultipartField>, _ title: String, source: String, allowingMore: Bool
    ) -> RequestCondition {
        let text = fields.map { $0.value.text(for: $0.key) }.joined(separator: ", ")
        // The sort is stable, so the parts with one name keep their order.
        let sorted = fields.sorted { $0.key < $1.key }
        let identity = sorted.map { $0.value.text(for: $0.key, isMasked: false) }.joined(separator: ", ")
        let fields = fields.map { NamedField(name: $0.key, field: $0.value) }
        return RequestCondition(
            "\(title) \(text)", identity: "\(title) \(identity)", source: source, work: .readsBody
        ) { request in
            let body = [UInt8](request.body)
            let contentType = request.header("Content-Type")
            let mediaType = contentType.map { HeaderParameters($0).value }
            guard let contentType, mediaType == "multipart/form-data" else {
                let reason = mediaType.map { "Content-Type is \($0)" } ?? "no Content-Type header"
                return "the body is not a multipart form: \(reason)"
            }
            let parser = MultipartParser(body, contentType: contentType)
            if let problem = parser.problem { return "the multipart form is malformed: \(problem)" }
            let differences = differences(of: parser.parts, in: body, from: fields, allowingMore: allowingMore)
            return Mismatch(differences, in: source)
        }
    }

    /// A requirement and the name of the part that must meet it.
    private struct NamedField: Sendable {
        let name: String
        let field: MultipartField
    }

    private static func differences(
        of parts: [MultipartPart], in body: [UInt8], from fields: [NamedField], allowingMore: Bool
    ) -> DifferenceList {
        var differences = DifferenceList()
        // The parts that no requirement has used, by name.
        var unused: [ExactText: ArraySlice<MultipartPart>] = [:]
        for (index, part) in parts.enumerated() {
            if let name = part.name {
                unused[ExactText(name), default: []].append(part)
            } else {
                differences.add("part \(index + 1) of the multipart form has no name")
            }
        }
        for expected in fields {
            if let part = unused[ExactText(expected.name)]?.popFirst() {
                expected.field.compare(part, in: body, to: &differences)
            } else {
                differences.add("the part \(expected.field.text(for: expected.name, isQuoted: true)) is missing")
            }
        }
        if allowingMore { return differences }
        for name in unused.filter({ !$0.value.isEmpty }).map(\.key.text).sorted() {
            differences.add("the part \(name.swiftLiteral) is not expected")
        }
        return differences
    }
}
