import Foundation

/// Finds the media type of a file name or of an image's first bytes.
enum MediaType {
    static let unknown = "application/octet-stream"

    /// Returns the media type of a file name's extension, ignoring case.
    ///
    /// - SeeAlso: [IANA media types](https://www.iana.org/assignments/media-types)
    static func ofFile(extension: String) -> String {
        byExtension[`extension`.lowercased()] ?? unknown
    }

    /// Returns the media type that matches an image's signature.
    ///
    /// - SeeAlso: [MIME Sniffing §6.1](https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern)
    static func ofImage(_ data: Data) -> String {
        let start = [UInt8](data.prefix(512))
        for (signature, offset, type) in signatures where start.dropFirst(offset).starts(with: signature) {
            if type != "image/webp" || start.dropFirst(8).starts(with: "WEBP".utf8) { return type }
        }
        if start.dropFirst(4).starts(with: "ftyp".utf8) {
            let brand = String(decoding: start.dropFirst(8).prefix(4), as: UTF8.self)
            return brands.first { $0.value.contains(brand) }?.key ?? unknown
        }
        let text = String(decoding: start, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        let isVector = text.hasPrefix("<svg") || (text.hasPrefix("<?xml") && text.contains("<svg"))
        return isVector ? "image/svg+xml" : unknown
    }

    /// The brands of an `ftyp` box, by media type.
    private static let brands = [
        "image/avif": ["avif", "avis"], "image/heic": ["heic", "heix", "heim", "heis"], "image/heif": ["mif1", "msf1"],
    ]

    private static let signatures: [(signature: [UInt8], offset: Int, type: String)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], 0, "image/png"),
        ([0xFF, 0xD8, 0xFF], 0, "image/jpeg"),
        (Array("GIF87a".utf8), 0, "image/gif"),
        (Array("GIF89a".utf8), 0, "image/gif"),
        (Array("RIFF".utf8), 0, "image/webp"),
        (Array("BM".utf8), 0, "image/bmp"),
        ([0x49, 0x49, 0x2A, 0x00], 0, "image/tiff"),
        ([0x4D, 0x4D, 0x00, 0x2A], 0, "image/tiff"),
        ([0x00, 0x00, 0x01, 0x00], 0, "image/x-icon"),
    ]

    /// The media types by extension.
    ///
    /// Text, because a dictionary literal is slow to compile.
    private static let byExtension: [String: String] = {
        var types: [String: String] = [:]
        for row in table.split(separator: "\n") {
            let words = row.split(separator: " ")
            for word in words.dropFirst() {
                let parts = word.split(separator: "=")
                types[String(parts[0])] = "\(words[0])/\(parts[parts.count - 1])"
            }
        }
        return types
    }()

    /// In each line the first half of the type, then the extensions, each with the second half where that differs.
    private static let table = """
        application gz=gzip json jsonld=ld+json bin=octet-stream pdf rtf m3u8=vnd.apple.mpegurl wasm tar=x-tar
        application xhtml=xhtml+xml plist=xml xml yaml yml=yaml zip
        audio aac m4a=mp4 mp3=mpeg ogg wav
        font otf ttf woff woff2
        image avif bmp gif heic heif jpeg jpg=jpeg png svg=svg+xml tif=tiff tiff webp ico=x-icon
        text ics=calendar css csv htm=html html js=javascript mjs=javascript md=markdown text=plain txt=plain
        video mp4 mov=quicktime webm
        """
}
