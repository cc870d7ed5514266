import Foundation

/// The edits of a registration that may make it match a request, found before any source file is read.
struct EditSearch: Sendable {
    /// The options of each part that differs; the first that is possible in the source is the part's edit.
    private var parts: [[SuggestedEdit.Option]] = []
    /// The options that are offered next to a registration of the request, as clauses.
    private var others: [SuggestedEdit.Option] = []

    /// Finds the edits of the only part that differs, or of the path and a condition; nil if there are none.
    ///
    /// - Parameter isHostRegistered: Whether the request's host and port have registrations as well.
    init?(_ comparison: RouteComparison, of route: Route, for request: MockRequest, isHostRegistered: Bool) {
        let differing = comparison.differingParts
        guard differing.count == 1 || differing == [.path, .conditions] else { return nil }
        let edits = Edits(route: route, request: request, isHostRegistered: isHostRegistered)
        parts = differing.map { part in
            switch part {
            case .method: edits.ofMethod
            case .host: edits.ofHost
            case .path: edits.ofPath
            case .query: edits.ofQuery
            case .conditions: edits.of(comparison.differingCondition)
            }
        }
        if differing == [.host] { others = edits.otherForHost }
        if differing == [.path] { others = edits.otherForPath }
        if others.isEmpty, parts.contains(where: \.isEmpty) { return nil }
    }

    /// Whether an option depends on the text of a source file.
    var needsSource: Bool { (parts.joined() + others).contains { $0.written != nil } }

    /// Returns the edit that is possible in the source; nil if there is none.
    ///
    /// The edit changes each part that differs, or else is one of the uncertain options.
    func edit(in files: SourceFiles) -> SuggestedEdit? {
        let found = parts.compactMap { options in options.first { $0.isPossible(in: files) } }
        if found.count == parts.count {
            return SuggestedEdit(description: found.map(\.text).joined(separator: " "), isUncertain: false)
        }
        guard let other = others.first(where: { $0.isPossible(in: files) }) else { return nil }
        return SuggestedEdit(description: "To fix this, \(other.text)", isUncertain: true)
    }
}

/// The options for each part of a route that does not match a request.
private struct Edits {
    let route: Route
    let request: MockRequest
    let isHostRegistered: Bool

    private var location: CallSite { route.location }

    var ofMethod: [SuggestedEdit.Option] {
        guard let method = route.method else { return [] }
        return [.change(method.swiftSource, to: request.method.swiftSource, kind: "the method ", at: location)]
    }

    // MARK: The host

    var ofHost: [SuggestedEdit.Option] {
        let actual = request.hostAndPort
        let expected = route.host.text
        // A pattern is meant for other hosts too, and the default domain is not in the registration's source.
        guard route.host.isExact, !route.spelling.hasDefaultHost else { return [] }
        guard EditDistance.areNear(actual, expected) else { return [] }
        guard route.spelling.url == nil else { return ofURL }
        let location = route.spelling.hostLocation ?? location
        return [.change(expected.swiftLiteral, to: actual.swiftLiteral, at: location)]
    }

    /// The clauses for a request of another host than the registered one.
    var otherForHost: [SuggestedEdit.Option] {
        let argument = "host: \(request.hostAndPort.swiftLiteral)"
        if route.spelling.hasDefaultHost, route.spelling.form == .statement {
            return [SuggestedEdit.Option(text: "write \(argument) at \(location)", location: location)]
        }
        var options: [SuggestedEdit.Option] = []
        // The registrations inside of this call have no host of their own, so a host argument of the call applies.
        if route.spelling.hasDefaultHost, let call = route.spelling.hostLocation {
            for name in ["registerResponses", "makeHTTPMock", ".httpMock"] {
                let text = "write \(name)(\(argument)) at \(call)"
                options.append(SuggestedEdit.Option(text: text, written: name, location: call))
            }
        }
        guard route.host.isExact else { return options }
        let host = route.host.text
        guard request.arrivedAtPort else {
            guard options.isEmpty else { return options }
            // Only a path that few hosts share shows that the registration is meant.
            guard route.path.isExact, route.path.text != "/" else { return [] }
            return clause(changing: host, to: request.hostAndPort, at: route.spelling.hostLocation ?? location)
        }
        // One port serves one host.
        var fix = "serve as that host: mock.serve(as: \("https://\(host)".swiftLiteral))"
        if isHostRegistered {
            fix = "give the client the URL of that host: server.baseURL(forHost: \(host.swiftLiteral))"
        }
        return options + [SuggestedEdit.Option(text: fix, location: location)]
    }

    /// The change of a whole URL; none if the registration has none, or if the request's URL can't be suggested.
    private var ofURL: [SuggestedEdit.Option] {
        guard let url = route.spelling.url, let suggested = suggestedURL(near: url) else { return [] }
        return [.change(url.swiftLiteral, to: suggested.swiftLiteral, at: location)]
    }

    /// Returns the request's URL, to replace a registered URL.
    ///
    /// Nil if one of the URLs has a secret or a wildcard, or if the request's URL is long or can't be registered.
    private func suggestedURL(near url: String) -> String? {
        let suggested = request.url.absoluteString
        let hasSecret = [url, suggested].contains(where: Redaction.hasSecret)
        guard !hasSecret, suggested.utf8.count <= String.shownLimit else { return nil }
        // No registered URL has a user or a fragment.
        guard request.url.user == nil, request.url.fragment == nil else { return nil }
        let hasWildcard = (url + suggested).contains(where: "*{}".contains)
        return hasWildcard ? nil : suggested
    }

    /// Returns the clause that changes a text of the registration, or its whole URL; none if that can't be suggested.
    private func clause(changing text: String, to other: String, at location: CallSite) -> [SuggestedEdit.Option] {
        var (written, suggested) = (text, other)
        if let url = route.spelling.url {
            guard let wholeURL = suggestedURL(near: url) else { return [] }
            (written, suggested) = (url, wholeURL)
        }
        let clause = "change \(written.swiftLiteral) at \(location) to \(suggested.swiftLiteral)"
        return [SuggestedEdit.Option(text: clause, written: written.swiftLiteral, location: location)]
    }

    // MARK: The path

    /// Whether the registered path or the request's has a secret, so that no edit may show the paths.
    private var hasSecretPath: Bool {
        [route.path.text, request.path].contains(where: Redaction.hasSecret)
    }

    var ofPath: [SuggestedEdit.Option] {
        guard !hasSecretPath, let edit = PathEdit(route, request) else { return ofRegularExpression }
        guard route.spelling.url == nil else { return ofURL }
        // A leading slash may be left out, and characters may be percent-encoded.
        let spellings = [
            (edit.written, edit.suggested), (String(edit.written.dropFirst()), String(edit.suggested.dropFirst())),
            (Self.encoded(edit.written), Self.encoded(edit.suggested)),
        ]
        let changes = spellings.map { written, suggested in
            SuggestedEdit.Option.change(written.swiftLiteral, to: suggested.swiftLiteral, at: edit.location)
        }
        return changes + ofRegularExpression
    }

    /// The option for a path that matches the request as a regular expression.
    private var ofRegularExpression: [SuggestedEdit.Option] {
        let text = route.path.text
        guard PathPattern.seemsToBeRegularExpression(text), let expression = try? Regex(text) else { return [] }
        let match = try? expression.wholeMatch(in: request.path)
        if match == nil { return [] }
        let fix =
            "To fix this, write * for a segment, and ** for any number of them, in the path at \(location), because a "
            + "path is no regular expression."
        return [SuggestedEdit.Option(text: fix, location: location)]
    }

    /// The clause for a path whose beginning is missing in the registration or in the request.
    var otherForPath: [SuggestedEdit.Option] {
        if hasSecretPath { return [] }
        let actual = request.path
        let expected = route.path.text
        guard route.path.isExact else { return [] }
        // Any path with a trailing slash ends with `/`, so this ending shows nothing.
        guard expected != "/", actual != "/" else { return [] }
        let isLonger = actual.hasSuffix(expected)
        guard isLonger || expected.hasSuffix(actual) else { return [] }
        guard let outer = route.spelling.outerPaths.first else {
            return clause(changing: expected, to: PathPattern.literal(actual), at: location)
        }
        // Only the outermost path can get a beginning. A beginning that is too much may be spread over several paths.
        guard isLonger else { return [] }
        let prefix = PathPattern.literal(String(actual.dropLast(expected.count)))
        let suggested = "\(prefix)/\(outer.text.drop { $0 == "/" })"
        return clause(changing: outer.text, to: suggested, at: outer.location)
    }

    /// Returns a path whose spaces, and characters beyond ASCII, are percent-encoded.
    private static func encoded(_ path: String) -> String {
        path.addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: "!"..."~")) ?? path
    }

    // MARK: The query

    var ofQuery: [SuggestedEdit.Option] {
        guard route.spelling.url == nil else { return ofURL }
        guard let query = route.query?.query, !query.items.contains(where: \.isSecret) else { return [] }
        var options: [SuggestedEdit.Option] = []
        let spelled = QuerySpelling.all(of: query)
        if let any = withAny(for: query) {
            options += spelled.map { .change($0.text, to: $0.spelling(of: any), kind: "the query ", at: location) }
        }
        guard let suggested = SuggestedRegistration(for: request).query?.query else {
            // The request's query is empty, too long to show, or has to be escaped. The registration's query is removed
            // only for an empty one, because a registration without a query matches every query.
            guard request.query.isEmpty else { return options }
            return options
                + spelled.map { spelling in
                    let text = "Remove the query \(spelling.text) at \(location)."
                    return SuggestedEdit.Option(text: text, written: spelling.text, location: location)
                }
        }
        return options
            + spelled.map { .change($0.text, to: $0.spelling(of: suggested), kind: "the query ", at: location) }
    }

    /// Returns the query with `Query.any` in the place of each value `*`, if the request's query then matches.
    private func withAny(for query: HTTPMock.Query) -> HTTPMock.Query? {
        let star = HTTPMock.Query.ItemValue.value("*")
        guard let pattern = route.query, query.items.contains(where: { $0.value == star }) else { return nil }
        let items = query.items.map { item in
            HTTPMock.Query.Item(name: item.name, value: item.value == star ? .any : item.value)
        }
        let changed = HTTPMock.Query(items: items)
        let isMatch = QueryPattern(changed, matching: pattern.matching).matches(HTTPMock.Query(request.query))
        return isMatch ? changed : nil
    }

    // MARK: A condition

    /// The options for the only condition that differs; none if several do.
    func of(_ condition: RequestCondition?) -> [SuggestedEdit.Option] {
        guard let condition else { return [] }
        var options: [SuggestedEdit.Option] = []
        if let edit = condition.edit(request) {
            for written in Self.sourceTexts(of: edit) {
                var option = SuggestedEdit.Option.change(
                    edit.written, to: edit.suggested, place: edit.place, at: location)
                option.written = written
                option.marker = edit.condition.map { condition in String(condition.prefix { $0 != "(" }) }
                options.append(option)
            }
        }
        let text = "Change \(condition.shortSource) at \(location), or what the code under test sends."
        return options + [SuggestedEdit.Option(text: text, location: location)]
    }

    /// Returns the texts for an edit, one of which the source must have.
    ///
    /// A text names the member with the value, because the same value may stand elsewhere in the source.
    private static func sourceTexts(of edit: ConditionEdit) -> [String] {
        guard let member = edit.member, let name = member.split(separator: ".").last, !name.hasSuffix("]") else {
            // The part is not the value of a name. The source has arguments where the written text has a `…`.
            return [String(edit.written.prefix { $0 != "…" })]
        }
        // In a dictionary, and as the argument of a value that is encoded.
        return ["\(String(name).swiftLiteral): \(edit.written)", "\(name): \(edit.written)"]
    }
}
