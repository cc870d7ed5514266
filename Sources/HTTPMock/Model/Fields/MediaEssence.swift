import Foundation

/// The name of a media type, without its parameters.
///
/// The static functions read the charset of a media type with its parameters.
///
/// - SeeAlso: [RFC 9110 §8.3.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-8.3.1)
package struct MediaEssence: Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case; nil if there is no media type.
    private let name: String?

    /// Reads the name in the value of a `Content-Type`; a nil value has no name.
    package init(_ contentType: String?) {
        name = contentType.map { HeaderParameters($0).value }
    }

    package var isMultipart: Bool { name?.hasPrefix("multipart/") == true }

    /// Whether the data is one JSON text, or a sequence of them.
    package var isJSON: Bool { name?.contains("json") == true }

    /// Whether the data is one JSON text, and not a sequence of them.
    package var isJSONText: Bool {
        guard let name, name.hasSuffix("json") else { return false }
        return !name.hasSuffix("ndjson") && !name.hasSuffix("stream+json")
    }

    package var isGraphQL: Bool { name == "application/graphql" }

    package var isForm: Bool { name == "application/x-www-form-urlencoded" }

    /// Whether the data is text, or a message of HTTP or mail; true without a media type.
    var isText: Bool {
        guard let name else { return true }
        return name.hasPrefix("text/") || name.hasPrefix("message/") || name == "application/http"
    }

    /// Whether the type is that of unknown data; false without a media type.
    var isUnknown: Bool { name == MediaType.unknown }

    /// Whether the data is JavaScript, a program in a related language, or CSS.
    var isProgram: Bool {
        guard let name else { return false }
        let programs = ["javascript", "ecmascript", "typescript", "jscript", "css", "jsx"]
        return programs.contains { name.hasSuffix("/\($0)") || name.hasSuffix("/x-\($0)") }
    }

    /// Whether the data is binary, so that no named values are looked for.
    var isBinary: Bool {
        guard let name else { return false }
        // SVG is text.
        if name == "image/svg+xml" { return false }
        if ["image/", "audio/", "video/", "font/"].contains(where: { name.hasPrefix($0) }) { return true }
        return ["application/zip", "application/gzip", "application/pdf"].contains(name)
    }

    package var description: String {
        name ?? "missing"
    }

    /// Returns the encoding of a media type's charset; nil for UTF-8, for an unknown charset, and without one.
    package static func encoding(ofType type: String?) -> String.Encoding? {
        charset(ofType: type).flatMap { encodings[$0] }
    }

    /// Returns the name of a media type's charset in lower case; nil without one.
    package static func charset(ofType type: String?) -> String? {
        guard let type, let value = HeaderParameters(type)["charset"] else { return nil }
        // A comma begins the value of a second field.
        let name = value.lowercased().prefix { $0 != " " && $0 != "," }
        return name.trimmingCharacters(in: ["\"", "'"])
    }

    /// The encodings by the labels of the web.
    ///
    /// - SeeAlso: [Encoding Standard, labels](https://encoding.spec.whatwg.org/#names-and-labels)
    private static let encodings = named.merging(unnamed) { one, _ in one }

    private static let named: [String: String.Encoding] = [
        "utf-16": .utf16, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
        "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "iso-8859-2": .isoLatin2, "latin2": .isoLatin2,
        "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254,
        "shift_jis": .shiftJIS, "shift-jis": .shiftJIS, "sjis": .shiftJIS, "euc-jp": .japaneseEUC,
        "iso-2022-jp": .iso2022JP,
    ]

    /// The encodings that Foundation has no names for: the numbers of Core Foundation, with bit 31 set.
    private static let unnamed = coreFoundation.mapValues { String.Encoding(rawValue: 0x8000_0000 | $0) }

    /// The numbers of Core Foundation's encodings.
    // Every text of gb2312 and gbk is the same in gb18030.
    private static let coreFoundation: [String: UInt] = [
        "iso-8859-3": 0x203, "iso-8859-4": 0x204, "iso-8859-5": 0x205, "iso-8859-6": 0x206, "iso-8859-7": 0x207,
        "iso-8859-8": 0x208, "iso-8859-9": 0x209, "iso-8859-10": 0x20A, "tis-620": 0x20B, "iso-8859-13": 0x20D,
        "iso-8859-14": 0x20E, "iso-8859-15": 0x20F, "iso-8859-16": 0x210, "ibm866": 0x41B, "cp866": 0x41B,
        "windows-1255": 0x505, "windows-1256": 0x506, "windows-1257": 0x507, "windows-1258": 0x508, "gb2312": 0x632,
        "gbk": 0x632, "gb18030": 0x632, "euc-tw": 0x931, "euc-kr": 0x940, "ks_c_5601-1987": 0x940, "koi8-r": 0xA02,
        "big5": 0xA03, "big5-hkscs": 0xA06, "koi8-u": 0xA08,
    ]
}
