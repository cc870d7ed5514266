import Foundation

/// A body in a HAR: its bytes, written as text where they are one.
package struct HARBody: Sendable, Hashable {
    /// The value of `Content-Type`, parameters included.
    package var mimeType: String
    package var bytes: Data
    /// The number of bytes in the body before the body was masked or cut.
    package var size: Int

    /// - Parameters:
    ///   - bytes: The body.
    ///   - type: The value of `Content-Type`, nil if there is none.
    ///   - size: The length to state, that of the bytes unless given.
    package init(_ bytes: Data, type: String?, size: Int? = nil) {
        mimeType = type ?? MediaType.unknown
        self.bytes = bytes
        self.size = size ?? bytes.count
    }

    /// The body of a text that an exporter decoded by the charset of its type.
    init(text: String, type: String?) {
        let encoding = Self.encoding(ofType: type)
        self.init(encoding.flatMap { text.data(using: $0) } ?? Data(text.utf8), type: type)
    }

    /// The body as text, if reading the text gives the same bytes again.
    package var text: String? {
        if Self.encoding(ofType: mimeType) != nil, bytes.contains(where: { $0 >= 0x80 }) { return nil }
        return bytes.utf8Text
    }

    /// The members `text` and, for bytes that are no text, `encoding`.
    var members: [OrderedJSON.Member] {
        if let text { return [.init("text", .string(text))] }
        return [.init("text", .string(bytes.base64EncodedString())), .init("encoding", .string("base64"))]
    }

    /// The encoding that a media type names, nil if it is UTF-8 or unknown.
    private static func encoding(ofType type: String?) -> String.Encoding? {
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
