import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct MediaTypeTests {
    /// The extensions with the types that IANA or MIME Sniffing lists for them.
    @Test(
        arguments: [
            ("aac", "audio/aac"), ("avif", "image/avif"), ("bin", "application/octet-stream"), ("bmp", "image/bmp"),
            ("css", "text/css"), ("csv", "text/csv"), ("gif", "image/gif"), ("gz", "application/gzip"),
            ("heic", "image/heic"), ("heif", "image/heif"), ("htm", "text/html"), ("html", "text/html"),
            ("ico", "image/x-icon"), ("ics", "text/calendar"), ("jpeg", "image/jpeg"), ("jpg", "image/jpeg"),
            ("js", "text/javascript"), ("json", "application/json"), ("jsonld", "application/ld+json"),
            ("m3u8", "application/vnd.apple.mpegurl"), ("m4a", "audio/mp4"), ("md", "text/markdown"),
            ("mjs", "text/javascript"), ("mov", "video/quicktime"), ("mp3", "audio/mpeg"), ("mp4", "video/mp4"),
            ("ogg", "audio/ogg"), ("otf", "font/otf"), ("pdf", "application/pdf"), ("plist", "application/xml"),
            ("png", "image/png"), ("rtf", "application/rtf"), ("svg", "image/svg+xml"), ("tar", "application/x-tar"),
            ("text", "text/plain"), ("tif", "image/tiff"), ("tiff", "image/tiff"), ("ttf", "font/ttf"),
            ("txt", "text/plain"), ("wasm", "application/wasm"), ("wav", "audio/wav"), ("webm", "video/webm"),
            ("webp", "image/webp"), ("woff", "font/woff"), ("woff2", "font/woff2"), ("xhtml", "application/xhtml+xml"),
            ("xml", "application/xml"), ("yaml", "application/yaml"), ("yml", "application/yaml"),
            ("zip", "application/zip"),
            ("JSON", "application/json"), ("Png", "image/png"),
            ("", "application/octet-stream"), ("unknown", "application/octet-stream"),
            ("jso", "application/octet-stream"),
        ])
    func extensionHasItsType(extension: String, type: String) {
        #expect(MediaType.ofFile(extension: `extension`) == type)
    }

    /// The first bytes of images, from the signatures in MIME Sniffing §6.1 and ISO/IEC 14496-12.
    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00], "image/png"),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A], "application/octet-stream"),
            ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"), ([0xFF, 0xD8], "application/octet-stream"),
            (Array("GIF87a…".utf8), "image/gif"), (Array("GIF89a".utf8), "image/gif"),
            (Array("GIF88a".utf8), "application/octet-stream"),
            (Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBPVP8 ".utf8), "image/webp"),
            (Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WAVE".utf8), "application/octet-stream"),
            (Array("BM".utf8) + [0, 0], "image/bmp"), ([0x49, 0x49, 0x2A, 0x00], "image/tiff"),
            ([0x4D, 0x4D, 0x00, 0x2A], "image/tiff"), ([0x00, 0x00, 0x01, 0x00], "image/x-icon"),
            ([0, 0, 0, 24] + Array("ftypavif".utf8), "image/avif"),
            ([0, 0, 0, 24] + Array("ftypavis".utf8), "image/avif"),
            ([0, 0, 0, 24] + Array("ftypheic".utf8), "image/heic"),
            ([0, 0, 0, 24] + Array("ftypheix".utf8), "image/heic"),
            ([0, 0, 0, 24] + Array("ftypheim".utf8), "image/heic"),
            ([0, 0, 0, 24] + Array("ftypheis".utf8), "image/heic"),
            ([0, 0, 0, 24] + Array("ftypmif1".utf8), "image/heif"),
            ([0, 0, 0, 24] + Array("ftypmsf1".utf8), "image/heif"),
            ([0, 0, 0, 24] + Array("ftypisom".utf8), "application/octet-stream"),
            (Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), "image/svg+xml"),
            (Array("\n  <?xml version=\"1.0\"?>\n<svg/>".utf8), "image/svg+xml"),
            (Array("<?xml version=\"1.0\"?><html/>".utf8), "application/octet-stream"),
            ([], "application/octet-stream"), ([0xFF], "application/octet-stream"),
        ] as [([UInt8], String)])
    func imageHasTheTypeOfItsSignature(bytes: [UInt8], type: String) {
        #expect(MediaType.ofImage(Data(bytes)) == type)
        // A slice does not begin at index 0.
        #expect(MediaType.ofImage(Data([0x20, 0x20] + bytes).dropFirst(2)) == type)
    }
}
