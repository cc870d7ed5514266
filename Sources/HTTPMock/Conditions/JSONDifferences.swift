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
                guard isSecret else {
                    compare(members[index].value, with: expectedMember, at: inner)
                    continue
                }
                if !members[index].value.differences(from: expectedMember, allowingMore: allowsMore).isEmpty {
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

/// The differences between a request and a condition, the first five of them as text.
package struct DifferenceList {
    private var texts: [String] = []
    private var count = 0
    private var firstEdit: SourceEdit?

    /// The number of differences that are listed.
    static let limit = 5

    var isEmpty: Bool { count == 0 }

    /// The edit of the condition after which the request matches; nil unless there is one short difference.
    var edit: SourceEdit? { count == 1 ? firstEdit : nil }

    /// Adds a difference, whose text is made only if it is listed, and its edit.
    mutating func add(_ text: @autoclosure () -> String, edit: @autoclosure () -> SourceEdit? = nil) {
        count += 1
        if texts.count < Self.limit { texts.append(text()) }
        if count == 1 { firstEdit = edit() }
    }

    /// The differences in one line, nil if there is none.
    package var text: String? {
        guard !isEmpty else { return nil }
        let surplus = count - texts.count
        return texts.joined(separator: "; ") + (surplus > 0 ? "; and \(surplus) more" : "")
    }
}

/// A part of a condition's source with the name of its member, and the text to write so that a request matches.
typealias SourceEdit = (written: String, member: String, suggested: String)
