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
            switch String(decoding: start.dropFirst(8).prefix(4), as: UTF8.self) {
            case "avif", "avis": return "image/avif"
            case "heic", "heix", "heim", "heis": return "image/heic"
            case "mif1", "msf1": return "image/heif"
            default: return unknown
            }
        }
        let text = String(decoding: start, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        let isVector = text.hasPrefix("<svg") || (text.hasPrefix("<?xml") && text.contains("<svg"))
        return isVector ? "image/svg+xml" : unknown
    }

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
        let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return Dictionary(uniqueKeysWithValues: rows.flatMap { row in row.dropFirst().map { ($0, row[0]) } })
    }()

    /// A media type and its extensions in each line.
    private static let table = """
        application/gzip gz
        application/json json
        application/ld+json jsonld
        application/octet-stream bin
        application/pdf pdf
        application/rtf rtf
        application/vnd.apple.mpegurl m3u8
        application/wasm wasm
        application/x-tar tar
        application/xhtml+xml xhtml
        application/xml plist xml
        application/yaml yaml yml
        application/zip zip
        audio/aac aac
        audio/mp4 m4a
        audio/mpeg mp3
        audio/ogg ogg
        audio/wav wav
        font/otf otf
        font/ttf ttf
        font/woff woff
        font/woff2 woff2
        image/avif avif
        image/bmp bmp
        image/gif gif
        image/heic heic
        image/heif heif
        image/jpeg jpeg jpg
        image/png png
        image/svg+xml svg
        image/tiff tif tiff
        image/webp webp
        image/x-icon ico
        text/calendar ics
        text/css css
        text/csv csv
        text/html htm html
        text/javascript js mjs
        text/markdown md
        text/plain text txt
        video/mp4 mp4
        video/quicktime mov
        video/webm webm
        """
}
