import Foundation

/// Finds the media type of a file name or of an image's first bytes.
enum MediaType {
    static let unknown = "application/octet-stream"

    /// Returns the media type of a file name's extension, ignoring case; ``unknown`` for any other extension.
    ///
    /// - SeeAlso: [IANA media types](https://www.iana.org/assignments/media-types)
    static func ofFile(extension: String) -> String {
        byExtension[`extension`.lowercased()] ?? unknown
    }

    /// Returns the media type by an image's signature, or by the beginning of an SVG file; ``unknown`` for other data.
    ///
    /// - SeeAlso: [MIME Sniffing §6.1](https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern)
    static func ofImage(_ data: Data) -> String {
        // Longer than the signatures, because a declaration, a DOCTYPE and comments can precede the root of an SVG.
        let start = data.prefix(512)
        let scalars = start.map(Unicode.Scalar.init)
        for signature in signatures {
            let rest = scalars.dropFirst(signature.offset)
            if signature.texts.contains(where: { rest.starts(with: $0.unicodeScalars) }) { return signature.type }
        }
        // A byte-order mark may come first.
        let ignored = CharacterSet.whitespacesAndNewlines.union(["\u{FEFF}"])
        let text = String(decoding: start, as: UTF8.self).trimmingCharacters(in: ignored)
        let beginsBeforeRoot = ["<?xml", "<!--", "<!DOCTYPE svg"].contains { text.hasPrefix($0) }
        let isVectorAfterOtherMarkup = beginsBeforeRoot && text.contains("<svg")
        let isVector = text.hasPrefix("<svg") || isVectorAfterOtherMarkup
        return isVector ? "image/svg+xml" : unknown
    }

    private struct Signature {
        let offset: Int
        /// The texts in Latin-1, one of which begins at the offset.
        let texts: [String]
        let type: String

        init(_ offset: Int, _ texts: [String], _ type: String) {
            self.offset = offset
            self.texts = texts
            self.type = type
        }
    }

    private static let signatures: [Signature] = [
        Signature(0, ["\u{89}PNG\r\n\u{1A}\n"], "image/png"),
        Signature(0, ["\u{FF}\u{D8}\u{FF}"], "image/jpeg"),
        Signature(0, ["GIF87a", "GIF89a"], "image/gif"),
        Signature(8, ["WEBP"], "image/webp"),
        Signature(0, ["BM"], "image/bmp"),
        Signature(0, ["II*\0", "MM\0*"], "image/tiff"),
        Signature(0, ["\0\0\u{1}\0"], "image/x-icon"),
        Signature(4, ["ftypavif", "ftypavis"], "image/avif"),
        Signature(4, ["ftypheic", "ftypheix", "ftypheim", "ftypheis"], "image/heic"),
        Signature(4, ["ftypmif1", "ftypmsf1"], "image/heif"),
    ]

    /// The media types by extension.
    ///
    /// Read from a text, because a dictionary literal is slow to compile.
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
