import Foundation
import HTTPMock

/// Reads a HAR of any tool.
///
/// Only `entries`, `request.method`, `request.url` and `response.status` are required. An entry that can't be played
/// becomes a problem with the reason.
struct HARReader {
    private(set) var entries: [HAREntry] = []
    private(set) var problems: [HARProblem] = []

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - root: The document.
    ///   - folder: The folder of its file, for bodies that are files next to it.
    ///   - hasLoneSurrogates: Whether the document has the private scalars of ``LoneSurrogates``.
    /// - Throws: ``HTTPMockError`` if the document is not a HAR, or has an unsupported version.
    init(
        _ root: JSONValue, in folder: URL?, hasLoneSurrogates: Bool = false
    ) throws(HTTPMockError) {
        guard let log = root["log"], let elements = log["entries"]?.elements else {
            throw HTTPMockError("it is JSON, but no HAR: it has no log.entries")
        }
        if let version = Self.text(log["version"]), !["1.1", "1.2", "1.3"].contains(version) {
            throw HTTPMockError("it is a HAR of version \(version); versions 1.1 to 1.3 can be read")
        }
        let creator = log["creator"]?["name"]?.string ?? ""
        let reader = HAREntryReader(
            folder: folder, isOfMitmproxy: creator.hasPrefix("mitmproxy"), hasLoneSurrogates: hasLoneSurrogates)
        for (index, element) in elements.enumerated() {
            do {
                var entry = try reader.entry(element)
                entry.number = index + 1
                entries.append(entry)
            } catch {
                problems.append(HARProblem(number: index + 1, request: element["request"], reason: error.text))
            }
        }
        sort()
    }

    /// Sorts the entries by the time of their request.
    ///
    /// An entry without a time stays after the entry that precedes it in the file.
    private mutating func sort() {
        var latest = Date.distantPast
        let dated = entries.map { entry in
            latest = HARDate.date(of: entry.startedDateTime) ?? latest
            return (date: latest, entry: entry)
        }
        // The sort is stable, so entries with the same time keep their order.
        entries = dated.sorted { $0.date < $1.date }.map(\.entry)
    }

    /// Returns the text of a string or a number; nil for any other value.
    private static func text(_ value: JSONValue?) -> String? {
        if case .number(let number)? = value { return number.description }
        return value?.string
    }
}

/// The reason why an entry can't be played.
struct HARRefusal: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

/// Escapes of half a surrogate pair, such as `\udc80`, in the text of a HAR.
///
/// Python escapes a byte that is not UTF-8 as the half `\udcXX`, and mitmproxy writes bodies with such bytes. JSON has
/// no value for a half, so a private scalar replaces each half before the text is parsed.
///
/// - SeeAlso: [PEP 383](https://peps.python.org/pep-0383/)
enum LoneSurrogates {
    /// The distance of a private scalar from its half: plane 16 is for private use.
    private static let distance: UInt32 = 0x10_0000

    /// Returns a JSON text with a private scalar's escape for each half; nil without halves.
    static func marked(_ text: Data) -> Data? {
        let bytes = [UInt8](text)
        var output: [UInt8] = []
        var copied = 0
        var index = 0
        while let escape = bytes[index...].firstIndex(of: UInt8(ascii: "\\")) {
            index = min(escape + 2, bytes.count)
            guard let first = codeUnit(bytes[escape...]) else { continue }
            index = escape + 6
            guard UTF16.isLeadSurrogate(first) || UTF16.isTrailSurrogate(first) else { continue }
            if UTF16.isLeadSurrogate(first), let second = codeUnit(bytes[index...]), UTF16.isTrailSurrogate(second) {
                index += 6
                continue
            }
            guard let mark = Unicode.Scalar(distance + UInt32(first)) else { continue }
            output += bytes[copied..<escape]
            output += UTF16.encode(mark).map(Array.init)?.flatMap { "\\u\(String($0, radix: 16))".utf8 } ?? []
            copied = index
        }
        return copied > 0 ? Data(output + bytes[copied...]) : nil
    }

    /// Returns the code unit of an escape such as `\u00E9`; nil for other bytes.
    static func codeUnit(_ bytes: ArraySlice<UInt8>) -> UInt16? {
        guard bytes.count >= 6, bytes.starts(with: #"\u"#.utf8) else { return nil }
        let digits = bytes.dropFirst(2).prefix(4)
        guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// Returns the bytes of a text with private scalars; nil for an unknown scalar.
    static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case distance + 0xDC80...distance + 0xDCFF: bytes.append(UInt8(scalar.value & 0xFF))
            case distance + 0xD800...distance + 0xDFFF: return nil
            default: bytes += UTF8.encode(scalar).map(Array.init) ?? []
            }
        }
        return bytes
    }

    /// Returns a URL with its private scalars percent-encoded; nil for an unknown scalar.
    ///
    /// Characters beyond ASCII are encoded too, because `URL(string:)` would encode each percent sign next to them
    /// again.
    static func percentEncoded(_ url: String) -> String? {
        guard let bytes = bytes(of: url) else { return nil }
        guard bytes.count != url.utf8.count else { return url }
        return bytes.map { (0x21...0x7E).contains($0) ? String(Unicode.Scalar($0)) : String(format: "%%%02X", $0) }
            .joined()
    }
}
