import Foundation
import HTTPMock

/// Replaces the secrets of entries before they are written.
///
/// Equal values get equal placeholders.
struct Redactor {
    /// A replaced value, and the position where it was found first.
    struct Secret {
        let place: String
        let value: String
        /// The name of the environment variable that has the value; nil for a value of an entry.
        var variable: String?
    }

    private let redacting: Cassette.Redacting
    private var numbers: [String: Int] = [:]
    private var nextNumber: Int
    private(set) var secrets: [Secret] = []

    /// Creates a redactor for one file.
    ///
    /// - Parameters:
    ///   - redacting: The rule for the values that are replaced.
    ///   - firstNumber: The number of the first placeholder.
    init(_ redacting: Cassette.Redacting, firstNumber: Int = 1) {
        self.redacting = redacting
        nextNumber = firstNumber
    }

    /// Returns an entry with its secrets replaced.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - number: Its number, for messages.
    mutating func redact(_ entry: HAREntry, number: Int) -> HAREntry {
        var redacted = entry
        redacted.request = entry.request.replacing { placeholder(for: $1, at: $0, of: "request of entry \(number)") }
        redacted.response = entry.response.replacing { placeholder(for: $1, at: $0, of: "response of entry \(number)") }
        return redacted
    }

    mutating func placeholder(for value: String, at place: NamedPlace, of owner: String) -> String? {
        guard redacting.isSecret(place, value), !Redaction.isPlaceholder(value) else { return nil }
        let isNumber = place.kind == .jsonNumber
        if let number = numbers[value], !isNumber { return "\(Redaction.mask)-\(number)" }
        let text = "the \(place.text) in the \(owner)"
        secrets += Self.parts(of: value, at: place).map { Secret(place: text, value: $0) }
        // A number becomes 0, so that clients can still decode a number.
        if isNumber { return "0" }
        defer { nextNumber += 1 }
        numbers[value] = nextNumber
        return "\(Redaction.mask)-\(nextNumber)"
    }

    /// Returns the value, and the password if the value is basic credentials.
    private static func parts(of value: String, at place: NamedPlace) -> [String] {
        guard place.kind == .header, let data = Data(base64Encoded: value),
            let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
        else { return [value] }
        return [value, text, String(text[text.index(after: colon)...])]
    }
}
