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
    /// The order of the names does not count, the order of the parts with one name does. A body that is not well-formed
    /// never matches.
    ///
    /// - Parameter fields: The requirements by name. A name may be repeated.
    /// - SeeAlso: [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578.html)
    public static func multipart(_ fields: KeyValuePairs<String, MultipartField>) -> RequestCondition {
        multipart(fields.map { ($0.key, $0.value) }, "multipart form is", allowingMore: false)
    }

    /// Matches a multipart form that has these fields and files, and maybe more.
    ///
    /// - Parameter fields: The requirements by name. A name may be repeated; its parts are compared in order.
    /// - SeeAlso: [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578.html)
    public static func multipart(containing fields: KeyValuePairs<String, MultipartField>) -> RequestCondition {
        multipart(fields.map { ($0.key, $0.value) }, "multipart form contains", allowingMore: true)
    }

    private static func multipart(
        _ fields: [(name: String, field: MultipartField)], _ title: String, allowingMore: Bool
    ) -> RequestCondition {
        let text = fields.map { $1.description(for: $0) }.joined(separator: ", ")
        // The sort is stable, so the parts with one name keep their order.
        let identity = fields.sorted { $0.name < $1.name }
            .map { "\($0.name.debugDescription): \($0.field.identity)" }.joined(separator: ", ")
        let source = allowingMore ? ".multipart(containing: …)" : ".multipart(…)"
        return RequestCondition(
            "\(title) \(text)", identity: "\(title) \(identity)", source: source, work: .readsBody
        ) { request in
            let body = [UInt8](request.body)
            let contentType = request.header("Content-Type")
            let mediaType = contentType.map { HeaderParameters($0).value }
            guard let contentType, mediaType == "multipart/form-data" else {
                return
                    "the body is not a multipart form: \(mediaType.map { "Content-Type is \($0)" } ?? "no Content-Type header")"
            }
            let parser = MultipartParser(body, contentType: contentType)
            if let problem = parser.problem { return "the multipart form is malformed: \(problem)" }
            var differences = DifferenceList()
            var rest: [ExactText: [MultipartPart]] = [:]
            for (index, part) in parser.parts.enumerated() {
                if let name = part.name {
                    rest[ExactText(name), default: []].append(part)
                } else {
                    differences.add("part \(index + 1) of the multipart form has no name")
                }
            }
            for (name, field) in fields {
                guard let part = rest[ExactText(name)]?.first else {
                    differences.add("\(field.description(for: name)) is missing")
                    continue
                }
                rest[ExactText(name)]?.removeFirst()
                field.compare(part, in: body, to: &differences)
            }
            if !allowingMore {
                for (name, parts) in rest.sorted(by: { $0.key.text < $1.key.text }) where !parts.isEmpty {
                    differences.add("\(name.text) is not expected")
                }
            }
            return differences.text
        }
    }
}
