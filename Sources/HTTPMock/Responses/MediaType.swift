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

    private static let byExtension: [String: String] = [
        "aac": "audio/aac", "avif": "image/avif", "bin": unknown, "bmp": "image/bmp", "css": "text/css",
        "csv": "text/csv", "gif": "image/gif", "gz": "application/gzip", "heic": "image/heic", "heif": "image/heif",
        "htm": "text/html", "html": "text/html", "ico": "image/x-icon", "ics": "text/calendar",
        "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json",
        "jsonld": "application/ld+json", "m3u8": "application/vnd.apple.mpegurl", "m4a": "audio/mp4",
        "md": "text/markdown", "mjs": "text/javascript", "mov": "video/quicktime", "mp3": "audio/mpeg",
        "mp4": "video/mp4", "ogg": "audio/ogg", "otf": "font/otf", "pdf": "application/pdf", "plist": "application/xml",
        "png": "image/png", "rtf": "application/rtf", "svg": "image/svg+xml", "tar": "application/x-tar",
        "text": "text/plain", "tif": "image/tiff", "tiff": "image/tiff", "ttf": "font/ttf", "txt": "text/plain",
        "wasm": "application/wasm", "wav": "audio/wav", "webm": "video/webm", "webp": "image/webp",
        "woff": "font/woff", "woff2": "font/woff2", "xhtml": "application/xhtml+xml", "xml": "application/xml",
        "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
    ]
}
