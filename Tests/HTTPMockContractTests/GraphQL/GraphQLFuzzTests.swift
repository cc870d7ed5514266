import Foundation
import TestSupport
import Testing

@testable import HTTPMockContract

/// Damaged schemas, operations and answers: each is read, and each defect has a line and a column.
///
/// `HTTPMOCK_FUZZ=200` tries 10,000 more schemas and operations, fifty for each seed.
@Suite(.bounded) struct GraphQLFuzzTests {
    @Test(arguments: Seeds.first(3))
    func everyDefectOfADamagedSchemaHasAPlace(seed: UInt64) {
        var fuzzer = GraphQLFuzzer(seed: seed)
        for _ in 0..<25 {
            let text = fuzzer.damaged(CatalogSchema.text)
            do {
                let contract = try GraphQLContract(Data(text))
                let defects = contract.defects.filter { $0.line < 1 || $0.column < 1 }
                #expect(defects.isEmpty, "seed \(seed): \(String(decoding: text, as: UTF8.self))")
                _ = contract.violations(ofOperation: GraphQLFuzzer.operation)
            } catch {
                let message = "\(error)"
                // The whole document lacks a type for queries.
                let hasPlace =
                    message.contains(/line [1-9][0-9]*, column [1-9]/) || message.contains("no type for query")
                #expect(hasPlace, "seed \(seed): \(message)")
            }
        }
    }

    @Test(arguments: Seeds.first(3))
    func everyViolationOfADamagedOperationHasAPlace(seed: UInt64) throws {
        let contract = try #require(CatalogSchema.contract)
        var fuzzer = GraphQLFuzzer(seed: seed)
        for _ in 0..<25 {
            let text = String(decoding: fuzzer.damaged(GraphQLFuzzer.operation), as: UTF8.self)
            let violations = contract.violations(ofOperation: text, operation: "Page")
            for violation in violations where !["OperationName", "VariableValues"].contains(violation.keyword) {
                let hasPlace = (violation.documentLine ?? 0) > 0 && (violation.documentColumn ?? 0) > 0
                #expect(hasPlace, "seed \(seed): \(violation) in \(text)")
            }
        }
    }

    @Test(arguments: Seeds.first(3))
    func damagedAnswersAreRead(seed: UInt64) throws {
        let contract = try #require(CatalogSchema.contract)
        var fuzzer = GraphQLFuzzer(seed: seed)
        #expect(contract.violations(of: Data(GraphQLFuzzer.answer.utf8), to: GraphQLFuzzer.operation).isEmpty)
        for _ in 0..<25 {
            _ = contract.violations(of: Data(fuzzer.damaged(GraphQLFuzzer.answer)), to: GraphQLFuzzer.operation)
        }
    }
}

/// Damages texts at random places.
struct GraphQLFuzzer {
    static let operation = """
        query Page($after: String = "a", $isWhole: Boolean = true) {
          viewer { id name pets { __typename ... on Cat { lives } ... on Dog { barks } } }
          characters(first: 2, after: $after, filter: { status: ALIVE, names: ["x", \"\"\"y\"\"\"] }) {
            nodes { ...Parts episodes(first: 3) @include(if: $isWhole) { title season } }
          }
          found: search(text: "e\\u00e9") { ... on Node { id } ... on Named { name } }
        }
        fragment Parts on Character { id name status created }
        """

    static let answer = """
        {"data": {"viewer": {"id": "1", "name": "a", "pets": [{"__typename": "Cat", "lives": 7}, null]},
        "characters": {"nodes": [{"id": "2", "name": "b", "status": "DEAD", "created": null,
        "episodes": [{"title": null, "season": 1}]}]}, "found": [{"id": "3"}]}}
        """

    private static let tokens: [[UInt8]] = [
        "{", "}", "(", ")", "[", "]", "!", ":", "=", "|", "&", "@", "$", "...", "\"", "\"\"\"", "\\", "\\u", "#", "\n",
        "\r",
        "0", "1", "-", ".", "e", "null", "true", "type ", "extend ", "interface ", "union ", "enum ", "input ",
        "schema ",
        "scalar ", "directive ", "on ", "fragment ", "query ", "implements ", "__", "ID", "Int", "Character", "Node",
        "User",
        "\u{e9}", "\u{feff}", "\0", "@oneOf", "@skip(if: true)", "$isWhole", "...Parts",
    ].map { Array($0.utf8) }

    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Returns a text with one to four random changes.
    mutating func damaged(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&bytes) }
        return bytes
    }

    private mutating func damage(_ bytes: inout [UInt8]) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...12, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: random.pick(Self.tokens), at: start)
        case 2: bytes.replaceSubrange(start..<end, with: random.pick(Self.tokens))
        case 3: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &random))
        case 4: bytes.insert(UInt8.random(in: 0...255, using: &random), at: start)
        default:
            let count = Int.random(in: 1...600, using: &random)
            let token = random.pick(Self.tokens)
            bytes.insert(contentsOf: Array(repeating: token, count: count).joined(), at: start)
        }
    }
}
