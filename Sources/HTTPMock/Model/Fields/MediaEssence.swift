import Foundation

/// The name of a media type, without its parameters.
///
/// - SeeAlso: [RFC 9110 §8.3.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-8.3.1)
package struct MediaEssence: Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case; nil if there is no media type.
    private let name: String?

    /// Reads the name in the value of a `Content-Type`; nil if there is none.
    package init(_ contentType: String?) {
        name = contentType.map { HeaderParameters($0).value }
    }

    package var isMultipart: Bool { name?.hasPrefix("multipart/") == true }

    package var isJSON: Bool { name?.contains("json") == true }

    /// True for one JSON text, and not for a sequence of them.
    package var isJSONText: Bool {
        guard let name, name.hasSuffix("json") else { return false }
        return !name.hasSuffix("ndjson") && !name.hasSuffix("stream+json")
    }

    package var isGraphQL: Bool { name == "application/graphql" }

    package var isForm: Bool { name == "application/x-www-form-urlencoded" }

    /// True for text, for an HTTP message, and without a media type.
    var isText: Bool {
        guard let name else { return true }
        return name.hasPrefix("text/") || name.hasPrefix("message/") || name == "application/http"
    }

    /// True for data in which no name can be found.
    var isBinary: Bool {
        guard let name else { return false }
        if name == "image/svg+xml" { return false }
        if ["image/", "audio/", "video/", "font/"].contains(where: { name.hasPrefix($0) }) { return true }
        return ["application/octet-stream", "application/zip", "application/gzip", "application/pdf"].contains(name)
    }

    package var description: String {
        name ?? "missing"
    }

    /// Returns the charset of a media type; nil for UTF-8 and for an unknown charset.
    package static func encoding(ofType type: String?) -> String.Encoding? {
        guard let type = type?.lowercased(), let range = type.range(of: "charset=") else { return nil }
        let name = type[range.upperBound...].prefix { $0 != ";" && $0 != " " }
        return encodings[name.trimmingCharacters(in: ["\"", "'"])]
    }

    private static let encodings: [String: String.Encoding] = [
        "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250,
        "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252, "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC,
        "utf-16": .utf16, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
    ]
}
