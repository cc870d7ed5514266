import Foundation
import HTTPMock

/// A part of an entry that is searched by itself.
struct EntryPart {
    /// The part in words, as in `the header field X-Note of the response`.
    let text: String
    /// The part by which its line is found.
    let part: EntryLines.Part
    /// The bytes to search; those of a header field include its name.
    let bytes: Data
    /// The name that lets `.names(…)` replace the whole part; nil without a name.
    var name: String?
    /// The edit of `recording:` that removes a value from the part, or the part.
    let edit: String
    /// Visits the named values in the part; does nothing for a header field, which has a name of its own.
    let walk: (ValueReplacement) -> Void

    /// Returns the parts of an entry that have a text of their own.
    static func all(of entry: HAREntry) -> [EntryPart] {
        let (request, response) = (entry.request, entry.response)
        let start = request.url.prefix { $0 != "?" && $0 != "#" }
        // A search finds a value only once, so the URL before the query and the rest are searched separately.
        let halves = [String(start), String(request.url[start.endIndex...])]
        let url = halves.filter { !$0.isEmpty }.map { text in
            EntryPart(
                text: "the URL", part: .url, bytes: Data(text.utf8),
                edit: #"$0.url = $0.url.replacing("…", with: "x")"#
            ) { _ = NamedValues.url(text, $0) }
        }
        let bodies = [body(request.body, of: .request), body(response.body, of: .response)].compactMap(\.self)
        return url + fields(request.headers, of: .request) + fields(response.headers, of: .response) + bodies
    }

    /// The message that has a part.
    private enum Owner: String {
        case request, response

        func header(_ name: String, after count: Int) -> EntryLines.Part {
            switch self {
            case .request: .requestHeader(name, after: count)
            case .response: .responseHeader(name, after: count)
            }
        }

        var body: EntryLines.Part {
            switch self {
            case .request: .requestBody
            case .response: .responseBody
            }
        }
    }

    private static func fields(_ fields: [HARField], of owner: Owner) -> [EntryPart] {
        var counts: [String: Int] = [:]
        return fields.map { field in
            let count = counts[field.name.lowercased(), default: 0]
            counts[field.name.lowercased()] = count + 1
            return EntryPart(
                text: "the header field \(field.name) of the \(owner)", part: owner.header(field.name, after: count),
                bytes: Data("\(field.name): \(field.value)".utf8),
                name: field.name, edit: #"$0.\#(owner)Headers.removeAll { $0.name == "\#(field.name)" }"#
            ) { _ in
                // The name of the field is enough for `.names(…)`.
            }
        }
    }

    private static func body(_ body: HARBody?, of owner: Owner) -> EntryPart? {
        guard let body, !body.bytes.isEmpty else { return nil }
        let member = "$0.\(owner)Body"
        return EntryPart(
            text: "the body of the \(owner)", part: owner.body, bytes: body.bytes,
            edit: #"\#(member) = Data(String(decoding: \#(member), as: UTF8.self).replacing("…", with: "x").utf8)"#
        ) { _ = NamedValues.body(body.bytes, type: body.knownType, $0) }
    }

    /// Returns the innermost named positions whose values meet a condition, each once.
    func places(where isWanted: (String) -> Bool) -> [NamedPlace] {
        var found: [NamedPlace] = []
        walk { place, value in
            guard isWanted(value) else { return nil }
            // A value is visited before the values that are inside it, which are deeper, and which then replace it.
            if let last = found.last, last.depth < place.depth { found.removeLast() }
            if !found.contains(place) { found.append(place) }
            return nil
        }
        return found
    }
}
