import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct QueryPatternTests {
    struct Case: Sendable {
        let query: Query
        let matching: HTTPMock.QueryMatching
        let matched: [String]
        let others: [String]

        init(_ query: Query, _ matching: HTTPMock.QueryMatching, matched: [String], others: [String]) {
            self.query = query
            self.matching = matching
            self.matched = matched
            self.others = others
        }
    }

    @Test(arguments: [
        Case([:], .exact, matched: ["", "?"], others: ["?a", "?a=1"]),
        Case([:], .contains, matched: ["", "?", "?a=1"], others: []),
        Case(["a": "1"], .exact, matched: ["?a=1"], others: ["", "?a", "?a=", "?a=2", "?a=1&a=1", "?a=1&b=2", "?A=1"]),
        Case(["a": "1"], .contains, matched: ["?a=1", "?b=2&a=1", "?a=0&a=1"], others: ["", "?a=2", "?b=1"]),
        Case(["a": 1, "b": 2], .exact, matched: ["?a=1&b=2", "?b=2&a=1"], others: ["?a=2&b=1", "?a=1"]),
        Case(["t": "a", "t": "b"], .exact, matched: ["?t=a&t=b"], others: ["?t=b&t=a", "?t=a", "?t=a&t=b&t=a"]),
        Case(
            ["t": "a", "x": "1", "t": "b"], .exact, matched: ["?t=a&t=b&x=1", "?x=1&t=a&t=b"], others: ["?t=b&x=1&t=a"]),
        Case(
            ["t": "a", "t": "b"], .contains, matched: ["?t=b&x=1&t=a", "?t=c&t=b&t=a"], others: ["?t=a", "?t=a&t=a"]),
        Case(["t": "a", "t": "a"], .contains, matched: ["?t=a&t=a", "?t=a&t=b&t=a"], others: ["?t=a", "?t=a&t=b"]),
        Case(["f": nil], .exact, matched: ["?f"], others: ["?f=", "?f=1", ""]),
        Case(["f": ""], .exact, matched: ["?f="], others: ["?f", "?f=1", ""]),
        Case(["f": nil], .contains, matched: ["?f", "?f=&f"], others: ["?f=", ""]),
        Case(["p": Query.any], .exact, matched: ["?p=1", "?p=", "?p"], others: ["", "?q=1", "?p=1&p=2"]),
        Case(["p": Query.any], .contains, matched: ["?p=1", "?x&p", "?p&p"], others: ["", "?q=1"]),
        Case(["p": Query.any, "p": "1"], .exact, matched: ["?p=2&p=1", "?p=1&p=1"], others: ["?p=1&p=2", "?p=1"]),
        Case(["p": Query.any, "p": "1"], .contains, matched: ["?p=1&p=2", "?p=2&p=1"], others: ["?p=1", "?p=2&p=3"]),
        Case(["q": "a+b"], .exact, matched: ["?q=a+b", "?q=a%2Bb"], others: ["?q=a%20b"]),
        Case(["q": "a b&c=d"], .exact, matched: ["?q=a%20b%26c=d", "?q=a%20b%26c%3Dd"], others: ["?q=a%20b&c=d"]),
    ])
    func patternMatchesTheseAndNotThose(example: Case) throws {
        let pattern = QueryPattern(example.query, matching: example.matching)
        for query in example.matched {
            let items = try requestQuery(of: "https://h/" + query)
            #expect(pattern.matches(items), "\(query)")
            #expect(pattern.differences(from: items).isEmpty, "\(query)")
        }
        for query in example.others {
            let items = try requestQuery(of: "https://h/" + query)
            #expect(!pattern.matches(items), "\(query)")
            #expect(!pattern.differences(from: items).isEmpty, "\(query)")
        }
    }

    private static let explained: [(Query, HTTPMock.QueryMatching, String, [String])] = [
        (["page": 1], .exact, "?page=2", [#"page is "2", expected "1""#]),
        (["page": 1], .exact, "?page", [#"page is without a value, expected "1""#]),
        (["page": nil], .exact, "?page=", [#"page is "", expected without a value"#]),
        (["page": 1], .exact, "", [#"page is missing, expected "1""#]),
        (["page": Query.any], .exact, "", ["page is missing, expected with any value"]),
        (["flag": nil], .contains, "?x=1", ["flag is missing, expected without a value"]),
        (
            [:], .exact, "?page=2&flag",
            [
                "flag is without a value, expected no such item", #"page is "2", expected no such item"#,
            ]
        ),
        (
            ["b": 1, "d": 2], .exact, "?d=3&c=0&a=0",
            [
                #"a is "0", expected no such item"#, #"b is missing, expected "1""#,
                #"c is "0", expected no such item"#,
                #"d is "3", expected "2""#,
            ]
        ),
        (["t": "a", "t": "b"], .exact, "?t=b&t=a", [#"t is "b", expected "a""#, #"t is "a", expected "b""#]),
        (["t": "a", "t": "b"], .contains, "?t=b&t=c&x", [#"t is "c", expected "a""#]),
        (["t": "a", "t": "b", "t": Query.any], .contains, "?t=b&t=c", [#"t is missing, expected "a""#]),
    ]

    @Test(arguments: explained)
    func differencesAreExplained(query: Query, matching: HTTPMock.QueryMatching, url: String, text: [String]) throws {
        let items = try requestQuery(of: "https://h/" + url)
        let differences = QueryPattern(query, matching: matching).differences(from: items)
        #expect(differences.map(\.description) == text)
    }

    @Test func namesAndValuesAreComparedByCodeUnits() throws {
        let items = try requestQuery(of: "https://h/?caf%C3%A9=caf%C3%A9")
        for matching in [HTTPMock.QueryMatching.exact, .contains] {
            #expect(QueryPattern(["caf\u{E9}": "caf\u{E9}"], matching: matching).matches(items))
            let value = QueryPattern(["caf\u{E9}": "cafe\u{301}"], matching: matching)
            #expect(!value.matches(items))
            #expect(
                value.differences(from: items).map(\.description)
                    == ["caf\u{E9} is \"caf\u{E9}\" in another normalization form"])
            #expect(!QueryPattern(["cafe\u{301}": "caf\u{E9}"], matching: matching).matches(items))
        }
        #expect(Query(["q": "caf\u{E9}"]) != Query(["q": "cafe\u{301}"]))
    }

    /// A quadratic comparison would exceed the suite's time limit.
    @Test func manyItemsAreComparedInLinearTime() {
        let items = (0..<200_000).map { URLQueryItem(name: "n\($0 % 7)", value: "\($0)") }
        let expected = items.reversed().map { item in
            Query.Item(name: item.name, value: item.value.map(Query.ItemValue.value) ?? .none)
        }
        let all = QueryPattern(Query(items: expected), matching: .contains)
        #expect(all.matches(Query(items)))
        let any = expected.map { Query.Item(name: $0.name, value: .any) }
        #expect(QueryPattern(Query(items: any), matching: .contains).matches(Query(items)))
        let others = Query(items.map { URLQueryItem(name: $0.name, value: "x") })
        #expect(all.differences(from: others).count == items.count)
    }

    private static let equals: [(Query, Query, Bool)] = [
        (["a": 1, "b": 2], ["b": 2, "a": 1], true),
        (["a": 1, "a": 2], ["a": 2, "a": 1], false),
    ]

    @Test(arguments: equals)
    func isIdentifiedByItsNormalForm(left: Query, right: Query, areEqual: Bool) {
        #expect((QueryPattern(left) == QueryPattern(right)) == areEqual)
        #expect((Set([QueryPattern(left), QueryPattern(right)]).count == 1) == areEqual)
        #expect(QueryPattern(left) != QueryPattern(left, matching: .contains))
    }

    @Test(arguments: Seeds.first(20))
    func agreesWithTheReference(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let names = ["a", "b"]
            let items = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                URLQueryItem(name: generator.pick(names), value: generator.pick([nil, "", "1", "2"]))
            }
            let asked = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                let values: [Query.ItemValue] = [.none, .value(""), .value("1"), .value("2"), .any, .any]
                return Query.Item(name: generator.pick(names), value: generator.pick(values))
            }
            for matching in [HTTPMock.QueryMatching.exact, .contains] {
                let pattern = QueryPattern(Query(items: asked), matching: matching)
                let expected =
                    switch matching {
                    case .exact: Self.exactly(asked, items)
                    case .contains: Self.someAssignment(of: asked[...], to: items)
                    }
                #expect(pattern.matches(Query(items)) == expected, "\(matching) \(pattern.query) \(items)")
                let differences = pattern.differences(from: Query(items))
                #expect(differences.isEmpty == expected, "\(matching) \(pattern.query) \(items)")
            }
        }
    }

    private static func exactly(_ asked: [Query.Item], _ items: [URLQueryItem]) -> Bool {
        Set(asked.map(\.name) + items.map(\.name)).allSatisfy { name in
            let expected = asked.filter { $0.name == name }
            let actual = items.filter { $0.name == name }
            return expected.count == actual.count && zip(expected, actual).allSatisfy(isMatch)
        }
    }

    /// Tries all ways to pair each expected item with one of the request's.
    private static func someAssignment(of asked: ArraySlice<Query.Item>, to items: [URLQueryItem]) -> Bool {
        guard let first = asked.first else { return true }
        return items.indices.contains { index in
            var rest = items
            return isMatch(first, rest.remove(at: index)) && someAssignment(of: asked.dropFirst(), to: rest)
        }
    }

    private static func isMatch(_ asked: Query.Item, _ item: URLQueryItem) -> Bool {
        asked.name == item.name
            && [.any, item.value.map(Query.ItemValue.value) ?? .none].contains(asked.value)
    }
}

@Suite(.bounded) struct QueryTests {
    private enum Order: String, HTTPMock.QueryValue {
        case ascending = "asc"
    }

    @Test func literalHasBooleans() {
        let query: Query = ["recursive": true, "all": false]
        #expect(query.items.map(\.value) == [.value("true"), .value("false")])
    }

    @Test func literalMixesConstantsAndVariables() {
        let string = "a b"
        let integer = 7
        let byte: UInt8 = 8
        let present: String? = "there"
        let absent: String? = nil
        let absentInteger: Int? = nil
        let query: Query = [
            "q": "swift", "page": 2, "flag": nil, "empty": "", "sort": Query.any, "id": string, "n": integer,
            "byte": byte, "present": present, "absent": absent, "absentInteger": absentInteger,
            "part": string.dropFirst(2), "sum": integer + 1, "interpolated": "\(integer)", "order": Order.ascending,
            string: "computed name",
        ]
        #expect(
            query.items.map(\.value) == [
                .value("swift"), .value("2"), .none, .value(""), .any, .value("a b"), .value("7"), .value("8"),
                .value("there"), .none, .none, .value("b"), .value("8"), .value("7"), .value("asc"),
                .value("computed name"),
            ])
        #expect(query.items.map(\.name).suffix(2) == ["order", "a b"])
    }

    @Test func literalIsAcceptedForAnOptionalQuery() {
        func items(query: Query? = nil) -> Int? { query?.items.count }
        let name = "q"
        #expect(items() == nil)
        #expect(items(query: [:]) == 0)
        #expect(items(query: ["q": "swift", "tag": "a", "tag": "b"]) == 3)
        #expect(items(query: [name: name]) == 1)
        #expect(items(query: ["q": nil]) == 1)
    }

    @Test func aLiteralKeepsRepeatedNamesAndTheirOrder() {
        let query: Query = ["tag": "b", "q": 1, "tag": "a"]
        #expect(query.description == "tag=b&q=1&tag=a")
    }

    @Test func isMadeFromADictionaryOrQueryItems() {
        let dictionary = ["b": "2", "a": "1"]
        #expect(Query(dictionary) == ["a": "1", "b": "2"])
        #expect(Query(["a": "1"]) == ["a": "1"])
        #expect(Query([:]) == [:])
        #expect(
            Query([URLQueryItem(name: "a", value: nil), URLQueryItem(name: "a", value: "")]) == ["a": nil, "a": ""])
    }

    private static let pairs: [(Query, Query, Bool)] = [
        (["a": 1, "b": 2], ["b": "2", "a": "1"], true),
        (["a": 1, "a": 2], ["a": 2, "a": 1], false),
        (["a": 1, "b": 0, "a": 2], ["b": 0, "a": 1, "a": 2], true),
        (["a": nil], ["a": ""], false),
        (["a": Query.any], ["a": "*"], false),
        (["a": 1], ["A": 1], false),
    ]

    @Test(arguments: pairs)
    func equalityIgnoresOnlyTheOrderOfNames(left: Query, right: Query, areEqual: Bool) {
        #expect((left == right) == areEqual)
        #expect((Set([left, right]).count == 1) == areEqual)
    }

    @Test func readsAsInAURLAndAsInSwift() {
        let query: Query = ["q": "swift", "page": Query.any, "flag": nil, "e": "", "a&b=": "*&\u{e9}", "s": "\"\\(x)"]
        #expect(query.description == "q=swift&page=*&flag&e=&a%26b%3D=%2A%26%C3%A9&s=%22%5C(x)")
        #expect(
            query.swiftSource()
                == #"["q": "swift", "page": Query.any, "flag": nil, "e": "", "a&b=": "*&é", "s": "\"\\(x)"]"#)
        #expect(([:] as Query).swiftSource() == "[:]")
        #expect(([:] as Query).description.isEmpty)
    }
}
