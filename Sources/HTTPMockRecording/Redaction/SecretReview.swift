import Foundation
import HTTPMock

/// The values of a file that may be secrets, for a person to judge.
///
/// A value looks random if it has at least 20 characters, each with more than 3.5 bits of information on average. In a
/// redacted file, only values without a secret name or a known shape are left to find.
package struct SecretReview {
    /// A value that looks random.
    package struct Finding: Hashable, Sendable {
        /// The position in words, as in `the JSON member id in the body of …`.
        package let place: String
        /// The number of the entry.
        package let entry: Int
        package let part: EntryLines.Part
        /// The first and the last four characters of the value, as in `9f86…b0f0`.
        package let value: String
    }

    /// The values in the order of the entries, each once for a position.
    package let findings: [Finding]

    /// Reviews the entries of a file.
    ///
    /// - Parameters:
    ///   - entries: The entries, as ``CassetteFile`` reads them.
    ///   - file: The name of the file.
    package init(_ entries: [HAREntry], in file: String) {
        var findings: [Finding] = []
        var known: Set<Finding> = []
        for entry in entries {
            let owner = Cassette.Entry(entry, in: file).shortDescription
            for part in EntryPart.all(of: entry) {
                for token in Self.randomTokens(in: part) {
                    var places = part.places { $0.contains(token) }.map { "the \($0.text) in " }
                    if places.isEmpty { places = [""] }
                    for place in places {
                        let finding = Finding(
                            place: "\(place)\(part.text) of \(owner)", entry: entry.number, part: part.part,
                            value: "\(token.prefix(4))…\(token.suffix(4))")
                        if known.insert(finding).inserted { findings.append(finding) }
                    }
                }
            }
        }
        self.findings = findings
    }

    /// The number of characters of the shortest value.
    private static let shortest = 20
    /// The information in bits that the characters of a value exceed on average.
    private static let informationLimit = 3.5

    /// Returns the values of a part that look random; none for a part that is no text.
    private static func randomTokens(in part: EntryPart) -> [String] {
        guard part.bytes.utf8Text != nil else { return [] }
        // The name of a header field is no value, although a long one looks random.
        let value = part.bytes.dropFirst(part.name?.utf8.count ?? 0)
        return value.split { !isInToken($0, of: part.part) }
            .filter { $0.count >= shortest && information(of: $0) > informationLimit }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns whether a byte can be in a random value: a letter, a digit, `+`, `-`, `_`, `~`, or a slash.
    private static func isInToken(_ byte: UInt8, of part: EntryLines.Part) -> Bool {
        // A slash is a digit of base64, and ends a segment of a path.
        if byte == UInt8(ascii: "/") { return part != .url }
        return byte.isTokenCharacter && !"!#$%&'*.^`|".utf8.contains(byte)
    }

    /// Returns the average information of a character in bits, by the frequency of the characters.
    private static func information(of bytes: Data) -> Double {
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes { counts[Int(byte)] += 1 }
        return counts.filter { $0 > 0 }.reduce(0) { sum, count in
            let share = Double(count) / Double(bytes.count)
            return sum - share * log2(share)
        }
    }
}
