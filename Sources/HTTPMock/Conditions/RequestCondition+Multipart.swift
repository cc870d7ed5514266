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
        let text = fields.map { $1.text(for: $0) }.joined(separator: ", ")
        // The sort is stable, so the parts with one name keep their order.
        let identity = fields.sorted { $0.name < $1.name }
            .map { $0.field.text(for: $0.name, isMasked: false) }.joined(separator: ", ")
        let source = allowingMore ? ".multipart(containing: …)" : ".multipart(…)"
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
            var differences = DifferenceList()
            var rest: [ExactText: ArraySlice<MultipartPart>] = [:]
            for (index, part) in parser.parts.enumerated() {
                if let name = part.name {
                    rest[ExactText(name), default: []].append(part)
                } else {
                    differences.add("part \(index + 1) of the multipart form has no name")
                }
            }
            for (name, field) in fields {
                if let part = rest[ExactText(name)]?.popFirst() {
                    field.compare(part, in: body, to: &differences)
                } else {
                    differences.add("\(field.text(for: name)) is missing")
                }
            }
            let surplus = allowingMore ? [] : rest.filter { !$0.value.isEmpty }.map(\.key.text).sorted()
            for name in surplus { differences.add("\(name) is not expected") }
            return Mismatch(differences, in: source)
        }
    }

    /// The requirement on one part of a multipart form: a field or a file.
    ///
    /// A string literal is the value of a field:
    ///
    /// ```swift
    /// .multipart(["title": "Holiday", "photo": .file(named: "*.jpg", contentType: "image/*"), "token": .any])
    /// ```
    public struct MultipartField: Sendable, Hashable {
        enum Requirement: Hashable {
            case any
            case text(String)
            case file(named: String?, contentType: String?, content: Data?)
        }

        let requirement: Requirement

        /// Any field or file.
        public static let any = MultipartField(requirement: .any)

        /// A field, which is a part without a file name.
        ///
        /// - Parameter value: The content as UTF-8 text; case counts.
        public static func text(_ value: String) -> MultipartField { MultipartField(requirement: .text(value)) }

        /// A file, which is a part with a file name.
        ///
        /// - Parameters:
        ///   - name: The file name; `*` matches any run of characters, case counts. Nil matches any name.
        ///   - contentType: The media type without parameters; `*` matches any run of characters. Nil matches any type.
        ///   - content: The whole content; nil matches any content.
        /// - SeeAlso: [RFC 7578 §4](https://www.rfc-editor.org/rfc/rfc7578.html#section-4)
        public static func file(
            named name: String? = nil, contentType: String? = nil, content: Data? = nil
        ) -> MultipartField {
            MultipartField(requirement: .file(named: name, contentType: contentType?.lowercased(), content: content))
        }
    }
}

extension RequestCondition.MultipartField: ExpressibleByStringInterpolation {
    /// Creates the requirement of a field with a value.
    ///
    /// - Parameter value: The content as UTF-8 text; case counts.
    public init(stringLiteral value: String) { self.init(requirement: .text(value)) }
}

extension RequestCondition.MultipartField {
    /// Returns the requirement as text for a part's name, as in `title "Holiday"`.
    ///
    /// - Parameter isMasked: Whether secrets are masked; otherwise different requirements have different texts.
    func text(for name: String, isMasked: Bool = true) -> String {
        let shownName = isMasked ? name : name.debugDescription
        return switch requirement {
        case .any: shownName
        case .text(let value):
            "\(shownName) \((isMasked ? Redaction.value(value, of: name) : value).debugDescription)"
        case .file(let fileName, let contentType, let content):
            [
                "\(shownName) file", fileName?.debugDescription, contentType.map { "of type \($0)" },
                content.map { isMasked ? "of \($0.count) given bytes" : "of \($0.base64EncodedString())" },
            ].compactMap(\.self).joined(separator: " ")
        }
    }

    func compare(_ part: MultipartPart, in body: [UInt8], to differences: inout DifferenceList) {
        let name = part.name ?? ""
        let content = body[part.content]
        switch requirement {
        case .any:
            break
        case .text(let expected):
            if let fileName = part.fileName {
                return differences.add("\(name) is the file \(fileName.debugDescription), expected a field")
            }
            guard !content.elementsEqual(expected.utf8) else { return }
            let actual = Redaction.value(String(decoding: content, as: UTF8.self), of: name).debugDescription
            let shown = Redaction.value(expected, of: name).debugDescription
            differences.add(actual == shown ? "\(name) differs" : "\(name) is \(actual), expected \(shown)")
        case .file(let expectedName, let contentType, let expectedContent):
            guard let fileName = part.fileName else { return differences.add("\(name) is a field, expected a file") }
            if let expectedName, !TextGlob(expectedName).matches(fileName) {
                differences.add(
                    "file \(name) is named \(fileName.debugDescription), expected \(expectedName.debugDescription)")
            }
            if let contentType, !TextGlob(contentType).matches(part.mediaType) {
                differences.add("file \(name) is of type \(part.mediaType), expected \(contentType)")
            }
            if let expectedContent, !content.elementsEqual(expectedContent) {
                differences.add(
                    content.count == expectedContent.count
                        ? "file \(name) has the expected length, but different bytes"
                        : "file \(name) has \(content.count) bytes, expected \(expectedContent.count)")
            }
        }
    }
}
