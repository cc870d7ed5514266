extension JSONValue {
    /// Returns the differences from what is expected, as in `user.name is "bob", expected "alice"`.
    ///
    /// A value is left out or masked if the name of its member marks a secret. If more is allowed, objects at every
    /// depth may have more members than expected.
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
                if text.hasSameCodeUnits(as: expectedText) { return }
                differences.add("\(Self.name(of: location)) is \(value) in another normalization form")
            default:
                guard expected != .scalar(value) else { return }
                differences.add(
                    "\(Self.name(of: location)) is \(value), expected \(expected)",
                    edit: Self.edit(of: expected, to: value, at: location))
            }
        }

        private mutating func compare(
            _ members: JSONObject, with expectedMembers: [ExactText: JSONExpectation], at location: String
        ) {
            // The surplus name that is probably a misspelling of the first missing name.
            var renamed: String?
            let expectedNames = expectedMembers.keys.map(\.text)
            for (exactName, expectedMember) in expectedMembers.sorted(by: { $0.key < $1.key }) {
                let name = exactName.text
                let inner = Self.location(of: name, in: location)
                // Both sides, because the members next to a `code` show whether the `code` is a secret.
                let isExpectedSecret = expectedMember.isSecret(named: name, among: expectedNames)
                let isActualSecret =
                    members[name].map { Redaction.isSecretMember(name, $0, among: members.keys) } ?? false
                let isSecret = isExpectedSecret || isActualSecret
                guard let member = members[name] else {
                    let expectation = isSecret ? "" : ", expected \(expectedMember)"
                    var edit: ConditionEdit?
                    // Only the first difference of all may have an edit.
                    if differences.isEmpty {
                        let surplus = members.keys.filter { expectedMembers[ExactText($0)] == nil }
                        renamed = self.name(near: name, of: expectedMember, among: surplus, in: members)
                        edit = renamed.map { ConditionEdit(name.swiftLiteral, suggested: $0.swiftLiteral) }
                    }
                    differences.add("\(inner) is missing\(expectation)", edit: edit)
                    continue
                }
                if !isSecret {
                    compare(member, with: expectedMember, at: inner)
                } else if !member.differences(from: expectedMember, allowingMore: allowsMore).isEmpty {
                    differences.add("\(inner) differs")
                }
            }
            if allowsMore { return }
            for (name, _) in members.sorted() where expectedMembers[ExactText(name)] == nil {
                let edit = name == renamed ? differences.edit : nil
                differences.addSurplus("\(Self.location(of: name, in: location)) is not expected", edit: edit)
            }
        }

        /// Returns the name that is near a missing one and has the expected value; nil if there is none.
        private func name(
            near missing: String, of expected: JSONExpectation, among names: [String], in members: JSONObject
        ) -> String? {
            names.first { name in
                guard EditDistance.areNear(name, missing), let member = members[name] else { return false }
                return member.differences(from: expected, allowingMore: allowsMore).isEmpty
            }
        }

        private mutating func compare(
            _ elements: [JSONValue], with expectedElements: [JSONExpectation], at location: String
        ) {
            guard elements.count == expectedElements.count else {
                let count = elements.count.counted("element")
                return differences.add("\(Self.name(of: location)) has \(count), expected \(expectedElements.count)")
            }
            for (index, (element, expectedElement)) in zip(elements, expectedElements).enumerated() {
                compare(element, with: expectedElement, at: "\(location)[\(index)]")
            }
        }

        /// Returns the edit of a member or an element.
        ///
        /// Nil for the whole value, if a secret would be printed, and if Swift has no literal for a value.
        private static func edit(
            of expected: JSONExpectation, to value: JSONValue, at location: String
        ) -> ConditionEdit? {
            // A whole value may need a type that its literal does not give.
            if location.isEmpty { return nil }
            // A description differs from the text only if it is masked.
            let isMasked = expected.text != "\(expected)" || value.text != "\(value)"
            guard !isMasked, let written = expected.swiftSource, let suggested = JSONExpectation(value).swiftSource
            else { return nil }
            return ConditionEdit(written, member: location, suggested: suggested)
        }

        private static func location(of name: String, in outer: String) -> String {
            if outer.isEmpty { return name }
            return "\(outer).\(name)"
        }

        private static func name(of location: String) -> String {
            location.isEmpty ? "the value" : location
        }
    }
}
