import Foundation

/// A body in a HAR, written as text if its bytes are text.
package struct HARBody: Sendable, Hashable {
    /// The value of `Content-Type`, parameters included.
    package var mimeType: String
    package var bytes: Data
    /// The number of bytes in the body before the body was masked or cut.
    package var size: Int

    /// Creates a body from its bytes.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - type: The value of `Content-Type`; nil if there is none.
    ///   - size: The length to write; the number of bytes by default.
    package init(_ bytes: Data, type: String?, size: Int? = nil) {
        mimeType = type ?? MediaType.unknown
        self.bytes = bytes
        self.size = size ?? bytes.count
    }

    /// The media type; nil if it is not known.
    package var knownType: String? { mimeType.isEmpty || mimeType == MediaType.unknown ? nil : mimeType }

    /// The body as text; nil if the text would not read back as the same bytes.
    package var text: String? {
        if Self.encoding(ofType: mimeType) != nil, bytes.contains(where: { $0 >= 0x80 }) { return nil }
        return bytes.utf8Text
    }

    /// The member `text`, and the member `encoding` for bytes that are not text.
    var members: [OrderedJSON.Member] {
        if let text { return [.init("text", .string(text))] }
        return [.init("text", .string(bytes.base64EncodedString())), .init("encoding", .string("base64"))]
    }

    /// Returns the encoding of a media type; nil for UTF-8 and for an unknown encoding.
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
