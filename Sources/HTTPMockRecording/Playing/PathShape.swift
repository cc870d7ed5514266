import HTTPMock

/// A path pattern whose segments under a star don't count.
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
        segments = pattern.split(separator: "/").map { $0 == "**" ? .any : .glob(TextGlob(String($0))) }
    }

    /// Returns whether a path, with decoded segments, has this shape.
    func matches(_ path: String) -> Bool {
        let parts = path.split(separator: "/").map(String.init)
        // The numbers of segments that the pattern's segments so far can have matched.
        var ends: Set<Int> = [0]
        for segment in segments {
            switch segment {
            case .any: ends = ends.min().map { Set($0...parts.count) } ?? []
            case .glob(let glob): ends = Set(ends.filter { $0 < parts.count && glob.matches(parts[$0]) }.map { $0 + 1 })
            }
        }
        return ends.contains(parts.count)
    }
}
