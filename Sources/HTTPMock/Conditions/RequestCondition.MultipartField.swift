import Foundation

extension RequestCondition {
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
        public static func text(_ value: String) -> MultipartField {
            MultipartField(requirement: .text(value))
        }

        /// A file, which is a part with a file name.
        ///
        /// - Parameters:
        ///   - name: The file name; `*` matches any run of characters, case counts. Nil matches any name.
        ///   - contentType: The media type without parameters, in any case; `*` matches any run of characters. A part
        ///     without a type has `text/plain`. Nil matches any type.
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
    public init(stringLiteral value: String) {
        self.init(requirement: .text(value))
    }
}

extension RequestCondition.MultipartField {
    /// Returns the requirement as text for a part's name, as in `title "Holiday"`.
    ///
    /// - Parameters:
    ///   - isMasked: Whether secrets are masked; otherwise different requirements have different texts.
    ///   - isQuoted: Whether the name is quoted, as it always is in a text without masks.
    func text(for name: String, isMasked: Bool = true, isQuoted: Bool = false) -> String {
        let shownName = isMasked && !isQuoted ? name : name.swiftLiteral
        switch requirement {
        case .any:
            return shownName
        case .text(let value):
            let shown = isMasked ? Redaction.value(value, of: name) : value
            return "\(shownName) \(shown.swiftLiteral)"
        case .file(let fileName, let contentType, let content):
            var parts = ["\(shownName) file"]
            if let fileName { parts.append(fileName.swiftLiteral) }
            if let contentType { parts.append("of type \(contentType)") }
            if let content, isMasked { parts.append("of \(content.count) given bytes") }
            if let content, !isMasked { parts.append("of \(content.base64EncodedString())") }
            return parts.joined(separator: " ")
        }
    }

    /// Adds the differences between a part and the requirement.
    func compare(_ part: MultipartPart, in body: [UInt8], to differences: inout DifferenceList) {
        let name = part.name ?? ""
        let content = body[part.content]
        switch requirement {
        case .any:
            break
        case .text(let expected):
            if let fileName = part.fileName {
                return differences.add("\(name) is the file \(fileName.swiftLiteral), expected a field")
            }
            guard !content.elementsEqual(expected.utf8) else { return }
            let actual = Redaction.value(String(decoding: content, as: UTF8.self), of: name).swiftLiteral
            let shown = Redaction.value(expected, of: name).swiftLiteral
            if actual == shown {
                differences.add("\(name) differs")
            } else {
                differences.add("\(name) is \(actual), expected \(shown)")
            }
        case .file(let expectedName, let contentType, let expectedContent):
            guard let fileName = part.fileName else { return differences.add("\(name) is a field, expected a file") }
            if let expectedName, !TextGlob(expectedName).matches(fileName) {
                differences.add(
                    "file \(name) is named \(fileName.swiftLiteral), expected \(expectedName.swiftLiteral)")
            }
            if let contentType, !TextGlob(contentType).matches(part.mediaType) {
                differences.add("file \(name) is of type \(part.mediaType), expected \(contentType)")
            }
            guard let expectedContent, !content.elementsEqual(expectedContent) else { return }
            if content.count == expectedContent.count {
                differences.add("file \(name) has the expected length, but different bytes")
            } else {
                differences.add("file \(name) has \(content.count.counted("byte")), expected \(expectedContent.count)")
            }
        }
    }
}
