import HTTPMock

/// The differences between a request and a recorded request, part by part.
struct RequestDifference: Sendable {
    /// The parts that match, in the order of a request.
    private(set) var matching: [String] = []
    /// The differences of the other parts, in the same order.
    private(set) var reasons: [String] = []
    /// The size of the difference; 0 for equal requests.
    private(set) var weight = 0
    private let request: RequestKey
    private let recorded: RequestKey

    init(of request: RequestKey, from recorded: RequestKey) {
        self.request = request
        self.recorded = recorded
        // Another host is farther away than another path. Each item, header field or difference of bodies weighs 1.
        compare("method", request.method, recorded.method, weight: 4)
        // An equal scheme is not worth a word.
        if request.scheme != recorded.scheme { compare("scheme", request.scheme, recorded.scheme, weight: 1) }
        compare("host", Self.host(request), Self.host(recorded), weight: 16)
        compare("path", request.path, recorded.path, weight: 8)
        note("query", Self.reasons(request.query, recorded.query, item: "query item"))
        let headerNames = Set(request.headers.keys).union(recorded.headers.keys).sorted()
        if !headerNames.isEmpty {
            let headerReasons = headerNames.compactMap { name in
                Self.reason("header field \(name)", request.headers[name]?.text, recorded.headers[name]?.text)
            }
            note("header fields", headerReasons)
        }
        note("body", request.body.reasons(from: recorded.body))
    }

    /// The matching parts and the differences, in one line.
    var text: String {
        guard let last = matching.last else { return reasons.joined(separator: "; ") }
        let others = matching.dropLast().joined(separator: ", ")
        var matches = "\(last) matches"
        if !others.isEmpty { matches = "\(others) and \(last) match" }
        return ([matches] + reasons).joined(separator: "; ")
    }

    private mutating func compare(_ part: String, _ found: String, _ recorded: String, weight: Int) {
        if found.hasSameCodeUnits(as: recorded) { return matching.append(part) }
        if found == recorded {
            reasons.append("\(part) is \(found) in another normalization form")
        } else {
            reasons.append("\(part) is \(found), recorded is \(recorded)")
        }
        self.weight += weight
    }

    private mutating func note(_ part: String, _ differences: [String]) {
        if differences.isEmpty { return matching.append(part) }
        let limit = 5
        reasons += differences.prefix(limit)
        let hiddenCount = differences.count - limit
        if hiddenCount > 0 { reasons.append("and \(hiddenCount.counted("more difference")) of the \(part)") }
        weight += differences.count
    }

    /// Returns the host, with its port unless that is the default.
    private static func host(_ key: RequestKey) -> String {
        guard let port = key.port, port != RequestKey.defaultPort(of: key.scheme) else { return key.host }
        return "\(key.host):\(port)"
    }

    static func reasons(_ found: [RequestKey.Item], _ recorded: [RequestKey.Item], item: String) -> [String] {
        differingItems(found, recorded).compactMap { items in
            if items.values == items.recordedValues { return "\(item) \(items.name) \(items.hiddenDifference)" }
            return reason(
                "\(item) \(items.name)", text(items.values), text(items.recordedValues), isQuoted: true)
        }
    }

    /// The items of one name that differ.
    struct DifferingItems {
        let name: String
        let found: [RequestKey.Item]
        let recorded: [RequestKey.Item]

        var values: [String] { found.map { $0.value ?? "" } }
        var recordedValues: [String] { recorded.map { $0.value ?? "" } }

        /// Whether the request and the recorded one have the same items, in any order.
        var haveSameItems: Bool {
            found.sorted { $0.precedes($1) } == recorded.sorted { $0.precedes($1) }
        }

        /// The difference of items whose values look the same.
        var hiddenDifference: String {
            let isValueMissingInOne = found.map { $0.value == nil } != recorded.map { $0.value == nil }
            if isValueMissingInOne { return "has a value in one of them only" }
            return "is in another normalization form"
        }
    }

    /// Returns the items of each name that differ, sorted by name.
    static func differingItems(_ found: [RequestKey.Item], _ recorded: [RequestKey.Item]) -> [DifferingItems] {
        let found = Dictionary(grouping: found, by: \.name)
        let recorded = Dictionary(grouping: recorded, by: \.name)
        let names = Set(found.keys).union(recorded.keys).sorted()
        return names.map { DifferingItems(name: $0, found: found[$0] ?? [], recorded: recorded[$0] ?? []) }
            .filter { $0.found != $0.recorded }
    }

    private static func text(_ values: [String]) -> String? {
        guard !values.isEmpty else { return nil }
        return values.map(\.debugDescription).joined(separator: ", ")
    }

    /// Returns the difference of two values; nil if they are equal.
    ///
    /// - Parameter isQuoted: Whether the values have their quotation marks already.
    private static func reason(_ part: String, _ found: String?, _ recorded: String?, isQuoted: Bool = false) -> String?
    {
        func quoted(_ text: String) -> String { isQuoted ? text : text.debugDescription }
        switch (found, recorded) {
        case (let found?, nil): return "\(part) is \(quoted(found)), and was not recorded"
        case (nil, let recorded?): return "\(part) is missing, recorded is \(quoted(recorded))"
        case (let found?, let recorded?) where !found.hasSameCodeUnits(as: recorded):
            return "\(part) is \(quoted(found)), recorded is \(quoted(recorded))"
        default: return nil
        }
    }
}

extension RequestKey.Body {
    /// Returns the differences from a recorded body; empty if the bodies are equal.
    fileprivate func reasons(from recorded: RequestKey.Body) -> [String] {
        switch (self, recorded) {
        case _ where self == recorded: return []
        case (.json(let value), .json(let expected)):
            let difference = value.differences(from: JSONExpectation(expected), allowingMore: false).text
            return ["the JSON body differs: \(difference ?? "it is another value")"]
        case (.form(let items), .form(let expected)):
            return RequestDifference.reasons(items, expected, item: "form field")
        case (.multipart(let parts), .multipart(let expected)):
            guard parts.count == expected.count else {
                return ["the form has \(parts.count.counted("part")), recorded are \(expected.count)"]
            }
            return zip(parts, expected).enumerated().compactMap { index, pair in
                let (part, recorded) = pair
                guard part != recorded else { return nil }
                let difference = part.head == recorded.head ? "content" : "head"
                return "part \(index + 1) of the form has another \(difference)"
            }
        default: return ["the body is \(kind), recorded is \(recorded.kind)"]
        }
    }

    private var kind: String {
        switch self {
        case .empty: "empty"
        case .json: "JSON"
        case .form: "a form"
        case .multipart(let parts): "a form in \(parts.count.counted("part"))"
        case .bytes(let data): data.count.counted("byte")
        }
    }
}

extension RequestDifference {
    /// The parts without which both requests would be equal, such as a time or a random identifier.
    ///
    /// Empty if there are too many, or if the requests differ in more than query items, header fields, form fields and
    /// JSON members. Also empty if ignoring a JSON member that differs would ignore other members too.
    var ignorableParts: [Cassette.Part] {
        let hasSameOrigin =
            request.scheme == recorded.scheme && request.host == recorded.host && request.port == recorded.port
        guard hasSameOrigin, request.method == recorded.method, request.path == recorded.path else { return [] }
        let queryItems = Self.differingItems(request.query, recorded.query)
        var parts = queryItems.map { Cassette.Part.query($0.name) }
        let queriesDifferInOrderOnly = !queryItems.isEmpty && queryItems.allSatisfy(\.haveSameItems)
        if queriesDifferInOrderOnly { parts = [.queryOrder] }
        let headerNames = Set(request.headers.keys).union(recorded.headers.keys).sorted()
        for name in headerNames where request.headers[name] != recorded.headers[name] { parts.append(.header(name)) }
        switch (request.body, recorded.body) {
        case _ where request.body == recorded.body: break
        case (.form(let items), .form(let others)): parts += Self.differingItems(items, others).map { .form($0.name) }
        case (.json(let value), .json(let other)):
            var paths: [[String]] = []
            Self.collectPaths(value, other, [], into: &paths)
            let members = paths.map { Cassette.Part.json($0.joined(separator: ".")) }
            guard !paths.isEmpty, paths.count <= Self.partLimit, !members.contains(.json("")) else { return [] }
            let rules = MatchingRules(matching: [], ignoring: members, redacting: .nothing)
            let ignoresOthers = [value, other].contains { Self.hasMember($0, [], ignoredBy: rules, besides: paths) }
            guard !ignoresOthers else { return [] }
            parts += members
        default: return []
        }
        guard parts.count <= Self.partLimit else { return [] }
        return parts
    }

    /// The highest number of parts that the advice names.
    private static let partLimit = 3

    /// Collects the paths of the members that differ; a difference outside of members has the empty path.
    ///
    /// A difference in an element of an array counts as a difference of the member that has the array.
    private static func collectPaths(
        _ value: JSONValue, _ other: JSONValue, _ names: [String], into paths: inout [[String]]
    ) {
        switch (value, other) {
        // More paths than the limit are not needed, and each insertion searches the whole list.
        case _ where paths.count > partLimit || value == other: break
        case (.object(let members), .object(let others)):
            for name in Set((members.keys + others.keys).map(ExactText.init)).sorted().map(\.text) {
                guard let member = members[name], let expected = others[name] else {
                    insert(names + [name], into: &paths)
                    continue
                }
                collectPaths(member, expected, names + [name], into: &paths)
            }
        case (.array(let elements), .array(let others)) where elements.count == others.count:
            for (element, expected) in zip(elements, others) { collectPaths(element, expected, names, into: &paths) }
        default: insert(names, into: &paths)
        }
    }

    private static func insert(_ names: [String], into paths: inout [[String]]) {
        if !paths.contains(where: { $0.elementsEqual(names, by: { $0.hasSameCodeUnits(as: $1) }) }) {
            paths.append(names)
        }
    }

    /// Returns whether rules ignore a member of a value that is neither at a path nor inside a member at a path.
    ///
    /// The name of a member at the root matches members at any depth, and a name may have a dot.
    private static func hasMember(
        _ value: JSONValue, _ names: [String], ignoredBy rules: MatchingRules, besides paths: [[String]]
    ) -> Bool {
        switch value {
        case .object(let members):
            members.contains { name, member in
                let path = names + [name]
                if paths.contains(path) { return false }
                return rules.ignores(memberAt: path) || hasMember(member, path, ignoredBy: rules, besides: paths)
            }
        case .array(let elements): elements.contains { hasMember($0, names, ignoredBy: rules, besides: paths) }
        default: false
        }
    }
}
