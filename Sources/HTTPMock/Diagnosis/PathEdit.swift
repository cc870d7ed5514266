import Foundation

/// The change of one path's source after which the path of a route matches a request.
///
/// The change of an outer path leaves a slash at the end of the inner path, even if the request's path has none. The
/// route then needs a second change.
struct PathEdit {
    /// The path as one call of the source has it.
    let written: String
    /// The path to write there instead.
    let suggested: String
    /// The source location of the call.
    let location: CallSite

    init?(_ route: Route, _ request: MockRequest) {
        let pattern = route.path.text
        // The segments of a `**` can't be compared one by one.
        guard !pattern.contains("**"), request.path.utf8.count <= String.shownLimit else { return nil }
        let original = pattern.pathSegments.map(String.init)
        guard let segments = Self.segments(matching: request, near: original, of: route),
            let part = Self.writtenPart(of: route, from: original, to: segments)
        else { return nil }
        written = part.path.text
        location = part.path.location
        suggested = "/\(segments[part.range].joined(separator: "/"))"
    }

    /// Returns the segments of a path that matches the request, after small changes; nil if they are not small.
    private static func segments(
        matching request: MockRequest, near original: [String], of route: Route
    ) -> [String]? {
        let translated = original.map { wildcard(for: $0) ?? $0 }
        if matches(translated, request) { return translated }
        var segments = original
        let actual = request.path.pathSegments
        let differing = RouteComparison.differingSegments(of: route.path, request)
        let isOnlyOne = differing.count == 1 && actual.count == segments.count
        for index in differing {
            let segment = String(actual[index])
            guard isNear(segment, to: segments[index], isOnly: isOnlyOne) else { return nil }
            segments[index] = spelling(of: segment, like: segments[index])
        }
        // The request's path may have a trailing slash more or less.
        if actual.count > segments.count, actual.last?.isEmpty == true { segments.append("") }
        if actual.count < segments.count, segments.last?.isEmpty == true { segments.removeLast() }
        return matches(segments, request) ? segments : nil
    }

    private static func matches(_ segments: [String], _ request: MockRequest) -> Bool {
        let pattern = try? PathPattern("/\(segments.joined(separator: "/"))")
        return pattern?.matches(request.target) ?? false
    }

    /// A path as one call of the source has it, and the segments of the whole path that are written there.
    private struct WrittenPart {
        let path: RouteSpelling.WrittenPath
        let range: Range<Int>
    }

    /// Returns the only part of a nested path in which segments differ; nil if there are several.
    ///
    /// An added trailing slash is a difference of the last part. A removed trailing slash is no difference, so that the
    /// last part is returned only if no segment differs.
    private static func writtenPart(
        of route: Route, from original: [String], to segments: [String]
    ) -> WrittenPart? {
        let outer = route.spelling.outerPaths
        let inner = route.spelling.nestedPath ?? route.path.text
        var start = 0
        var parts: [WrittenPart] = []
        for path in outer {
            // The slash at the end of an outer path is left out.
            let count = path.segmentCount - (path.text.hasSuffix("/") ? 1 : 0)
            parts.append(WrittenPart(path: path, range: start..<start + count))
            start += count
        }
        // The parts must add up to the whole path.
        guard start <= original.count, start <= segments.count else { return nil }
        let last = RouteSpelling.WrittenPath(text: inner, location: route.location)
        guard start + last.segmentCount == original.count else { return nil }
        parts.append(WrittenPart(path: last, range: start..<segments.count))
        let differing = parts.filter { part in
            // By an added trailing slash. A removed one is not seen here, because the last range ends before it.
            let isLonger = part.range.upperBound > original.count
            return isLonger || segments[part.range] != original[part.range]
        }
        if differing.count == 1 { return differing[0] }
        guard differing.isEmpty else { return nil }
        return parts.last
    }

    /// Returns the wildcard for a segment in the notation of another router or of regular expressions.
    private static func wildcard(for segment: String) -> String? {
        if let match = segment.wholeMatch(of: parameter)?.output { return "{\(match.1 ?? match.2 ?? "")}" }
        let expressions = [".*", ".+", "\\d+", "\\d*", "\\w+", "[0-9]+", "[^/]+", "[a-z]+", "[a-zA-Z0-9]+"]
        if expressions.contains(where: { segment == $0 || segment == "(\($0))" }) { return "*" }
        // As in `.*.json` and `.+\.json`; the extension's dot may be escaped.
        guard segment.hasPrefix(".*") || segment.hasPrefix(".+") else { return nil }
        let rest = segment.dropFirst(2)
        guard rest.hasPrefix(".") || rest.hasPrefix("\\.") else { return nil }
        return "*\(rest.replacing("\\.", with: "."))"
    }

    // Safe, because the expression refers to no other value and never changes. Created once, because its creation costs
    // more than a request.
    nonisolated(unsafe) private static let parameter = /:(\w+)|<(\w+)>/

    /// Returns a segment as a pattern would be written: decoded, unless the pattern has escapes or needs one.
    private static func spelling(of segment: String, like pattern: String) -> String {
        guard !pattern.contains("%"), let text = segment.removingPercentEncoding, !text.contains(where: "%/?#".contains)
        else { return PathPattern.literal(segment) }
        return PathPattern.literal(text)
    }

    /// Returns whether a literal segment differs only in its case, or, if it is the only one, in a few characters.
    private static func isNear(_ actual: String, to segment: String, isOnly: Bool) -> Bool {
        guard !segment.contains(where: "*{".contains), let actual = actual.removingPercentEncoding,
            let segment = segment.removingPercentEncoding
        else { return false }
        if actual.isEqualIgnoringCase(to: segment) { return true }
        return isOnly && EditDistance.areNear(actual, segment)
    }
}

extension EditDistance {
    /// Returns whether two texts differ in at most two characters, which are fewer than half of them.
    package static func areNear(_ one: String, _ other: String) -> Bool {
        guard abs(one.count - other.count) <= 2 else { return false }
        let distance = between(one, other, upTo: 2)
        return distance <= 2 && 2 * distance < max(one.count, other.count)
    }
}
