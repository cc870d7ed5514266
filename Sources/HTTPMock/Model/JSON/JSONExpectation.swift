import Foundation

/// The JSON that a condition expects, in which parts may be patterns.
package indirect enum JSONExpectation: Hashable, Sendable {
    /// Any value, `null` included.
    case any
    /// A string that matches a glob.
    case matching(String)
    /// A string, a number, a boolean or `null`.
    case scalar(JSONValue)
    case array([JSONExpectation])
    case object([String: JSONExpectation])

    /// Creates the expectation of a value; a string with a mark may be a pattern.
    package init(_ value: JSONValue, isMarked: Bool = false) {
        switch value {
        case .array(let elements): self = .array(elements.map { JSONExpectation($0, isMarked: isMarked) })
        case .object(let members): self = .object(members.mapValues { JSONExpectation($0, isMarked: isMarked) })
        case .string(Self.anyMark) where isMarked: self = .any
        case .string(let text) where isMarked && text.hasPrefix(Self.globMark):
            self = .matching(String(text.dropFirst(Self.globMark.count)))
        case .null, .bool, .number, .string: self = .scalar(value)
        }
    }

    /// Creates the expectation of a value; any part may be a ``JSONLiteral`` with patterns.
    init(encoding value: any Encodable) throws {
        let encoder = JSONEncoder.mockDefault
        if let marksPatterns = Self.marksPatterns { encoder.userInfo[marksPatterns] = true }
        self.init(try JSONValue(parsing: encoder.encode(value)), isMarked: true)
    }

    // Encoded instead of a pattern; both begin with a scalar that is no character.
    private static let anyMark = "\u{10FFFE}any"
    private static let globMark = "\u{10FFFE}matching "
    private static let marksPatterns = CodingUserInfoKey(rawValue: "HTTPMock.marksPatterns")

    /// The expectation as JSON text with `.any` and `.matching("A*")`, secrets included; equal for equal expectations.
    var text: String { text(isMasked: false) }

    /// The expectation as a Swift literal; nil for a number that no literal has.
    package var swiftSource: String? {
        switch self {
        case .any: return ".any"
        case .matching(let glob): return ".matching(\(glob.debugDescription))"
        case .scalar(.null): return "nil"
        case .scalar(.string(let text)): return text.debugDescription
        case .scalar(.number(let number)):
            let text = number.description
            if Int(text) != nil { return text }
            guard let double = Double(text), JSONNumber(double) == number else { return nil }
            return "\(double)"
        case .scalar(let value): return value.text
        case .array(let elements):
            let sources = elements.compactMap(\.swiftSource)
            return sources.count == elements.count ? "[\(sources.joined(separator: ", "))]" : nil
        case .object(let members):
            let sources = members.sorted { $0.key < $1.key }.compactMap { name, member in
                member.swiftSource.map { "\(name.debugDescription): \($0)" }
            }
            guard sources.count == members.count else { return nil }
            return sources.isEmpty ? "[:]" : "[\(sources.joined(separator: ", "))]"
        }
    }

    private func text(isMasked: Bool) -> String {
        switch self {
        case .any: return ".any"
        case .matching(let glob): return ".matching(\(JSONExpectation.scalar(.string(glob)).text(isMasked: isMasked)))"
        case .scalar(let value): return isMasked ? "\(value)" : value.text
        case .array(let elements):
            return "[\(elements.map { $0.text(isMasked: isMasked) }.joined(separator: ","))]"
        case .object(let members):
            let texts = members.sorted { $0.key < $1.key }.map { name, member in
                let isSecret = isMasked && member != .any && Redaction.isSecretInDiagnosis(name)
                let shown = isSecret ? JSONExpectation.scalar(.string(Redaction.mask)) : member
                return "\(JSONValue.string(name).text):\(shown.text(isMasked: isMasked))"
            }
            return "{\(texts.joined(separator: ","))}"
        }
    }
}

extension JSONExpectation: CustomStringConvertible, Encodable {
    /// The same text, its secrets masked as in a diagnosis.
    package var description: String { text(isMasked: true) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let isMarked = Self.marksPatterns.flatMap { encoder.userInfo[$0] } != nil
        switch self {
        case .scalar(let value): try container.encode(value)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        case .any where isMarked: try container.encode(Self.anyMark)
        case .matching(let glob) where isMarked: try container.encode(Self.globMark + glob)
        case .any, .matching:
            let text = "\(self) matches values, but is none"
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: text))
        }
    }
}

extension Encodable where Self == JSONLiteral {
    /// Any value of a JSON condition, `null` included, though not a missing member.
    public static var any: JSONLiteral { JSONLiteral(expectation: .any) }

    /// Any string of a JSON condition that matches a glob.
    ///
    /// - Parameter glob: The whole text; `*` is any run of characters, case counts.
    public static func matching(_ glob: String) -> JSONLiteral { JSONLiteral(expectation: .matching(glob)) }
}

extension JSONValue {
    /// Returns the differences from what is expected, as in `user.name is "bob", expected "alice"`.
    ///
    /// A value is masked if the name of its member marks a secret. If more is allowed, objects at every depth may have
    /// more members than expected.
    package func differences(from expected: JSONExpectation, allowingMore: Bool) -> DifferenceList {
        var comparison = Comparison(allowsMore: allowingMore)
        comparison.compare(self, with: expected, at: "")
        return comparison.differences
    }

    private struct Comparison {
        let allowsMore: Bool
        var differences = DifferenceList()

        mutating func compare(_ value: JSONValue, with expected: JSONExpectation, at location: String) {
            switch (value, expected) {
            case (_, .any):
                break
            case (.string(let text), .matching(let glob)) where TextGlob(glob).matches(text):
                break
            case (.object(let members), .object(let expectedMembers)):
                compare(members, with: expectedMembers, at: location)
            case (.array(let elements), .array(let expectedElements)):
                compare(elements, with: expectedElements, at: location)
            case (.string(let text), .scalar(.string(let expectedText))) where text == expectedText:
                // RFC 8259 §8.3 compares code units, Swift compares canonical equivalents.
                guard !text.hasSameCodeUnits(as: expectedText) else { return }
                differences.add("\(Self.name(of: location)) is \(value) in another normalization form")
            default:
                guard expected != .scalar(value) else { return }
                differences.add(
                    "\(Self.name(of: location)) is \(value), expected \(expected)",
                    edit: Self.edit(of: expected, to: value, at: location))
            }
        }

        private mutating func compare(
            _ members: [String: JSONValue], with expectedMembers: [String: JSONExpectation], at location: String
        ) {
            for (key, expectedMember) in expectedMembers.sorted(by: { $0.key < $1.key }) {
                let inner = location.isEmpty ? key : "\(location).\(key)"
                let isSecret = Redaction.isSecretInDiagnosis(key)
                guard let index = members.index(forKey: key), members[index].key.hasSameCodeUnits(as: key) else {
                    differences.add("\(inner) is missing\(isSecret ? "" : ", expected \(expectedMember)")")
                    continue
                }
                if !isSecret {
                    compare(members[index].value, with: expectedMember, at: inner)
                } else if !members[index].value.differences(from: expectedMember, allowingMore: allowsMore).isEmpty {
                    differences.add("\(inner) differs")
                }
            }
            guard !allowsMore else { return }
            for key in members.keys.filter({ expectedMembers[$0] == nil }).sorted() {
                differences.add("\(location.isEmpty ? key : "\(location).\(key)") is not expected")
            }
        }

        private mutating func compare(
            _ elements: [JSONValue], with expectedElements: [JSONExpectation], at location: String
        ) {
            guard elements.count == expectedElements.count else {
                let count = elements.count == 1 ? "1 element" : "\(elements.count) elements"
                return differences.add("\(Self.name(of: location)) has \(count), expected \(expectedElements.count)")
            }
            for (index, (element, expectedElement)) in zip(elements, expectedElements).enumerated() {
                compare(element, with: expectedElement, at: "\(location)[\(index)]")
            }
        }

        /// Returns the edit of a member; nil if a secret would be printed, or if Swift has no literal for a value.
        private static func edit(
            of expected: JSONExpectation, to value: JSONValue, at location: String
        ) -> SourceEdit? {
            // A whole value may need a type that its literal does not give.
            guard !location.isEmpty, expected.text == "\(expected)", value.text == "\(value)",
                let written = expected.swiftSource, let suggested = JSONExpectation(value).swiftSource
            else { return nil }
            return (written, " of \(location)", suggested)
        }

        private static func name(of location: String) -> String { location.isEmpty ? "the value" : location }
    }
}

/// A part of a condition's source with the name of its member, and the text to write so that a request matches.
typealias SourceEdit = (written: String, member: String, suggested: String)
