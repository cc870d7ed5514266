import Foundation

/// The query that a request must have to match a registration.
///
/// Names and values are compared by code units, after percent-decoding.
struct QueryPattern: Hashable, Sendable {
    let query: Query
    let matching: HTTPMock.QueryMatching

    init(_ query: Query, matching: HTTPMock.QueryMatching = .exact) {
        self.query = query
        self.matching = matching
    }

    func matches(_ other: Query) -> Bool {
        let expected = query.valuesByName
        let actual = other.valuesByName
        if matching == .exact, expected.count != actual.count { return false }
        return expected.allSatisfy { differences(of: $0.key, $0.value, actual[$0.key] ?? []).isEmpty }
    }

    /// Returns the differences between a request's query and the expected one, sorted by name.
    func differences(from other: Query) -> [Difference] {
        let expected = query.valuesByName
        let actual = other.valuesByName
        var names = Set(expected.keys)
        if matching == .exact { names.formUnion(actual.keys) }
        return names.sorted().flatMap { differences(of: $0, expected[$0] ?? [], actual[$0] ?? []) }
    }

    private func differences(
        of name: ExactText, _ expected: [Query.Requirement], _ actual: [Query.Requirement]
    ) -> [Difference] {
        switch matching {
        case .exact: Self.exactDifferences(of: name, expected, actual)
        case .contains: Self.containedDifferences(of: name, expected, actual)
        }
    }

    /// Returns the differences of the values in order.
    private static func exactDifferences(
        of name: ExactText, _ expected: [Query.Requirement], _ actual: [Query.Requirement]
    ) -> [Difference] {
        var differences: [Difference] = []
        for index in 0..<max(expected.count, actual.count) {
            let value = expected.dropFirst(index).first
            let other = actual.dropFirst(index).first
            let isAny = value == .any && other != nil
            if isAny || value == other { continue }
            differences.append(Difference(name: name.text, expected: value, actual: other))
        }
        return differences
    }

    /// Returns a difference for each expected value that the request lacks.
    private static func containedDifferences(
        of name: ExactText, _ expected: [Query.Requirement], _ actual: [Query.Requirement]
    ) -> [Difference] {
        var wanted = Counts(expected.filter { $0 != .any })
        // The request's values that no exact value expects; each expected one is used once.
        let surplus = actual.filter { !wanted.remove($0) }
        var given = Counts(actual)
        // Any value that remains matches an expected `.any`.
        var spare = surplus.count
        var missing: [Query.Requirement] = []
        for value in expected {
            let isGiven: Bool
            if value == .any {
                isGiven = spare > 0
                if isGiven { spare -= 1 }
            } else {
                isGiven = given.remove(value)
            }
            if !isGiven { missing.append(value) }
        }
        // Shown next to the missing values: the surplus that no `.any` has used.
        let others = surplus.dropFirst(expected.count { $0 == .any })
        return missing.enumerated().map { index, value in
            Difference(name: name.text, expected: value, actual: others.dropFirst(index).first)
        }
    }

    /// The number of times that each value occurs.
    private struct Counts {
        private var counts: [Query.Requirement: Int]

        init(_ values: [Query.Requirement]) {
            counts = values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }

        /// Removes a value; returns whether there was one.
        mutating func remove(_ value: Query.Requirement) -> Bool {
            guard let count = counts[value], count > 0 else { return false }
            counts[value] = count - 1
            return true
        }
    }

    /// A difference between a request's query and the expected one.
    struct Difference: Sendable, CustomStringConvertible {
        let name: String
        /// The expected value; nil if the registration expects no such item, or fewer.
        let expected: Query.Requirement?
        /// The request's value in its place; nil if the request has no such item, or too few.
        let actual: Query.Requirement?

        /// The difference as a clause after "query item", without the values of secrets: `page is "2", expected "1"`.
        var description: String {
            let isSecret = Redaction.isSecret(name)
            guard let actual else {
                if isSecret { return "\(name) is missing" }
                return "\(name) is missing, expected \(Self.text(expected))"
            }
            guard let expected else {
                let isShown = !isSecret || actual == .none
                let value = isShown ? Self.text(actual) : Redaction.mask
                return "\(name) is \(value), expected no such item"
            }
            if isSecret {
                if actual == .none { return "\(name) has no value, expected another" }
                return "\(name) has another value"
            }
            if actual.exactValue?.text == expected.exactValue?.text {
                return "\(name) is \(Self.text(actual)) in another normalization form"
            }
            return "\(name) is \(Self.text(actual)), expected \(Self.text(expected))"
        }

        private static func text(_ value: Query.Requirement?) -> String {
            switch value {
            case .value(let value): Redaction.text(ofValue: value.text.shortened).debugDescription
            case .any: "with any value"
            case .some(.none), nil: "without a value"
            }
        }
    }
}
