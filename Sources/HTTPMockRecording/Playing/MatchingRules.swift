import Foundation
import HTTPMock

/// The rules by which a cassette compares requests.
struct MatchingRules: Sendable {
    /// The header fields that count, by name in lower case.
    let headers: [String]
    let ignoresHost: Bool
    let ignoresScheme: Bool
    let ignoresPort: Bool
    let ignoresQuery: Bool
    let ignoresBody: Bool
    /// The closures of the user that accept an entry, after all other rules.
    let custom: [@Sendable (MockRequest, Cassette.Entry) -> Bool]
    /// The header fields of responses that keep their old value, by name in lower case.
    let responseHeaders: Set<String>
    private let paths: [PathShape]
    private let ignored: Set<Cassette.Part>
    private var redacting: Cassette.Redacting

    init(matching: [Cassette.Rule], ignoring: [Cassette.Part], redacting: Cassette.Redacting) {
        ignored = Set(ignoring)
        self.redacting = redacting
        var headers: [String] = []
        var custom: [@Sendable (MockRequest, Cassette.Entry) -> Bool] = []
        var ignoresHost = false
        for rule in matching {
            switch rule.kind {
            case .header(let name):
                if !ignoring.contains(.header(name)) { headers.append(name) }
            case .anyHost: ignoresHost = true
            case .custom(let matches): custom.append(matches)
            }
        }
        self.headers = headers
        self.custom = custom
        self.ignoresHost = ignoresHost
        ignoresScheme = ignoresHost || ignoring.contains(.scheme)
        ignoresPort = ignoresHost || ignoring.contains(.port)
        ignoresQuery = ignoring.contains(.query)
        ignoresBody = ignoring.contains(.body)
        responseHeaders = Set(ignoring.filter { $0.kind == .responseHeader }.map(\.name))
        paths = ignoring.filter { $0.kind == .path }.map { PathShape($0.name) }
    }

    /// Returns the path to compare: the first matching pattern of `.path(where:)`, or the path.
    ///
    /// - Parameter path: The path with decoded segments.
    func counted(path: String) -> String {
        if paths.isEmpty { return path }
        return paths.first { $0.matches(path) }?.pattern ?? path
    }

    /// Returns the rules with the names that are redacted in the requests of a file.
    ///
    /// A value of such a name is masked, and so matches any other masked value.
    func adding(namesRedactedIn requests: [HARRequest]) -> MatchingRules {
        var names: Set<String> = []
        for request in requests where request.mayHavePlaceholders {
            request.forEachValue { place, value in
                if Redaction.isPlaceholder(value), let name = place.names.last { names.insert(name.lowercased()) }
            }
        }
        var rules = self
        rules.redacting = redacting.adding(names)
        return rules
    }

    /// Returns whether a header field is ignored, its name in any case.
    func ignores(header name: String) -> Bool { ignored.contains(.header(name)) }

    /// Returns the query items that count, with secrets masked.
    ///
    /// The items are sorted by name, and by value if the order of equal names doesn't count.
    func query(of request: MockRequest) -> [RequestKey.Item] {
        if ignoresQuery { return [] }
        let counted = items(request.queryItems, .query, of: .query)
        guard ignored.contains(.queryOrder) else { return counted }
        return counted.sorted { $0.precedes($1) }
    }

    /// Returns the items that count, sorted by name, with secrets masked.
    ///
    /// - Parameters:
    ///   - kind: The kind of the items' positions.
    ///   - part: The kind of the parts that leave an item out.
    func items(_ items: [RequestItem], _ kind: NamedPlace.Kind, of part: Cassette.Part.Kind) -> [RequestKey.Item] {
        var kept = items
        if !ignored.isEmpty { kept.removeAll { ignored.contains(Cassette.Part(kind: part, name: $0.name.text)) } }
        // The sort is stable, so the values of one name keep their order.
        if kept.count > 1 { kept.sort { $0.name < $1.name } }
        return kept.map { item in
            let place = NamedPlace(kind, [item.name.text])
            return RequestKey.Item(item, masked: item.value.map { masked($0.text, at: place) })
        }
    }

    /// Returns the parts of a multipart body that count, with secrets masked.
    ///
    /// - Parameter depth: The number of parts that enclose the body.
    func parts(_ form: MultipartParser, in bytes: [UInt8], depth: Int = 0) -> [RequestKey.Part] {
        form.parts.filter { !ignored.contains(.form($0.name ?? "")) }.map { part in
            let content = NamedValues.content(of: part, in: bytes, mask)
            let nested = nestedParts(of: [UInt8](content), type: part.headers["Content-Type"], depth: depth)
            let fields = part.headers.map { name, value in
                let lowercased = name.lowercased()
                // A boundary does not count, because clients choose it at random.
                let hasBoundary = nested != nil && lowercased == "content-type"
                if hasBoundary { return "\(lowercased): \(MediaEssence(value))" }
                return "\(lowercased): \(maskedInPart(HARField(name, value)))"
            }
            return RequestKey.Part(
                head: fields.map { ExactText($0) }.sorted(), content: nested == nil ? content : Data(),
                parts: nested ?? [])
        }
    }

    /// Returns the parts of a part that is multipart itself, as in a batch of OData.
    ///
    /// - Returns: Nil for a part that is not multipart, is malformed, or is too deep.
    private func nestedParts(of bytes: [UInt8], type: String?, depth: Int) -> [RequestKey.Part]? {
        let nestingLimit = 8
        guard let type, depth < nestingLimit, MediaEssence(type).isMultipart else { return nil }
        let form = MultipartParser(bytes, contentType: type)
        guard form.problem == nil else { return nil }
        return parts(form, in: bytes, depth: depth + 1)
    }

    func masked(_ body: Data, type: String?) -> Data { NamedValues.body(body, type: type, mask) }

    func masked(_ field: HARField) -> String { field.replacing(mask).value }

    /// Returns a field's value in a part's head, masked only for a secret name.
    private func maskedInPart(_ field: HARField) -> String {
        Redaction.isSecret(field.name) ? masked(field) : field.value
    }

    func masked(path: String) -> String { NamedValues.path(path, mask) }

    func masked(_ value: JSONValue) -> JSONValue { masked(value, [], [], isInAuthorization: false) }

    /// Returns a JSON value with its secrets masked and without ignored members.
    ///
    /// - Parameters:
    ///   - names: The names of the members from outside in, by which members are ignored.
    ///   - secretNames: The names by which secrets are found: the value of `{"name": "password", "value": …}` has the
    ///     name `password` here, and `value` in `names`.
    ///   - isInAuthorization: Whether the value is next to members of an authorization.
    private func masked(
        _ value: JSONValue, _ names: [String], _ secretNames: [String], isInAuthorization: Bool
    ) -> JSONValue {
        func place(_ kind: NamedPlace.Kind) -> NamedPlace {
            NamedPlace(kind, secretNames, isInAuthorization: isInAuthorization)
        }
        switch value {
        case .object(let members):
            let pairName = members.secretPairName
            let isAuthorization = members.keys.contains(where: Redaction.isOfAuthorization)
            var kept: JSONObject = [:]
            for (name, member) in members where !ignores(memberAt: names + [name]) {
                var secretName = name
                if let pairName, name.lowercased() == "value" { secretName = pairName }
                kept[name] = masked(
                    member, names + [name], secretNames + [secretName], isInAuthorization: isAuthorization)
            }
            return .object(kept)
        case .array(let elements):
            // A header field as a pair: `["Authorization", "Bearer …"]`.
            if elements.count == 2, let name = elements[0].string, let text = elements[1].string,
                Redaction.isFieldPair(name, text)
            {
                return .array([elements[0], .string(masked(HARField(name, text)))])
            }
            return .array(elements.map { masked($0, names, secretNames, isInAuthorization: isInAuthorization) })
        case .string(let text): return .string(masked(text, at: place(.json)))
        case .number(let number):
            guard redacting.isSecret(place(.jsonNumber), number.description) else { return value }
            return .string(Redaction.mask)
        case .null, .bool: return value
        }
    }

    /// Returns whether a JSON member is ignored by its own name, or by its path.
    ///
    /// - Parameter names: The names of the members from outside in.
    func ignores(memberAt names: [String]) -> Bool {
        guard !ignored.isEmpty, let last = names.last else { return false }
        return ignored.contains(.json(last)) || ignored.contains(.json(names.joined(separator: ".")))
    }

    private func masked(_ value: String, at place: NamedPlace) -> String {
        NamedValues.value(value, at: place, mask) ?? value
    }

    /// Returns the mask for a secret or a placeholder; nil for other values.
    private func mask(_ place: NamedPlace, _ value: String) -> String? {
        guard Redaction.isPlaceholder(value) || redacting.isSecret(place, value) else { return nil }
        // The text of the body has to stay JSON.
        return place.kind == .jsonNumber ? "0" : Redaction.mask
    }
}

extension JSONObject {
    /// The secret name in a pair such as `{"name": "password", "value": …}`; nil in other objects.
    fileprivate var secretPairName: String? {
        guard count > 1, keys.contains(where: { $0.lowercased() == "value" }) else { return nil }
        let names = filter { ["name", "key"].contains($0.key.lowercased()) }
        // Sorted, so that an object with both members has the same name in each run.
        return names.compactMap(\.value.string).sorted().first(where: Redaction.isSecret)
    }
}

extension HARRequest {
    /// Whether the request may contain a placeholder.
    fileprivate var mayHavePlaceholders: Bool {
        let mask = Data(Redaction.mask.utf8)
        return Data(url.utf8).range(of: mask) != nil
            || headers.contains { Data($0.value.utf8).range(of: mask) != nil } || body?.bytes.range(of: mask) != nil
    }
}

/// The pattern in `.path(where:)`, in which the text at a star doesn't count.
struct PathShape: Sendable {
    let pattern: String
    private let segments: [Segment]

    private enum Segment: Sendable {
        /// `**`: any number of segments.
        case any
        case glob(TextGlob)
    }

    init(_ pattern: String) {
        self.pattern = pattern
        segments = Self.segments(of: pattern).map { segment in
            guard segment != "**" else { return .any }
            return .glob(TextGlob(segment))
        }
    }

    /// Returns the segments after a path's first slash, also empty ones, as in `/a//b`.
    private static func segments(of path: String) -> [String] {
        // By byte, because a combining mark after a slash forms one character with it.
        let slash = UInt8(ascii: "/")
        var bytes = path.utf8[...]
        if bytes.first == slash { bytes.removeFirst() }
        return bytes.split(separator: slash, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }

    /// Returns whether a path, with decoded segments, has this shape.
    func matches(_ path: String) -> Bool {
        let parts = Self.segments(of: path)
        // The numbers of segments that the pattern's segments so far can have matched.
        var ends: Set<Int> = [0]
        for segment in segments {
            switch segment {
            case .any:
                guard let shortest = ends.min() else { return false }
                ends = Set(shortest...parts.count)
            case .glob(let glob):
                let matched = ends.filter { $0 < parts.count && glob.matches(parts[$0]) }
                ends = Set(matched.map { $0 + 1 })
            }
        }
        return ends.contains(parts.count)
    }
}
