import Foundation

/// The change of one path's source after which the path of a route matches a request.
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
            let parts = Self.parts(of: route, from: original, to: segments)
        else { return nil }
        let differing = parts.filter { $0.segments != $0.original }
        // A path without segments can't be suggested.
        guard differing.count == 1, let part = differing.first, !part.segments.isEmpty else { return nil }
        written = part.path.text
        location = part.path.location
        suggested = "/\(part.segments.joined(separator: "/"))"
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
    private struct Part {
        let path: RouteSpelling.WrittenPath
        let original: ArraySlice<String>
        /// The segments after the changes.
        let segments: ArraySlice<String>
    }

    /// Divides a path among the calls of a nested path, the outermost first; nil if they don't add up to the path.
    ///
    /// An added or a removed trailing slash is in the last part.
    private static func parts(of route: Route, from original: [String], to segments: [String]) -> [Part]? {
        var parts: [Part] = []
        var start = 0
        for path in route.spelling.outerPaths {
            var end = start + path.segmentCount
            // The slash at the end of an outer path is left out.
            if path.text.hasSuffix("/") { end -= 1 }
            guard end <= original.count, end <= segments.count else { return nil }
            parts.append(Part(path: path, original: original[start..<end], segments: segments[start..<end]))
            start = end
        }
        let inner = route.spelling.nestedPath ?? route.path.text
        let last = RouteSpelling.WrittenPath(text: inner, location: route.location)
        guard start + last.segmentCount == original.count else { return nil }
        parts.append(Part(path: last, original: original[start...], segments: segments[start...]))
        return parts
    }

    /// Returns the wildcard for a segment in the notation of another router or of regular expressions; nil for others.
    private static func wildcard(for segment: String) -> String? {
        if let match = segment.wholeMatch(of: parameter)?.output {
            // One of the two notations has matched.
            let name = match.1 ?? match.2 ?? ""
            return "{\(name)}"
        }
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

    /// Returns whether a literal segment differs only in its case, or in a few characters.
    ///
    /// - Parameter isOnly: Whether no other segment differs; otherwise only the case may differ.
    private static func isNear(_ actual: String, to segment: String, isOnly: Bool) -> Bool {
        guard !segment.contains(where: "*{".contains), let actual = actual.removingPercentEncoding,
            let segment = segment.removingPercentEncoding
        else { return false }
        if actual.isEqualIgnoringCase(to: segment) { return true }
        return isOnly && EditDistance.areNear(actual, segment)
    }
}
