import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded)
struct OperationValidatorTests {
    private static func issues(_ text: String) throws -> [String] {
        let schema = try #require(CatalogSchema.loaded).types
        let source = GraphQLSource(text)
        return OperationValidator.issues(of: try OperationDocument(source), schema).map { issue in
            "\(source.position(of: issue.offset)) \(issue.rule): \(issue.message)"
        }
    }

    @Test(arguments: [
        "{ viewer { id name ... on Named { name } ...U } __typename __schema { queryType { name } } } fragment U on User { email }",
        "query Q($id: ID!, $n: Int = 3, $f: CharacterFilter) { character(id: $id) { episodes(first: $n) { title } } characters(filter: $f) { nodes { id } } }",
        "{ characters(filter: {status: ALIVE, names: \"one\", created: {from: 1}}) { pageInfo { endCursor } } }",
        "{ count(weights: [1, 2.5], grid: [[1], null]) }", "{ count(weights: 1, grid: 1) }",
        "{ find(by: {id: 4}) { name } }",
        "query ($id: ID!) { find(by: {id: $id}) { name } }",
        "query Q { a: viewer { id } } mutation M { rename(id: 1, name: \"a\") { id } }",
        "{ search(text: \"a\") { __typename ... on User { name } ... on Episode { name: title } } }"
            .replacing("name: title", with: "title"),
        "subscription { added { id } }", "{ viewer { pets { ... on Cat { n: lives } ... on Dog { b: barks } } } }",
        "{ viewer { id @tag @tag(name: \"x\") } }",
        "query ($s: Stars) { __typename } mutation M($s: Stars) { rate(stars: $s) }"
            .replacing("query ($s: Stars) { __typename } ", with: ""),
        "query ($b: Boolean!) { viewer @include(if: $b) { id @skip(if: $b) } }",
        "query ($n: Int) { characters(first: $n) { pageInfo { endCursor } } }",
        "\"What it is for.\" query A { viewer { id } }",
    ]) func validDocumentsHaveNoIssues(_ text: String) throws {
        #expect(try Self.issues(text) == [])
    }

    @Test func stringsOfOtherCodePointsAreDifferentArguments() throws {
        let document = { (first: String, second: String) in
            "{ character(id: \"\(first)\") { id } character(id: \"\(second)\") { id } }"
        }
        #expect(try Self.issues(document("\u{E9}", "\u{E9}")) == [])
        let issues = try Self.issues(document("\u{E9}", "e\u{301}"))
        #expect(issues.count == 1)
        #expect(issues.first?.contains("different arguments of character") == true)
    }

    @Test func fieldsDeepInFragmentsAreCompared() throws {
        let schema = try LoadedSchema([GraphQLSource("type Query { q: Query a: Int b: Int }")]).types
        let depth = 1_200
        var text = "{ q { ...A0 } q { ...B0 } }"
        for number in 0..<depth {
            for chain in ["A", "B"] {
                text += " fragment \(chain)\(number) on Query { q { ...\(chain)\(number + 1) } }"
            }
        }
        text += " fragment A\(depth) on Query { x: a } fragment B\(depth) on Query { x: b }"
        let issues = OperationValidator.issues(of: try OperationDocument(GraphQLSource(text)), schema)
        #expect(
            issues.map(\.message) == ["x would be the fields a and b in one response; give one of them another name"])
    }

    @Test(arguments: [(499, 0), (500, 1), (600, 1)])
    func valueThatNestsTooDeepIsABreach(depth: Int, count: Int) throws {
        let schema = try LoadedSchema([GraphQLSource("type Query { a(i: I): Int } input I { i: I }")]).types
        let document = try OperationDocument(GraphQLSource("query ($i: I) { a(i: $i) }"))
        guard case .operation(let operation)? = document.definitions.first else {
            Issue.record("no operation")
            return
        }
        var value = JSONValue.object([:])
        for _ in 0..<depth { value = .object(["i": value]) }
        let issues = VariableValues.issues(of: ["i": value], operation, schema)
        let message = "nested deeper than 500 levels"
        #expect(issues.map(\.message) == Array(repeating: message, count: count))
    }

    @Test(arguments: [
        ("{ viewer { id } }\ntype A { a: Int }", "2:1 ExecutableDefinitions"),
        ("{ vewer { id } }", "1:3 FieldsOnCorrectType: Query has no field vewer; did you mean \"viewer\"?"),
        ("{ node(id: 1) { name } }", "1:17 FieldsOnCorrectType: Node has no field name"),
        ("{ node(id: 1) { ... on Int { a } } }", "1:24 FragmentsOnCompositeTypes"),
        ("{ viewer(id: 1) { id } }", "1:10 KnownArgumentNames: the field Query.viewer has no argument id"),
        (
            "{ viewer @cache(seconds: 1) { id } }",
            "1:10 KnownDirectives: the directive @cache is not defined; did you mean \"cached\"?"
        ),
        (
            "{ ... @cached(seconds: 1) { viewer { id } } }",
            "1:7 KnownDirectives: the directive @cached is not for INLINE_FRAGMENT"
        ),
        ("{ viewer { ...F } }", "1:15 KnownFragmentNames: the fragment F is not defined"),
        (
            "{ node(id: 1) { ... on Usr { id } } }",
            "1:24 KnownTypeNames: the type Usr is not defined; did you mean \"User\"?"
        ),
        ("query ($a: Intt) { count(weights: [$a]) }", "1:12 KnownTypeNames"),
        ("{ viewer { id } }\nquery B { viewer { id } }", "1:1 LoneAnonymousOperation"),
        (
            "{ viewer { ...A } }\nfragment A on User { ...A }",
            "2:22 NoFragmentCycles: a fragment can't use itself: A → A"
        ),
        ("query Q { character(id: $id) { id } }", "1:25 NoUndefinedVariables: the variable $id is not declared by Q"),
        ("{ viewer { id } }\nfragment A on User { id }", "2:1 NoUnusedFragments"),
        ("query ($id: ID!) { viewer { id } }", "1:8 NoUnusedVariables"),
        (
            "{ viewer { a: id a: name } }",
            "1:18 OverlappingFieldsCanBeMerged: a would be ID! and String! in one response; give one of them another name"
        ),
        ("{ character(id: 1) { id } character(id: 2) { id } }", "1:27 OverlappingFieldsCanBeMerged"),
        ("{ viewer { pets { ... on Cat { name } ... on Dog { name } } } }", "1:52 OverlappingFieldsCanBeMerged"),
        (
            "{ viewer { ... on Episode { id } } }",
            "1:12 PossibleFragmentSpreads: the fragment never applies, because User is never Episode"
        ),
        (
            "{ character { id } }",
            "1:3 ProvidedRequiredArguments: the field Query.character lacks the argument id, which is ID!"
        ),
        ("{ viewer }", "1:3 ScalarLeafs"), ("{ viewer { id { a } } }", "1:15 ScalarLeafs"),
        ("subscription { added { id } removed }", "1:29 SingleFieldSubscriptions"),
        ("{ character(id: 1, id: 1) { id } }", "1:20 UniqueArgumentNames"),
        ("{ viewer @cached(seconds: 1) @cached(seconds: 1) { id } }", "1:30 UniqueDirectivesPerLocation"),
        ("{ viewer { ...A } } fragment A on User { id } fragment A on User { id }", "1:56 UniqueFragmentNames"),
        (
            "{ characters(filter: {status: DEAD, status: DEAD}) { pageInfo { endCursor } } }",
            "1:37 UniqueInputFieldNames"
        ),
        ("query A { viewer { id } }\nquery A { viewer { id } }", "2:7 UniqueOperationNames"),
        ("query ($a: ID!, $a: ID!) { character(id: $a) { id } }", "1:18 UniqueVariableNames"),
        (
            "{ characters(first: \"1\") { pageInfo { endCursor } } }",
            "1:21 ValuesOfCorrectType: expected Int, got \"1\""
        ),
        (
            "{ characters(first: {a: 1, b: 2, c: 3, d: 4, e: 5, f: 6}) { pageInfo { endCursor } } }",
            "1:21 ValuesOfCorrectType: expected Int, got {a: …, b: …, c: …, d: …, e: …, …}"
        ),
        (
            "{ characters(filter: {status: \"DEAD\"}) { pageInfo { endCursor } } }",
            "1:31 ValuesOfCorrectType: expected Status, got \"DEAD\"; enum values have no quotes"
        ),
        (
            "{ characters(filter: {created: {}}) { pageInfo { endCursor } } }",
            "1:32 ValuesOfCorrectType: the field from of Range is missing, and is DateTime!"
        ),
        (
            "{ find(by: {id: 1, name: \"a\"}) { id } }",
            "1:12 ValuesOfCorrectType: FindBy is @oneOf: expected exactly one field, got 2"
        ),
        ("{ characters(first: 2147483648) { pageInfo { endCursor } } }", "1:21 ValuesOfCorrectType"),
        (
            "query ($u: User) { find(by: {name: $u}) { id } }",
            "1:12 VariablesAreInputTypes: $u can't be User, an output type"
        ),
        (
            "query ($id: ID) { character(id: $id) { id } }",
            "1:33 VariablesInAllowedPosition: $id is ID, but ID! is expected"
        ),
        ("query ($id: ID) { find(by: {id: $id}) { id } }", "1:33 VariablesInAllowedPosition"),
    ]) func eachRuleHasItsPlace(_ text: String, _ expected: String) throws {
        let issues = try Self.issues(text)
        #expect(issues.contains { $0.hasPrefix(expected) }, "\(issues)")
    }

    @Test(arguments: [0, 450])
    func cycleOfALongChainOfFragmentsIsFound(target: Int) throws {
        let count = 520
        let fragments = (0..<count).map { number in
            "fragment F\(number) on Query { ...F\(number < count - 1 ? number + 1 : target) }"
        }
        let document = "{ ...F0 }\n\(fragments.joined(separator: "\n"))"
        let found = try #require(CatalogSchema.contract).violations(ofOperation: document)
        #expect(found.map(\.keyword) == ["NoFragmentCycles"])
        #expect(found.first?.documentLine == count + 1)
        let message = try #require(found.first?.message)
        #expect(message.hasPrefix("a fragment can't use itself: F\(target) → F\(target + 1) → "))
        #expect(message.hasSuffix("…"))
    }

    @Test func anOperationThatTheSchemaLacksIsAnIssue() throws {
        let schema = try LoadedSchema([GraphQLSource("type Query { a: Int }")]).types
        let document = try OperationDocument(GraphQLSource("mutation { a }"))
        #expect(OperationValidator.issues(of: document, schema).map(\.rule) == ["KnownOperationTypes"])
    }

    @Test func aPartWithADefectIsNotChecked() throws {
        let schema = try LoadedSchema([GraphQLSource("type Query { a: Missing b(c: Missing): Int }")]).types
        let document = try OperationDocument(GraphQLSource("{ a { b { c } } b(c: {x: [1]}) }"))
        #expect(OperationValidator.issues(of: document, schema) == [])
    }

    @Test func mutationsOfADocumentNeverCrash() throws {
        let schema = try #require(CatalogSchema.loaded).types
        let text =
            "query Q($id: ID!) { character(id: $id) { ...F episodes { title } } } fragment F on Character { name ...G } fragment G on Named { id }"
        let words = text.split(separator: " ").map(String.init)
        var random = SplitMix(7)
        for _ in 0..<2_000 {
            var parts = words
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<parts.count, using: &random)
                parts[index] = words.randomElement(using: &random) ?? ""
            }
            guard let document = try? OperationDocument(GraphQLSource(parts.joined(separator: " "))) else { continue }
            _ = OperationValidator.issues(of: document, schema)
        }
    }
}
