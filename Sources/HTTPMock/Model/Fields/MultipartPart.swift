/// A part of a multipart body.
package struct MultipartPart {
    /// The range of the header fields in the body, without the empty line after them.
    let head: Range<Int>
    /// The range of the content in the body, without the line break before the next boundary.
    package let content: Range<Int>
    package let headers: HTTPMock.HeaderFields
    /// The name of the form field, nil if the part has none.
    package let name: String?
    package let fileName: String?

    init(_ bytes: [UInt8], head: Range<Int>, content: Range<Int>) {
        self.head = head
        self.content = content
        headers = Self.headers(bytes[head])
        let disposition = headers["Content-Disposition"].map(HeaderParameters.init)
        name = disposition?["name"].map(Self.unescaped)
        let extendedFileName = disposition?["filename*"].flatMap(Self.extendedValue)
        let plainFileName = disposition?["filename"].map(Self.unescaped)
        fileName = extendedFileName ?? plainFileName
    }

    /// The media type in lower case without parameters; `text/plain` unless the part has another one.
    ///
    /// - SeeAlso: [RFC 7578 §4.4](https://www.rfc-editor.org/rfc/rfc7578.html#section-4.4)
    package var mediaType: String {
        headers["Content-Type"].map { HeaderParameters($0).value } ?? "text/plain"
    }

    private static func headers(_ bytes: ArraySlice<UInt8>) -> HTTPMock.HeaderFields {
        // A folded line continues the one before.
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
            .replacing("\n ", with: " ").replacing("\n\t", with: "\t")
        var fields = HTTPMock.HeaderFields()
        for line in text.split(separator: "\n") {
            // By scalar, because a combining mark after the colon forms one character with it.
            let parts = line.unicodeScalars.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            fields.add(String(parts[0]), String(parts[1]))
        }
        return fields
    }

    /// Decodes the three escapes that clients write in names.
    ///
    /// - SeeAlso: [HTML, multipart/form-data](https://html.spec.whatwg.org/#multipart-form-data)
    private static func unescaped(_ name: String) -> String {
        var scalars = name.unicodeScalars
        for (escape, character) in [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")] {
            scalars = scalars.replacing(escape.unicodeScalars, with: character.unicodeScalars)
        }
        return String(scalars)
    }

    /// Decodes a parameter such as `UTF-8''na%C3%AFve.txt`; nil if it has another form or charset.
    ///
    /// - SeeAlso: [RFC 8187 §3.2](https://www.rfc-editor.org/rfc/rfc8187.html#section-3.2)
    private static func extendedValue(_ text: String) -> String? {
        let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
        return String(decoding: PercentEncoding.decode(parts[2].utf8), as: UTF8.self)
    }
}
