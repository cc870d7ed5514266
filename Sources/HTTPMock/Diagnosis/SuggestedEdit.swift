import Foundation

/// A small edit that makes a registration match a request, in the words of the registration's source file.
struct SuggestedEdit: Sendable, CustomStringConvertible {
    /// The suggestion with its source location; an uncertain one is the line above a registration.
    ///
    /// An example is `Did you mean "/users/7"? Change "/user/7" at UserTests.swift:14.`
    let description: String

    /// Whether the request may as well be another one, so that a registration of its own is offered too.
    let isUncertain: Bool

    /// Creates the edit of the only part that differs, or of the path and a condition; nil if no edit is known.
    init?(_ comparison: RouteComparison, of route: Route, for request: MockRequest) {
        let parts = comparison.differingParts
        guard parts.count == 1 || parts == [.path, .conditions] else { return nil }
        let edits = parts.compactMap { Self.edit($0, comparison, of: route, for: request) }
        isUncertain = edits.count < parts.count
        let text = isUncertain ? Self.uncertainEdit(parts, of: route, for: request) : edits.joined(separator: " ")
        guard let text else { return nil }
        description = isUncertain ? "To fix this, \(text), or register:" : text
    }

    private static func edit(
        _ part: UnmockedDiagnosis.Part, _ comparison: RouteComparison, of route: Route, for request: MockRequest
    ) -> String? {
        switch part {
        case .method:
            guard let method = route.method else { return nil }
            return change(method.swiftSource, to: request.method.swiftSource, "the method ", at: route.location)
        case .host:
            let (actual, expected) = (request.hostAndPort, route.host.text)
            guard route.host.isExact, !route.spelling.hasDefaultHost, areNear(actual, expected) else { return nil }
            guard route.spelling.url == nil else { return urlEdit(of: route, request) }
            return text(actual, insteadOf: expected, at: route.spelling.hostLocation ?? route.location)
        case .path:
            guard let (suggested, written) = path(route, request) else { return nil }
            guard route.spelling.url == nil else { return urlEdit(of: route, request) }
            // A leading slash may be left out, and characters may be percent-encoded.
            return text(suggested, insteadOf: written, at: route.location)
                ?? text(String(suggested.dropFirst()), insteadOf: String(written.dropFirst()), at: route.location)
                ?? text(encoded(suggested), insteadOf: encoded(written), at: route.location)
        case .conditions:
            guard let condition = comparison.differingCondition else { return nil }
            let known = condition.edit(request)
            let edit = known.flatMap { change($0.written, to: $0.suggested, of: $0.place, at: route.location) }
            return edit ?? "Change \(condition.shortSource) at \(route.location), or what the code under test sends."
        case .query:
            guard route.spelling.url == nil else { return urlEdit(of: route, request) }
            guard let query = route.query?.query, !query.items.contains(where: \.isSecret) else { return nil }
            let suggested = SuggestedRegistration(for: request).query?.query.swiftSource
            // A long query is not shown. Without a query, the registration would match every other query.
            guard suggested != nil || request.query.isEmpty else { return nil }
            // Numbers and booleans may be written as literals.
            let spellings = [query.swiftSource, unquoted(query.swiftSource)]
            guard let written = spellings.first(where: route.location.isSource) else { return nil }
            guard let suggested else { return "Remove the query \(written) at \(route.location)." }
            let isQuoted = written == spellings[0]
            return change(written, to: isQuoted ? suggested : unquoted(suggested), "the query ", at: route.location)
        }
    }

    /// Returns the edit of the only part that differs, as a clause that goes on with another way to fix it.
    private static func uncertainEdit(
        _ parts: [UnmockedDiagnosis.Part], of route: Route, for request: MockRequest
    ) -> String? {
        switch parts {
        case [.host]:
            let host = "host: \(request.hostAndPort.debugDescription)"
            if route.spelling.hasDefaultHost, route.spelling.form == .statement {
                return "write \(host) at \(route.location)"
            }
            // The call that has a tree of the default domain, and may get a host.
            if route.spelling.hasDefaultHost, let location = route.spelling.hostLocation,
                let name = ["registerResponses", "makeHTTPMock", ".httpMock"].first(where: location.isSource)
            {
                return "write \(name)(\(host)) at \(location)"
            }
            guard request.isReceived, route.host.isExact else { return nil }
            return "serve as that host: mock.serve(as: \("https://\(route.host.text)".debugDescription))"
        case [.path] where route.spelling.url == nil:
            let (actual, expected) = (request.path, route.path.text)
            guard route.path.isExact, route.spelling.nestedPath ?? expected == expected, expected != "/", actual != "/",
                actual.hasSuffix(expected) || expected.hasSuffix(actual)
            else { return nil }
            let written = expected.debugDescription
            guard route.location.isSource(of: written) else { return nil }
            return "change \(written) at \(route.location) to \(PathPattern.literal(actual).debugDescription)"
        default:
            return nil
        }
    }

    /// Returns a query's source with numbers and booleans as literals, as they may be written as well.
    private static func unquoted(_ source: String) -> String {
        source.replacing(/: "(0|[1-9][0-9]{0,17}|true|false)"/) { ": \($0.1)" }
    }

    private static func text(_ suggested: String, insteadOf written: String, at location: CallSite) -> String? {
        change(written.debugDescription, to: suggested.debugDescription, at: location)
    }

    /// Returns the sentence of an edit; nil if the source does not have the text.
    private static func change(
        _ written: String, to suggested: String, _ kind: String = "", of member: String = "", at location: CallSite
    ) -> String? {
        guard location.isSource(of: written) else { return nil }
        return "Did you mean \(suggested)? Change \(kind)\(written)\(member) at \(location)."
    }

    /// Returns the edit of a whole URL; nil if the registration has none, or for a wildcard or a secret.
    private static func urlEdit(of route: Route, _ request: MockRequest) -> String? {
        let suggested = request.url.absoluteString
        let hasSecret = request.query.contains { $0.value != nil && Redaction.isSecret($0.name) }
        guard let url = route.spelling.url, !hasSecret, suggested.utf8.count <= String.shownLimit,
            !(url + suggested).contains(where: "*{}".contains), request.url.fragment == nil, request.url.user == nil
        else { return nil }
        return text(suggested, insteadOf: url, at: route.location)
    }

    /// Returns the matching path, and the part that is written at the source location.
    static func path(_ route: Route, _ request: MockRequest) -> (suggested: String, written: String)? {
        let pattern = route.path.text
        guard !pattern.contains("**"), request.path.utf8.count <= String.shownLimit else { return nil }
        let original = pattern.pathSegments.map(String.init)
        var segments = original.map { translation(of: $0) ?? $0 }
        func isMatch() -> Bool {
            (try? PathPattern("/\(segments.joined(separator: "/"))"))?.matches(request.target) ?? false
        }
        if !isMatch() {
            segments = original
            let actual = request.path.pathSegments
            let differing = RouteComparison.differingSegments(of: route.path, request)
            let isOnlyOne = differing.count == 1 && actual.count == segments.count
            for index in differing {
                let segment = String(actual[index])
                guard isEdit(segment, of: segments[index], isOnly: isOnlyOne) else { return nil }
                segments[index] = spelling(of: segment, like: segments[index])
            }
            // A trailing slash more or less.
            if actual.count > segments.count, actual.last?.isEmpty == true { segments.append("") }
            if actual.count < segments.count, segments.last?.isEmpty == true { segments.removeLast() }
            guard isMatch() else { return nil }
        }
        let written = route.spelling.nestedPath ?? pattern
        // The edit must be in the part of the path that is written at this location, not in a path around it.
        let outerCount = original.count - (written.hasPrefix("/") ? written : "/\(written)").pathSegments.count
        guard segments.prefix(outerCount) == original.prefix(outerCount) else { return nil }
        return ("/\(segments.dropFirst(outerCount).joined(separator: "/"))", written)
    }

    /// Returns the wildcard for a segment in the notation of another router or of regular expressions.
    private static func translation(of segment: String) -> String? {
        if let match = segment.wholeMatch(of: parameter)?.output { return "{\(match.1 ?? match.2 ?? "")}" }
        let expressions = [".*", ".+", "\\d+", "\\d*", "\\w+", "[0-9]+", "[^/]+", "[a-z]+", "[a-zA-Z0-9]+"]
        return expressions.contains { segment == $0 || segment == "(\($0))" } ? "*" : nil
    }

    // Safe, because it captures nothing and never changes. Created once, because that costs more than a request.
    nonisolated(unsafe) private static let parameter = /:(\w+)|<(\w+)>/

    private static func spelling(of segment: String, like pattern: String) -> String {
        guard !pattern.contains("%"), let text = segment.removingPercentEncoding, !text.contains(where: "%/?#".contains)
        else { return PathPattern.literal(segment) }
        return PathPattern.literal(text)
    }

    private static func encoded(_ path: String) -> String {
        path.addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: "!"..."~")) ?? path
    }

    /// Returns whether a literal segment differs in its case, or, if it is the only one, in a few characters.
    private static func isEdit(_ actual: String, of segment: String, isOnly: Bool) -> Bool {
        guard !segment.contains(where: "*{".contains), let actual = actual.removingPercentEncoding,
            let segment = segment.removingPercentEncoding
        else { return false }
        return actual.isEqualIgnoringCase(to: segment) || isOnly && areNear(actual, segment)
    }

    /// Returns whether two texts differ in one or two characters, fewer than half of them.
    private static func areNear(_ one: String, _ other: String) -> Bool {
        guard abs(one.count - other.count) <= 2 else { return false }
        let distance = EditDistance.between(one, other)
        return distance <= 2 && 2 * distance < max(one.count, other.count)
    }
}

extension HTTPMock.Query.Item {
    /// Whether the item has a value that must not be printed.
    var isSecret: Bool {
        if case .value = value { Redaction.isSecret(name) } else { false }
    }
}

extension HTTPMock.HTTPMethod {
    package var swiftSource: String {
        let named: Set<HTTPMock.HTTPMethod> = [.get, .head, .post, .put, .delete, .connect, .options, .trace, .patch]
        return named.contains(self) ? ".\(rawValue.lowercased())" : rawValue.debugDescription
    }
}

extension CallSite {
    /// Returns whether the registration's source contains a text; false if the file can't be read.
    ///
    /// The source is the call at the location. Where the compiler gives the arguments of an attribute the location of
    /// the declaration, the source is the attribute. Where a line has no call, the source is the file.
    func isSource(of text: String) -> Bool {
        guard let (lines, number) = source else { return false }
        guard lines.indices.contains(number), lines[number].contains(where: { "({".utf8.contains($0) }) else {
            return lines.contains { $0.contains(text) }
        }
        if isOfDeclaration(lines[number]) {
            let above = lines[...number].suffix(100)
            let start = above.lastIndex { $0.hasAttribute }
            if let start, above[start...].contains(where: { $0.contains(text) }) { return true }
        }
        var depth = 0
        for line in lines[number...].prefix(20) {
            if line.contains(text) { return true }
            depth += line.count { $0 == UInt8(ascii: "(") } - line.count { $0 == UInt8(ascii: ")") }
            if depth <= 0 { return false }
        }
        return false
    }

    /// Whether the location is that of a declaration, and the attribute with the call is on lines above it.
    package var isOfDeclarationBelow: Bool {
        guard let (lines, number) = source, lines.indices.contains(number) else { return false }
        return isOfDeclaration(lines[number]) && !lines[number].prefix(start).hasAttribute
    }

    /// The number of bytes before the location in its line.
    private var start: Int { Int(max(column, 1)) - 1 }

    /// The lines of the source file, and the number of the lines before the location; nil if the file can't be read.
    private var source: (lines: [Data.SubSequence], number: Int)? {
        let file = FileManager.default.contents(atPath: "\(filePath)")
        return file.map {
            ($0.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false), Int(max(line, 1)) - 1)
        }
    }

    /// Returns whether the location is that of the declaration in a line, which may have an attribute.
    private func isOfDeclaration(_ line: Data) -> Bool {
        let word = line.dropFirst(start).prefix { $0 != UInt8(ascii: " ") }
        return ["func", "static", "struct", "class", "actor", "enum"].contains(String(decoding: word, as: UTF8.self))
    }
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool {
        range(of: Data(text.utf8)) != nil
    }

    fileprivate var hasAttribute: Bool {
        contains("@Test") || contains("@Suite")
    }
}
