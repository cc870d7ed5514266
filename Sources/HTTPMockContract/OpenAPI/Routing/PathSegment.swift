import Foundation
import HTTPMock

/// A segment of a path template: literal, a parameter, or partly templated as in `{id}.json`.
struct PathSegment: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(ExactText)
        case parameter(String)
    }

    let parts: [Part]

    /// Parses a segment of a path template.
    ///
    /// - Parameter text: A segment as the document has it.
    init(_ text: Substring) {
        var parts: [Part] = []
        var rest = text
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { parts.append(.literal(ExactText(String(rest[..<open]).decoded))) }
            parts.append(.parameter(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.literal(ExactText(String(rest).decoded))) }
        self.parts = parts
    }

    /// The text of a segment without parameters; nil for any other segment.
    var literal: String? {
        if parts.isEmpty { return "" }
        guard parts.count == 1, case .literal(let text) = parts[0] else { return nil }
        return text.text
    }

    /// The number of literal characters; a template with more of them is more specific.
    var literalCount: Int {
        parts.reduce(0) { count, part in
            if case .literal(let text) = part { count + text.text.count } else { count }
        }
    }

    /// Returns the parameters' values in a matching segment, with escapes; otherwise nil.
    ///
    /// A value has at least one character, and exactly one if another parameter follows directly. A value before a
    /// literal ends where the literal first begins. The last part, a literal or a value, is at the end of the segment.
    func values(in segment: String) -> [String: String]? {
        if parts.count == 1, case .parameter(let name) = parts[0] {
            if segment.isEmpty { return nil }
            return [name: segment]
        }
        // Literals may be escaped in the segment, although they are not in the template.
        return values(inText: segment) ?? values(inText: segment.decoded)?.mapValues(\.escapingPercents)
    }

    private func values(inText segment: String) -> [String: String]? {
        var values: [String: String] = [:]
        var rest = Substring(segment)
        for (index, part) in parts.enumerated() {
            switch part {
            case .literal(let text):
                guard rest.utf8.starts(with: text.text.utf8) else { return nil }
                rest = Substring(rest.utf8.dropFirst(text.text.utf8.count))
            case .parameter(let name):
                guard let end = end(of: index, in: rest) else { return nil }
                values[name] = String(rest[..<end])
                rest = rest[end...]
            }
        }
        guard rest.isEmpty else { return nil }
        return values
    }

    /// Returns the end of a parameter's value; nil if there is no value before the next literal.
    ///
    /// - Parameters:
    ///   - index: The index of the parameter in `parts`.
    ///   - rest: The segment from the value on.
    private func end(of index: Int, in rest: Substring) -> String.Index? {
        guard let first = rest.indices.first else { return nil }
        let afterFirst = rest.index(after: first)
        let nextIndex = index + 1
        guard nextIndex < parts.count else { return rest.endIndex }
        guard case .literal(let next) = parts[nextIndex] else { return afterFirst }
        if nextIndex == parts.count - 1 {
            // The last literal ends the segment.
            let end = rest.utf8.index(rest.endIndex, offsetBy: -next.text.utf8.count, limitedBy: afterFirst)
            guard let end, rest.utf8[end...].elementsEqual(next.text.utf8) else { return nil }
            return end
        }
        return rest[afterFirst...].range(of: next.text, options: .literal)?.lowerBound
    }
}
