import Foundation
import HTTPMock

/// Texts that may match some patterns, formats and lengths.
enum TextSample {
    /// The largest `minLength` for which texts are long enough.
    private static let lengthLimit = 100_000

    /// Returns texts in the order in which they are tried.
    ///
    /// - Parameters:
    ///   - constraints: The patterns, formats and lengths.
    ///   - variant: The number of the value among values that differ.
    ///   - choice: The choices, which may be random.
    static func candidates(
        _ constraints: SampleConstraints, variant: Int, _ choice: inout SampleChoice
    ) -> [JSONValue] {
        let minimum = min(constraints.count(.minLength) ?? 0, Self.lengthLimit)
        var texts: [String] = []
        // Texts of a format come first, because a pattern often allows days that no calendar has.
        for format in constraints.formats { texts += samples(of: format, length: minimum, variant) }
        for pattern in constraints.patterns {
            for text in PatternSample.texts(of: pattern.source, length: minimum) {
                texts += withUsualDate(text)
                texts.append(text)
            }
        }
        if texts.isEmpty {
            if choice.isRandom {
                // Random texts have up to twelve more letters.
                let longest = min(constraints.count(.maxLength) ?? .max, minimum + 12)
                let count = choice.number(in: minimum...max(minimum, longest))
                let letters = (0..<count).map { _ in UInt8(ascii: "a") + UInt8(choice.number(in: 0...25)) }
                texts.append(String(decoding: letters, as: UTF8.self))
            }
            // The number makes the texts of several variants differ.
            var number = ""
            if variant > 0 { number = "\(variant)" }
            let letters = String(repeating: "a", count: max(0, minimum - number.count))
            texts.append(letters + number)
        }
        return texts.map { .string($0) }
    }

    /// Returns a text with another date, and with another year only; nothing unless it begins with the year 0000.
    private static func withUsualDate(_ text: String) -> [String] {
        guard text.hasPrefix("0000-") else { return [] }
        let afterDate = text.dropFirst("0000-00-00".count)
        let afterYear = text.dropFirst("0000".count)
        return ["2000-01-01\(afterDate)", "2000\(afterYear)"]
    }

    /// Returns texts of a format; for some formats, the last one has at least the given length.
    private static func samples(of format: Format, length: Int, _ variant: Int) -> [String] {
        let filler = String(repeating: "a", count: length)
        let date = "2000-01-\(padded(variant % 28 + 1, to: 2))"
        switch format {
        case .dateTime: return ["\(date)T00:00:00Z", "\(date)T00:00:00.000Z"]
        case .date: return [date]
        case .time: return ["00:00:\(padded(variant % 60, to: 2))Z"]
        case .duration: return ["PT\(variant)S"]
        case .email: return ["a\(variant)@example.com", "\(filler)@example.com"]
        case .hostname: return ["a\(variant).example.com"]
        case .ipv4: return ["127.0.0.\(variant % 256)"]
        case .ipv6: return ["::\(variant % 10_000)"]
        case .uri: return ["https://example.com/\(variant)", "https://example.com/\(filler)"]
        case .uriReference: return ["/\(variant)", "/\(filler)"]
        case .uuid: return ["00000000-0000-4000-8000-\(padded(variant, to: 12))"]
        // Base64 has groups of four characters.
        case .byte: return ["", String(repeating: "AAAA", count: length / 4 + 1)]
        case .regex: return ["a{\(variant)}", filler]
        case .jsonPointer: return ["/\(variant)", "/\(filler)"]
        case .int32, .int64: return [padded(variant, to: length)]
        }
    }

    /// Returns a number with zeros before it, so that it has at least the given length.
    private static func padded(_ number: Int, to length: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, length - digits.count)) + digits
    }
}
