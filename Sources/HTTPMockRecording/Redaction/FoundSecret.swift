import Foundation
import HTTPMock

/// A secret that would get into a file, because redaction does not recognize its position.
struct FoundSecret {
    let match: SecretSearch.Match
    /// The part with the secret, as in `the body of the response of GET https://a.com/`.
    let location: String
    /// The name that lets `.names(…)` replace the value; nil if the value has no name.
    let name: String?
    /// The edit of `recording:` that replaces the value.
    let edit: String

    /// Returns the secrets of entries, each at every position that has it.
    static func all(in entries: [HAREntry], _ search: SecretSearch, file: String) -> [FoundSecret] {
        entries.flatMap { all(in: $0, search, file: file) }
    }

    private static func all(in entry: HAREntry, _ search: SecretSearch, file: String) -> [FoundSecret] {
        let shown = Cassette.Entry(entry, in: file)
        // A secret in the URL must not be in the message.
        let hidesURL = search.hasMatch(in: Data(entry.request.url.utf8))
        let owner = hidesURL ? "\(entry.request.method) (\(shown.place))" : shown.shortDescription
        var found: [FoundSecret] = []
        for part in EntryPart.all(of: entry) {
            for match in search.matches(in: part.bytes) {
                let places = part.places { text in
                    search.matches(in: Data(text.utf8)).contains { $0.isEqual(to: match) }
                }
                let partLocation = "\(part.text) of \(owner)"
                if places.isEmpty {
                    found.append(
                        FoundSecret(match: match, location: partLocation, name: part.name, edit: part.edit))
                }
                for place in places {
                    found.append(
                        FoundSecret(
                            match: match, location: "the \(place.text) in \(partLocation)",
                            name: place.names.last ?? part.name, edit: part.edit))
                }
            }
        }
        guard found.isEmpty else { return found }
        // The secret is in a member that is searched with the whole entry only, such as the status text.
        return search.matches(in: Data(entry.json.data)).map { match in
            FoundSecret(
                match: match, location: "another member of the entry of \(owner)", name: nil,
                edit: "$0.isDropped = true")
        }
    }

    /// The sentence that names the part, but not the value, and the fix.
    private var text: String {
        let fix = name.map { "name the field: redacting: .names(\"\($0)\")" } ?? "replace it: recording: { \(edit) }"
        return
            "\(discovery) \(location), where redaction does not recognize it, so nothing was written. To fix this, "
            + "\(fix), \(alternative)."
    }

    /// The beginning of the sentence, before the part.
    private var discovery: String {
        switch match {
        case .value(let secret): "the value of \(secret.place) is also in"
        case .shape: "\(match.kind) is in"
        }
    }

    /// The end of the sentence: the fix if the part is to keep the value.
    private var alternative: String {
        if case .value(let secret) = match, let variable = secret.variable { return "or unset \(variable)" }
        return "or, if it is no secret, allow it: redacting: .allowing([\"\(match.checksum)\"])"
    }

    /// The highest number of positions that an error lists.
    private static let limit = 50

    /// Returns the error that names every position of every secret, up to the limit.
    static func error(of found: [FoundSecret]) -> HTTPMockError {
        var known: Set<String> = []
        let texts = found.map(\.text).filter { known.insert($0).inserted }
        var lines = Array(texts.prefix(limit))
        if texts.count > limit { lines.append("and \(texts.count - limit) more") }
        return HTTPMockError(lines.joined(separator: "\n"))
    }
}
