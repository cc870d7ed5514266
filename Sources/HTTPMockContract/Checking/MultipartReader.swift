import Foundation

/// Reads the parts of a body in `multipart/form-data`.
///
/// - SeeAlso: [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578.html), [RFC 2046 §5.1](https://www.rfc-editor.org/rfc/rfc2046.html#section-5.1)
enum MultipartReader {
    /// The parts; nil if the `Content-Type` has no boundary, or the body lacks it.
    static func parts(of body: Data, _ contentType: String) -> [FormReader.Field]? {
        guard let boundary = parameter("boundary", of: contentType), !boundary.isEmpty else { return nil }
        let delimiter = Data("--\(boundary)".utf8)
        guard var start = body.range(of: delimiter)?.upperBound else { return nil }
        var parts: [FormReader.Field] = []
        while !body[start...].starts(with: "--".utf8), let end = body.range(of: delimiter, in: start..<body.endIndex) {
            if let part = part(body[start..<end.lowerBound]) { parts.append(part) }
            start = end.upperBound
        }
        return parts
    }

    private static func part(_ data: Data) -> FormReader.Field? {
        guard let blank = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: data[data.startIndex..<blank.lowerBound], as: UTF8.self)
        var fields: [String: String] = [:]
        for line in head.components(separatedBy: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        guard let name = parameter("name", of: fields["content-disposition"] ?? "") else { return nil }
        var content = data[blank.upperBound...]
        if content.suffix(2).elementsEqual("\r\n".utf8) { content = content.dropLast(2) }
        let type = fields["content-type"].map { MediaTypeName($0) }
        return FormReader.Field(
            name: name, text: String(decoding: content, as: UTF8.self), isJSON: type?.isJSON ?? false)
    }

    /// A parameter of a header field, quoted or not.
    private static func parameter(_ name: String, of field: String) -> String? {
        for parameter in field.components(separatedBy: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces).lowercased() == name else { continue }
            return parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
        }
        return nil
    }
}
