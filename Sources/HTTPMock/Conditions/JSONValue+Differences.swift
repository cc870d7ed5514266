extension JSONValue {
    /// Returns the differences from the expected value, as in `user.name is "bob", expected "alice"`.
    ///
    /// Values are masked that the name of a member marks as secret.
    ///
    /// - Parameters:
    ///   - expected: The expected value.
    ///   - allowingMore: Whether objects, at every depth, may have more members than the expected ones.
    package func differences(from expected: JSONValue, allowingMore: Bool) -> DifferenceList {
        var comparison = Comparison(allowsMore: allowingMore)
        comparison.compare(self, with: expected, at: "")
        return comparison.differences
    }

    private struct Comparison {
        let allowsMore: Bool
        var differences = DifferenceList()

        mutating func compare(_ value: JSONValue, with expected: JSONValue, at location: String) {
            switch (value, expected) {
            case (.object(let members), .object(let expectedMembers)):
                compare(members, with: expectedMembers, at: location)
            case (.array(let elements), .array(let expectedElements)):
                compare(elements, with: expectedElements, at: location)
            case (.string(let text), .string(let expectedText))
            where text == expectedText && !text.utf8.elementsEqual(expectedText.utf8):
                // RFC 8259 §8.3 compares code units, Swift compares canonical equivalents.
                differences.add("\(Self.name(of: location)) is \(value) in another normalization form")
            default:
                guard value != expected else { return }
                differences.add("\(Self.name(of: location)) is \(value), expected \(expected)")
            }
        }

        private mutating func compare(
            _ members: [String: JSONValue], with expectedMembers: [String: JSONValue], at location: String
        ) {
            for (key, expectedMember) in expectedMembers.sorted(by: { $0.key < $1.key }) {
                let inner = location.isEmpty ? key : "\(location).\(key)"
                let isSecret = Redaction.isSecretInDiagnosis(key)
                guard let member = members[key] else {
                    differences.add("\(inner) is missing\(isSecret ? "" : ", expected \(expectedMember)")")
                    continue
                }
                guard isSecret else {
                    compare(member, with: expectedMember, at: inner)
                    continue
                }
                if !member.differences(from: expectedMember, allowingMore: allowsMore).isEmpty {
                    differences.add("\(inner) differs")
                }
            }
            guard !allowsMore else { return }
            for key in members.keys.filter({ expectedMembers[$0] == nil }).sorted() {
                differences.add("\(location.isEmpty ? key : "\(location).\(key)") is not expected")
            }
        }

        private mutating func compare(
            _ elements: [JSONValue], with expectedElements: [JSONValue], at location: String
        ) {
            guard elements.count == expectedElements.count else {
                let count = elements.count == 1 ? "1 element" : "\(elements.count) elements"
                return differences.add("\(Self.name(of: location)) has \(count), expected \(expectedElements.count)")
            }
            for (index, (element, expectedElement)) in zip(elements, expectedElements).enumerated() {
                compare(element, with: expectedElement, at: "\(location)[\(index)]")
            }
        }

        private static func name(of location: String) -> String { location.isEmpty ? "the value" : location }
    }
}
