import Foundation
import HTTPMock

/// A part of an entry that is searched by itself.
private struct EntryPart {
    /// The part in words, as in `the header field X-Note of the response`.
    let text: String
    let part: EntryLines.Part
    let bytes: Data
    /// The name that lets `.names(…)` replace the whole part; nil without a name.
    var name: String?
    /// The edit of `recording:` that replaces a value in the part.
    let edit: String
    /// Visits the named values of the part.
    let walk: (ValueReplacement) -> Void

    /// Returns the parts of an entry that have a text of their own.
    static func all(of entry: HAREntry) -> [EntryPart] {
        let (request, response) = (entry.request, entry.response)
        let start = request.url.prefix { $0 != "?" && $0 != "#" }
        // The path and the query are searched by themselves, because both may contain the same value.
        let url = [String(start), String(request.url[start.endIndex...])].filter { !$0.isEmpty }.map { text in
            EntryPart(
                text: "the URL", part: .url, bytes: Data(text.utf8),
                edit: #"$0.url = $0.url.replacing("…", with: "x")"#
            ) { _ = NamedValues.url(text, $0) }
        }
        return url + fields(request.headers, "request") + [body(request.body, "request")].compactMap(\.self)
            + fields(response.headers, "response") + [body(response.body, "response")].compactMap(\.self)
    }

    private static func fields(_ fields: [HARField], _ owner: String) -> [EntryPart] {
        fields.map { field in
            EntryPart(
                text: "the header field \(field.name) of the \(owner)",
                part: owner == "request" ? .requestHeader(field.name) : .responseHeader(field.name),
                bytes: Data("\(field.name): \(field.value)".utf8),
                name: field.name, edit: #"$0.\#(owner)Headers.removeAll { $0.name == "\#(field.name)" }"#
            ) { _ in }
        }
    }

    private static func body(_ body: HARBody?, _ owner: String) -> EntryPart? {
        guard let body, !body.bytes.isEmpty else { return nil }
        let member = "$0.\(owner)Body"
        return EntryPart(
            text: "the body of the \(owner)", part: owner == "request" ? .requestBody : .responseBody,
            bytes: body.bytes,
            edit: #"\#(member) = Data(String(decoding: \#(member), as: UTF8.self).replacing("…", with: "x").utf8)"#
        ) { _ = NamedValues.body(body.bytes, type: body.knownType, $0) }
    }

    /// Returns the innermost named positions whose values meet a condition, each once.
    func places(where isWanted: (String) -> Bool) -> [NamedPlace] {
        var found: [NamedPlace] = []
        walk { place, value in
            guard isWanted(value) else { return nil }
            if let last = found.last, last.depth < place.depth { found.removeLast() }
            if !found.contains(place) { found.append(place) }
            return nil
        }
        return found
    }
}

/// A secret that would get into a file, because redaction does not recognize its position.
struct FoundSecret {
    let match: SecretSearch.Match
    /// The number of the entry.
    let number: Int
    /// The part with the secret, as in `the body of the response of GET https://a.com/`.
    let place: String
    /// The name that lets `.names(…)` replace the value; nil if the value has no name.
    let name: String?
    /// The edit of `recording:` that replaces the value.
    let edit: String

    /// Returns the secrets of entries, each in every part that has it.
    static func all(in entries: [HAREntry], _ search: SecretSearch, file: String) -> [FoundSecret] {
        entries.flatMap { all(in: $0, search, file: file) }
    }

    private static func all(in entry: HAREntry, _ search: SecretSearch, file: String) -> [FoundSecret] {
        let shown = Cassette.Entry(entry, in: file)
        let hidesURL = search.hasMatch(in: Data(entry.request.url.utf8))
        let owner = hidesURL ? "\(entry.request.method) (\(shown.place))" : shown.shortDescription
        var found: [FoundSecret] = []
        for part in EntryPart.all(of: entry) {
            for match in search.matches(in: part.bytes) {
                let places = part.places { search.matches(in: Data($0.utf8)).contains { $0.isEqual(to: match) } }
                for place in places.isEmpty ? [nil] : places.map(Optional.some) {
                    let named = place.map { "the \($0.text) in " } ?? ""
                    found.append(
                        FoundSecret(
                            match: match, number: entry.number, place: "\(named)\(part.text) of \(owner)",
                            name: place?.names.last ?? part.name, edit: part.edit))
                }
            }
        }
        guard found.isEmpty else { return found }
        return search.matches(in: Data(entry.json.data)).map { match in
            FoundSecret(
                match: match, number: entry.number, place: "another member of the entry of \(owner)", name: nil,
                edit: "$0.isDropped = true")
        }
    }

    /// The sentence that names the part, but not the value, and the fix.
    private var text: String {
        let fix = name.map { "name the field: redacting: .names(\"\($0)\")" } ?? "replace it: recording: { \(edit) }"
        switch match {
        case .value(let secret):
            let alternative = secret.variable.map { "unset \($0)" } ?? "turn redaction off: redacting: .nothing"
            return
                "the value of \(secret.place) is also in \(place), where redaction does not recognize it, so nothing was "
                + "written. To fix this, \(fix), or \(alternative)."
        case .shape(let shape, let value):
            return
                "\(shape.name) is in \(place), where redaction does not recognize it, so nothing was written. To fix this, "
                + "\(fix), or, if it is no secret, allow it: redacting: "
                + ".allowing([\"\(SecretShape.checksum(of: value))\"])."
        }
    }

    /// The highest number of secrets that an error lists.
    private static let limit = 50

    /// Returns the error that names every position of every secret.
    static func refusal(of found: [FoundSecret]) -> HTTPMockError {
        var known: Set<String> = []
        let texts = found.map(\.text).filter { known.insert($0).inserted }
        let rest = texts.count > limit ? ["and \(texts.count - limit) more"] : []
        return HTTPMockError((texts.prefix(limit) + rest).joined(separator: "\n"))
    }
}

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

    /// The values in the order of the file, each once for a position.
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
                    let places = part.places { $0.contains(token) }.map { "the \($0.text) in " }
                    for place in places.isEmpty ? [""] : places {
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

    /// The shortest value and the least information of its characters.
    private static let (shortest, leastInformation) = (20, 3.5)

    /// Returns the words of a text that look random.
    private static func randomTokens(in part: EntryPart) -> [String] {
        guard part.bytes.utf8Text != nil else { return [] }
        // A slash is a digit of base64, and ends a segment of a path.
        let others = Array((part.part == .url ? "!#$%&'*.^`|/=" : "!#$%&'*.^`|=").utf8)
        return part.bytes.split { byte in
            others.contains(byte) || !byte.isTokenCharacter && byte != UInt8(ascii: "/")
        }
        .filter { $0.count >= shortest && information(of: $0) > leastInformation }
        .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the information of a character in bits, by the frequency of the characters.
    private static func information(of bytes: Data) -> Double {
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes { counts[Int(byte)] += 1 }
        return counts.filter { $0 > 0 }.reduce(0) { sum, count in
            let share = Double(count) / Double(bytes.count)
            return sum - share * log2(share)
        }
    }
}
