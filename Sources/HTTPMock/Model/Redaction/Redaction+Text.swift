import Foundation

extension Redaction {
    /// The deepest nesting of texts that is read; a deeper text is masked whole.
    ///
    /// A text that was encoded a thousand times must not overflow the stack.
    static let depthLimit = 8

    /// Returns a text of unknown content without secrets: JSON, a URL, parameters, or none of these.
    package static func text(ofValue text: String, depth: Int = 0) -> String {
        guard depth < depthLimit else { return mask }
        guard text.utf8.contains(where: { "=:@".utf8.contains($0) }) else { return text }
        if let first = text.utf8.first(where: { $0 > 0x20 }), "{[".utf8.contains(first), text.utf8.contains(0x22) {
            let bytes = Array(text.utf8)
            // A GraphQL document starts as JSON does.
            let masked =
                JSONValue(Data(bytes)) == nil
                ? assignments(in: json(bytes, depth: depth), .text, depth: depth) : json(bytes, depth: depth)
            return String(decoding: masked, as: UTF8.self)
        }
        if isAddress(text) { return self.text(ofAddress: text, depth: depth) }
        return self.text(ofAssignments: text, in: .text, depth: depth)
    }

    /// Returns a part of a body, masked after the first name of a secret: `a=1&token=REDACTED`.
    static func text(ofFields text: String) -> String {
        let scalars = text.unicodeScalars
        for index in scalars.indices where scalars[index] == "=" || scalars[index] == ":" {
            let before = scalars[..<index].reversed().drop { $0 == "\"" || $0 == "'" || $0.properties.isWhitespace }
            let name = before.prefix {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0)
            }
            if isSecret(String(String.UnicodeScalarView(name.reversed()))) { return "\(text[...index])\(mask)" }
        }
        return text
    }

    /// Returns whether a text is one URL with an authority, and nothing else.
    private static func isAddress(_ text: String) -> Bool {
        guard let scheme = text.range(of: "://") else { return false }
        return text[..<scheme.lowerBound].utf8.allSatisfy { $0.isTokenCharacter }
            && !text.utf8.contains { $0 <= 0x20 || "\"<>".utf8.contains($0) }
    }

    /// Returns a text without the values of secret names in `name=value`, `name="value"` and `name: "value"`.
    static func text(
        ofAssignments text: String, in surroundings: AssignmentScan.Surroundings, depth: Int
    ) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { "=:".utf8.contains($0) }) else { return text }
        return String(decoding: assignments(in: bytes, surroundings, depth: depth), as: UTF8.self)
    }

    /// Returns bytes of text with the secret values, and the users of URLs, masked.
    static func assignments(
        in bytes: [UInt8], _ surroundings: AssignmentScan.Surroundings, depth: Int = 0
    ) -> [UInt8] {
        var scan = AssignmentScan(bytes, surroundings, depth: depth)
        return scan.masked()
    }
}
