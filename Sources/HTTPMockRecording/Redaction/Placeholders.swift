import Foundation
import HTTPMock

/// A walk over the placeholders of an entry or a request, which collects their numbers and can change the numbers.
struct Placeholders {
    /// The beginning of a placeholder, before its number.
    private static let prefix = "\(Redaction.mask)-"
    private static let prefixBytes = Array(prefix.utf8)

    /// The numbers so far, in the order in which the placeholders are written.
    private(set) var numbers: [Int] = []
    /// Returns the new number for a number.
    private let change: (Int) -> Int

    /// Returns the number of a value that is a placeholder; nil for other values.
    static func number(of value: String) -> Int? {
        guard value.hasPrefix(prefix) else { return nil }
        return Int(value.dropFirst(prefix.count))
    }

    /// Returns the numbers of an entry's placeholders.
    static func numbers(in entry: HAREntry) -> [Int] {
        var walk = Placeholders { number in number }
        // The entry that the walk returns is equal, because no number changes.
        _ = walk.entry(entry)
        return walk.numbers
    }

    /// Returns the numbers of the placeholders that a request of a client has, also in basic credentials.
    static func numbers(in request: MockRequest) -> [Int] {
        let fields = request.headers.map { decodedBasicCredentials($0.value) ?? $0.value }
        let texts = [request.url.absoluteString] + fields + [String(decoding: request.body, as: UTF8.self)]
        return texts.filter(areIn).flatMap { text in text.matches(of: spelling).compactMap { Int($0.1) } }
    }

    /// A placeholder as a client spells it in a URL, a field or a body.
    private static var spelling: Regex<(Substring, Substring)> { /REDACTED(?:-|%2[dD])([0-9]+)/ }

    /// Returns a text with some of its placeholders replaced.
    ///
    /// - Parameter value: Returns the text for the placeholder with a number; nil to keep the placeholder.
    static func replacing(in text: String, _ value: (Int) -> String?) -> String {
        text.replacing(spelling) { match in Int(match.1).flatMap(value) ?? String(match.0) }
    }

    /// Returns whether a text may have a placeholder.
    static func areIn(_ text: String) -> Bool {
        // The search is for the mask alone, because the hyphen may be percent-encoded.
        text.utf8.count > prefixBytes.count && text.contains(Redaction.mask)
    }

    /// Returns whether credentials of the scheme `Basic` may have been made of a placeholder.
    static func areInBasicCredentials(_ value: String) -> Bool { decodedBasicCredentials(value).map(areIn) ?? false }

    /// Returns the text of credentials of the scheme `Basic`; nil for any other value.
    ///
    /// - SeeAlso: [RFC 7617 §2](https://www.rfc-editor.org/rfc/rfc7617.html#section-2)
    private static func decodedBasicCredentials(_ value: String) -> String? {
        guard value.lowercased().hasPrefix("basic ") else { return nil }
        let encoded = value.dropFirst("basic ".count).trimmingCharacters(in: .whitespaces)
        return Data(base64Encoded: encoded)?.utf8Text
    }

    /// Returns an entry with other placeholder numbers.
    static func renumber(_ entry: HAREntry, _ change: @escaping (Int) -> Int) -> HAREntry {
        var walk = Placeholders(change)
        return walk.entry(entry)
    }

    /// Returns a request with other placeholder numbers.
    static func renumber(_ request: HARRequest, _ change: @escaping (Int) -> Int) -> HARRequest {
        var walk = Placeholders(change)
        return walk.request(request)
    }

    private init(_ change: @escaping (Int) -> Int) {
        self.change = change
    }

    private mutating func entry(_ entry: HAREntry) -> HAREntry {
        var changed = entry
        changed.request = request(entry.request)
        var response = HARResponse(
            status: entry.response.status, statusText: entry.response.statusText,
            headers: fields(entry.response.headers), body: body(entry.response.body))
        response.error = entry.response.error
        response.chunks = entry.response.chunks.map { chunks in
            // The last chunk takes up all digits that were added or removed, so the others keep their lengths. If the
            // digits do not fit into the last chunk, the body becomes one chunk.
            let count = response.body.bytes.count
            let rest = count - chunks.dropLast().reduce(0, +)
            guard rest > 0 else { return [count] }
            return chunks.dropLast() + [rest]
        }
        changed.response = response
        return changed
    }

    private mutating func request(_ request: HARRequest) -> HARRequest {
        HARRequest(
            method: request.method, url: text(request.url), headers: fields(request.headers),
            body: request.body.map { body($0) })
    }

    private mutating func fields(_ fields: [HARField]) -> [HARField] {
        fields.map { HARField($0.name, text($0.value)) }
    }

    private mutating func body(_ body: HARBody) -> HARBody {
        let old = Array(body.bytes)
        let new = bytes(old)
        guard new != old else { return body }
        return HARBody(Data(new), type: body.mimeType)
    }

    private mutating func text(_ text: String) -> String {
        guard text.contains(Redaction.mask) else { return text }
        return String(decoding: bytes(Array(text.utf8)), as: UTF8.self)
    }

    /// Returns bytes with the new numbers, and collects the old ones.
    private mutating func bytes(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var copied = 0
        var next = bytes.index(of: Self.prefixBytes[0], from: 0)
        while let index = next {
            next = bytes.index(of: Self.prefixBytes[0], from: index + 1)
            guard bytes[index...].starts(with: Self.prefixBytes) else { continue }
            let firstDigit = index + Self.prefixBytes.count
            let digits = bytes[firstDigit...].prefix(while: \.isASCIIDigit)
            guard let number = Int(String(decoding: digits, as: UTF8.self)) else { continue }
            numbers.append(number)
            output += bytes[copied..<firstDigit]
            output += "\(change(number))".utf8
            copied = digits.endIndex
        }
        guard copied > 0 else { return bytes }
        return output + bytes[copied...]
    }
}
