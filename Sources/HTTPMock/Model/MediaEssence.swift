/// The name of a media type, without its parameters.
///
/// - SeeAlso: [RFC 9110 §8.3.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-8.3.1)
package struct MediaEssence: Hashable, Sendable {
    /// The name in lower case; nil if there is no media type.
    private let name: String?

    /// Reads the name in a header field.
    ///
    /// - Parameter contentType: The value of a `Content-Type`; nil if there is none.
    package init(_ contentType: String?) {
        name = contentType.map { HeaderParameters($0).value }
    }

    /// True for a multipart form, and for any other multipart body.
    package var isMultipart: Bool { name?.hasPrefix("multipart/") == true }

    /// True for JSON, for media types based on it, and for sequences of it.
    package var isJSON: Bool { name?.contains("json") == true }

    /// True for one JSON text, and not for a sequence of them.
    package var isJSONText: Bool {
        guard let name, name.hasSuffix("json") else { return false }
        return !name.hasSuffix("ndjson") && !name.hasSuffix("stream+json")
    }

    /// True for `application/x-www-form-urlencoded`.
    package var isForm: Bool { name == "application/x-www-form-urlencoded" }

    /// True for text, for an HTTP message, and without a media type.
    var isText: Bool {
        guard let name else { return true }
        return name.hasPrefix("text/") || name.hasPrefix("message/") || name == "application/http"
    }

    /// True for data in which no name can be found.
    var isBinary: Bool {
        guard let name else { return false }
        return ["image/", "audio/", "video/", "font/"].contains { name.hasPrefix($0) } && name != "image/svg+xml"
            || ["application/octet-stream", "application/zip", "application/gzip", "application/pdf"].contains(name)
    }
}

extension MediaEssence: CustomStringConvertible {
    /// The name, `missing` if there is no media type.
    package var description: String { name ?? "missing" }
}
