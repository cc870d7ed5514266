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
        let (expected, actual) = (query.valuesByName, other.valuesByName)
        return (matching == .contains || expected.count == actual.count)
            && expected.allSatisfy { differences(of: $0.key, $0.value, actual[$0.key] ?? []).isEmpty }
    }

    /// Returns the differences between a request's query and the expected one, sorted by name.
    func differences(from other: Query) -> [Difference] {
        let (expected, actual) = (query.valuesByName, other.valuesByName)
        let names = matching == .exact ? Set(expected.keys).union(actual.keys) : Set(expected.keys)
        return names.sorted { $0.text < $1.text }.flatMap { differences(of: $0, expected[$0] ?? [], actual[$0] ?? []) }
    }

    private func differences(
        of name: ExactText, _ expected: [Query.ItemValue], _ actual: [Query.ItemValue]
    ) -> [Difference] {
        let (wanted, given) = matching == .exact ? (expected, actual) : Self.unpaired(expected, actual)
        let count = matching == .exact ? max(wanted.count, given.count) : wanted.count
        return (0..<count).compactMap { index in
            let value = index < wanted.count ? wanted[index] : nil
            let other = index < given.count ? given[index] : nil
            let isMatch = value == other || value == .any && other != nil
            return isMatch ? nil : Difference(name: name.text, expected: value, actual: other)
        }
    }

    /// Returns the values that remain if each expected value is paired with another value of the request.
    ///
    /// An expected ``Query/any`` chooses last, because any value that remains matches.
    private static func unpaired(
        _ expected: [Query.ItemValue], _ actual: [Query.ItemValue]
    ) -> ([Query.ItemValue], [Query.ItemValue]) {
        var counts = expected.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        func take(_ value: Query.ItemValue) -> Bool {
            counts[value, default: 0] -= 1
            return counts[value, default: 0] >= 0
        }
        let rest = actual.filter { !take($0) }
        let anyCount = counts[.any] ?? 0
        counts[.any] = max(0, anyCount - rest.count)
        return (expected.filter(take), Array(rest.dropFirst(anyCount)))
    }

    /// A difference between a request's query and the expected one.
    struct Difference: Sendable, CustomStringConvertible {
        let name: String
        let expected: Query.ItemValue?
        /// The request's value; nil if the request has no such item, or too few.
        let actual: Query.ItemValue?

        /// The difference as a clause after "query item", without the values of secrets: `page is "2", expected "1"`.
        var description: String {
            let isSecret = Redaction.isSecret(name)
            guard let actual else { return "\(name) is missing\(isSecret ? "" : ", expected \(Self.text(expected))")" }
            guard let expected else {
                let value = isSecret && actual != .none ? Redaction.mask : Self.text(actual)
                return "\(name) is \(value), expected no such item"
            }
            if isSecret { return "\(name) has \(actual == .none ? "no value, expected another" : "another value")" }
            if actual.text == expected.text { return "\(name) is \(Self.text(actual)) in another normalization form" }
            return "\(name) is \(Self.text(actual)), expected \(Self.text(expected))"
        }

        private static func text(_ value: Query.ItemValue?) -> String {
            value?.text.map { Redaction.text(ofValue: $0.shortened).debugDescription }
                ?? (value == .any ? "with any value" : "without a value")
        }
    }
}
