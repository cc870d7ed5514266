import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct QueryTests {
    private enum Order: String, HTTPMock.QueryValue {
        case ascending = "asc"
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
            query.swiftSource
                == #"["q": "swift", "page": Query.any, "flag": nil, "e": "", "a&b=": "*&é", "s": "\"\\(x)"]"#)
        #expect(([:] as Query).swiftSource == "[:]")
        #expect(([:] as Query).description.isEmpty)
    }
}
