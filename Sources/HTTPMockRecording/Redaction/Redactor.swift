import Foundation
import HTTPMock

/// Replaces the secrets of entries before they are written.
///
/// Equal texts get equal placeholders. A number becomes 0.
struct Redactor {
    /// A replaced value with the position where it was found, or a value of an environment variable.
    ///
    /// Of equal replaced values, the first position is noted; a number is noted at each position.
    struct Secret {
        /// The position, or the kind of a value without one, in words.
        let place: String
        let value: String
        /// The environment variable that has the value; nil for a value of an entry.
        var variable: String?
        /// Whether the value is searched for elsewhere; false for a value such as `accepted`, found anywhere by chance.
        var isDistinctive = true
    }

    private let redacting: Cassette.Redacting
    /// The numbers of the placeholders, by the values that they replace.
    private var numbers: [ExactText: Int] = [:]
    private var nextNumber: Int
    private(set) var secrets: [Secret] = []
    /// The exceptions of the user, and the checksums of the secrets by shape that were found at allowed names.
    private(set) var allowed: Set<String>

    /// The search for the secrets by shape at allowed names.
    private static let shapes = SecretSearch([], shapes: SecretShape.all)

    /// Creates a redactor for one file.
    ///
    /// - Parameters:
    ///   - redacting: The rule for the values that are replaced.
    ///   - firstNumber: The number of the first placeholder.
    init(_ redacting: Cassette.Redacting, firstNumber: Int = 1) {
        self.redacting = redacting
        nextNumber = firstNumber
        allowed = redacting.allowed
    }

    /// Returns an entry with its secrets replaced.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - number: Its number, for messages.
    mutating func redact(_ entry: HAREntry, number: Int) -> HAREntry {
        var redacted = entry
        // Created here, because the closures are called for each value.
        let request = "request of entry \(number)"
        let response = "response of entry \(number)"
        redacted.request = entry.request.replacing { place, value in
            placeholder(for: value, at: place, of: request)
        }
        redacted.response = entry.response.replacing { place, value in
            placeholder(for: value, at: place, of: response)
        }
        return redacted
    }

    /// Returns the replacement for a value at a named position; nil for a value that is kept.
    ///
    /// - Parameter owner: The message with the position, as in `request of entry 3`.
    mutating func placeholder(for value: String, at place: NamedPlace, of owner: String) -> String? {
        if redacting.allowsName(of: place) {
            allowed.formUnion(Self.shapes.matches(in: Data(value.utf8)).map(\.checksum))
        }
        guard redacting.isSecret(place, value), !Redaction.isPlaceholder(value) else { return nil }
        let isNumber = place.kind == .jsonNumber
        if let number = numbers[ExactText(value)], !isNumber { return "\(Redaction.mask)-\(number)" }
        let text = "the \(place.text) in the \(owner)"
        secrets += Self.parts(of: value, at: place).map { part in
            Secret(place: text, value: part, isDistinctive: isDistinctive(part, at: place))
        }
        // A number becomes 0, so that clients can still decode a number.
        if isNumber { return "0" }
        return newPlaceholder(for: value)
    }

    /// Returns the placeholder for a secret that is known by its value or its shape.
    ///
    /// - Parameter kind: The kind in words, as in `a GitHub token`.
    mutating func placeholder(for value: String, kind: String) -> String {
        if let number = numbers[ExactText(value)] { return "\(Redaction.mask)-\(number)" }
        secrets.append(Secret(place: kind, value: value))
        return newPlaceholder(for: value)
    }

    /// Returns the placeholder with the next number, and notes the number for a value.
    private mutating func newPlaceholder(for value: String) -> String {
        let number = nextNumber
        numbers[ExactText(value)] = number
        nextNumber += 1
        return "\(Redaction.mask)-\(number)"
    }

    /// Returns whether a value is searched for elsewhere.
    ///
    /// A value that is secret only by its name may be a plain word, which is elsewhere by chance. Header fields, the
    /// user and the password of a URL, and the values of names that the user gives are searched for in any case.
    private func isDistinctive(_ value: String, at place: NamedPlace) -> Bool {
        switch place.kind {
        case .userInfo, .header: return true
        default: return Redaction.isDistinctive(value) || redacting.isNamedByUser(place)
        }
    }

    /// Returns the value and, if it is like basic credentials, their decoded text and the password.
    private static func parts(of value: String, at place: NamedPlace) -> [String] {
        guard place.kind == .header, let data = Data(base64Encoded: value),
            let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
        else { return [value] }
        return [value, text, String(text[text.index(after: colon)...])]
    }
}

/// A message with named values: a request or a response.
protocol HARMessage {
    /// Returns the message with some of its named values replaced.
    func replacing(_ replace: ValueReplacement) -> Self
}

extension HARMessage {
    /// Calls a function with the position and the text of each named value.
    func forEachValue(_ body: (NamedPlace, String) -> Void) {
        // A replacement of nil keeps the value, so the message that is returned is equal.
        _ = replacing { place, value in
            body(place, value)
            return nil
        }
    }
}

extension HARRequest: HARMessage {
    /// Returns the request with some of its named values replaced.
    func replacing(_ replace: ValueReplacement) -> HARRequest {
        var body = body
        if let whole = body { body = whole.replacing(replace) }
        return HARRequest(
            method: method, url: NamedValues.url(url, replace),
            headers: headers.map { $0.replacing(replace) },
            body: body)
    }
}

extension HARResponse: HARMessage {
    /// Returns the response with some of its named values replaced.
    func replacing(_ replace: ValueReplacement) -> HARResponse {
        var response = HARResponse(
            status: status, statusText: statusText, headers: headers.map { $0.replacing(replace) },
            body: body.replacing(replace))
        response.error = error
        response.chunks = chunks.map { Self.chunks($0, before: body.bytes, after: response.body.bytes) }
        return response
    }

    /// Returns the chunk lengths of a body whose values were replaced.
    ///
    /// Each chunk except the last keeps its number of line breaks, and is left out if it has none. The last chunk
    /// contains the rest.
    private static func chunks(_ chunks: [Int], before: Data, after: Data) -> [Int] {
        guard before.count != after.count else { return chunks }
        // Line breaks delimit the chunks because each event ends with a line break.
        let lineBreak = UInt8(ascii: "\n")
        var ends: [Int] = []
        var (oldEnd, newEnd) = (0, 0)
        for length in chunks.dropLast() {
            let lineBreakCount = before.dropFirst(oldEnd).prefix(length).count { $0 == lineBreak }
            var seen = 0
            while seen < lineBreakCount, newEnd < after.count {
                if after[after.startIndex + newEnd] == lineBreak { seen += 1 }
                newEnd += 1
            }
            oldEnd += length
            ends.append(newEnd)
        }
        let all = [0] + ends + [after.count]
        return zip(all, all.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
    }
}

extension HARBody {
    fileprivate func replacing(_ replace: ValueReplacement) -> HARBody {
        HARBody(NamedValues.body(bytes, type: knownType, replace), type: mimeType)
    }
}

extension HARField {
    /// Returns the field with its value, or the values in it, replaced.
    func replacing(_ replace: ValueReplacement) -> HARField {
        HARField(name, NamedValues.header(value, of: name, replace))
    }
}

extension Redaction {
    /// Returns whether a value is a placeholder for a redacted value, with or without number.
    static func isPlaceholder(_ value: String) -> Bool {
        guard value.hasPrefix(mask) else { return false }
        let rest = value.dropFirst(mask.count)
        if rest.isEmpty { return true }
        return rest.first == "-" && rest.count > 1 && rest.dropFirst().allSatisfy(\.isNumber)
    }
}
