import Foundation

/// Finds the media type of a file name or of an image's first bytes.
enum MediaType {
    static let unknown = "application/octet-stream"

    /// Returns the media type of a file name's extension, ignoring case.
    ///
    /// - SeeAlso: [IANA media types](https://www.iana.org/assignments/media-types)
    static func ofFile(extension: String) -> String { byExtension[`extension`.lowercased()] ?? unknown }

    /// Returns the media type that matches an image's signature.
    ///
    /// - SeeAlso: [MIME Sniffing §6.1](https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern)
    static func ofImage(_ data: Data) -> String {
        let start = data.prefix(512)
        let scalars = start.map(Unicode.Scalar.init)
        for (offset, texts, type) in signatures {
            let rest = scalars.dropFirst(offset)
            if texts.contains(where: { rest.starts(with: $0.unicodeScalars) }) { return type }
        }
        let text = String(decoding: start, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        let isVector = text.hasPrefix("<svg") || (text.hasPrefix("<?xml") && text.contains("<svg"))
        return isVector ? "image/svg+xml" : unknown
    }

    /// The texts in Latin-1 that begin at an offset, by media type.
    private static let signatures: [(offset: Int, texts: [String], type: String)] = [
        (0, ["\u{89}PNG\r\n\u{1A}\n"], "image/png"),
        (0, ["\u{FF}\u{D8}\u{FF}"], "image/jpeg"),
        (0, ["GIF87a", "GIF89a"], "image/gif"),
        (8, ["WEBP"], "image/webp"),
        (0, ["BM"], "image/bmp"),
        (0, ["II*\0", "MM\0*"], "image/tiff"),
        (0, ["\0\0\u{1}\0"], "image/x-icon"),
        (4, ["ftypavif", "ftypavis"], "image/avif"),
        (4, ["ftypheic", "ftypheix", "ftypheim", "ftypheis"], "image/heic"),
        (4, ["ftypmif1", "ftypmsf1"], "image/heif"),
    ]

    /// The media types by extension.
    ///
    /// Text, because a dictionary literal is slow to compile.
    private static let byExtension: [String: String] = {
        let pairs = table.split(whereSeparator: \.isWhitespace).map { $0.split(separator: "=").map(String.init) }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
    }()

    private static let table = """
        gz=application/gzip json=application/json jsonld=application/ld+json bin=application/octet-stream
        pdf=application/pdf rtf=application/rtf m3u8=application/vnd.apple.mpegurl wasm=application/wasm
        tar=application/x-tar xhtml=application/xhtml+xml plist=application/xml xml=application/xml
        yaml=application/yaml yml=application/yaml zip=application/zip
        aac=audio/aac m4a=audio/mp4 mp3=audio/mpeg ogg=audio/ogg wav=audio/wav
        otf=font/otf ttf=font/ttf woff=font/woff woff2=font/woff2
        avif=image/avif bmp=image/bmp gif=image/gif heic=image/heic heif=image/heif jpeg=image/jpeg jpg=image/jpeg
        png=image/png svg=image/svg+xml tif=image/tiff tiff=image/tiff webp=image/webp ico=image/x-icon
        ics=text/calendar css=text/css csv=text/csv htm=text/html html=text/html js=text/javascript
        mjs=text/javascript md=text/markdown text=text/plain txt=text/plain
        mp4=video/mp4 mov=video/quicktime webm=video/webm
        """
}

/// The value of a header field with parameters: `form-data; name="a"; filename="b.txt"`.
///
/// Read tolerantly: white space around `;` and `=` is skipped, and a quoted string may lack its end.
///
/// - SeeAlso: [RFC 9110 §5.6.6](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.6.6)
struct HeaderParameters {
    /// The text before the first parameter, in lower case.
    let value: String
    private var parameters: [(name: String, value: String)] = []

    init(_ text: String) {
        var rest = text.utf8[...]
        value = Self.trimmed(rest.prefix { $0 != UInt8(ascii: ";") }).lowercased()
        rest = rest.drop { $0 != UInt8(ascii: ";") }
        while rest.popFirst() != nil {
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            rest = rest[name.endIndex...]
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
            let isQuoted = rest.first == UInt8(ascii: "\"")
            let value = isQuoted ? Self.quoted(&rest) : Self.trimmed(rest.prefix { $0 != UInt8(ascii: ";") })
            parameters.append((Self.trimmed(name).lowercased(), value))
            rest = rest.drop { $0 != UInt8(ascii: ";") }
        }
    }

    /// The value of a parameter by its name in lower case; nil without one.
    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Reads a quoted string, in which a backslash escapes a quote or a backslash.
    ///
    /// Other backslashes are kept, because some clients send paths of Windows as file names.
    private static func quoted(_ rest: inout Substring.UTF8View) -> String {
        var bytes: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            let isEscape = byte == UInt8(ascii: "\\") && (rest.first == byte || rest.first == UInt8(ascii: "\""))
            bytes.append(isEscape ? rest.removeFirst() : byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        Substring(text).trimmingCharacters(in: .whitespaces)
    }
}

/// The name of a media type, without its parameters.
///
/// - SeeAlso: [RFC 9110 §8.3.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-8.3.1)
package struct MediaEssence: Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case; nil if there is no media type.
    private let name: String?

    /// Reads the name in the value of a `Content-Type`; nil if there is none.
    package init(_ contentType: String?) { name = contentType.map { HeaderParameters($0).value } }

    package var isMultipart: Bool { name?.hasPrefix("multipart/") == true }

    package var isJSON: Bool { name?.contains("json") == true }

    /// True for one JSON text, and not for a sequence of them.
    package var isJSONText: Bool {
        guard let name, name.hasSuffix("json") else { return false }
        return !name.hasSuffix("ndjson") && !name.hasSuffix("stream+json")
    }

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

    package var description: String { name ?? "missing" }

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
