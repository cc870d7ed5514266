/// Parses the text of a ``PathPattern``.
struct PathPatternParser {
    private(set) var tokens: [PatternToken] = []
    private(set) var parameterNames: [String?] = []

    private let text: String

    init(_ text: String) {
        self.text = text
    }

    mutating func parse() throws(PatternProblem) {
        if text.contains("://") { throw .pathHasScheme(text) }
        if text.contains("?") { throw .pathHasQuery(text) }
        if text.contains("#") { throw .pathHasFragment(text) }
        let slash = UInt8(ascii: "/")
        let bytes = Array(text.utf8)
        let relative = bytes.first == slash ? bytes.dropFirst() : bytes[...]
        for segment in relative.split(separator: slash, omittingEmptySubsequences: false) {
            try parse(segment: segment)
        }
    }

    private mutating func parse(segment: ArraySlice<UInt8>) throws(PatternProblem) {
        if segment.count > 1, segment.allSatisfy({ $0 == UInt8(ascii: "*") }) {
            tokens.append(.pathSegments)
            return
        }
        tokens.append(.pathSeparator)
        var rest = segment
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "*"):
                let stars = rest.prefix { $0 == byte }
                appendWildcard(stars.count == 1 ? .star : .pathSpan)
                rest = rest[stars.endIndex...]
            case UInt8(ascii: "{"):
                rest = try parse(parameter: rest)
            case UInt8(ascii: "}"):
                throw .unbalancedBrace(text)
            default:
                let escaped = PercentEncoding.byte(at: rest.startIndex, in: rest)
                tokens.append(.byte(escaped ?? byte))
                rest = rest.dropFirst(escaped == nil ? 1 : 3)
            }
        }
    }

    /// Parses a `{name}`, and returns the bytes after it.
    private mutating func parse(parameter rest: ArraySlice<UInt8>) throws(PatternProblem) -> ArraySlice<UInt8> {
        guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else { throw .unbalancedBrace(text) }
        let name = String(decoding: rest[..<close].dropFirst(), as: UTF8.self)
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }) else {
            throw .badParameterName(text, name: name)
        }
        guard !parameterNames.contains(name) else { throw .repeatedParameterName(text, name: name) }
        appendWildcard(.star, named: name)
        return rest[(close + 1)...]
    }

    private mutating func appendWildcard(_ wildcard: PatternToken, named name: String? = nil) {
        tokens.append(wildcard)
        if wildcard == .star {
            parameterNames.append(name)
        }
    }
}
