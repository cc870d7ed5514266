import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockContractTesting
import HTTPMockTesting
import Testing

@testable import Catalog

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The mistakes that a schema finds: mocks that lie, operations that the service refuses, clients that expect too much.
@Suite struct CatalogDriftTests {
    /// Runs a body as the body of a test of its own, and returns the line of each issue that tells the mistake.
    private func lines(of body: @escaping @Sendable (HTTPMock) async throws -> Void) async throws -> [String] {
        let found = FoundLines()
        let collector = IssueHandlingTrait.compactMapIssues { issue in
            found.add(issue)
            return nil
        }
        guard let test = Test.current else { return [] }
        try await collector.provideScope(for: test, testCase: .current) {
            try await HTTPMockTrait.httpMock.provideScope(for: test, testCase: .current) {
                try await body(HTTPMock.current)
            }
        }
        return found.all
    }

    private static func answer(_ mock: HTTPMock, _ json: String) {
        mock.addResponses(forURL: CatalogContract.url, responses: [.json(json)])
    }

    @Test func aMockThatLacksASelectedFieldIsFound() async throws {
        let lines = try await lines { mock in
            mock.check(against: try CatalogContract.load())
            Self.answer(mock, #"{"data": {"characters": [{"id": "1", "name": "Rick", "status": "ALIVE"}]}}"#)
            // The client reads nil, and nobody would notice.
            _ = try await CatalogClient(session: mock.urlSession).characters(first: 1)
        }
        #expect(
            lines == [
                "POST /graphql query Characters → 200 data.characters[0].image: missing, but selected (Character.image, catalog.graphqls:18; selected at 2:46 of the document)"
            ])
    }

    @Test func aMockWithAValueOfAnotherTypeIsFound() async throws {
        let lines = try await lines { mock in
            mock.check(against: try CatalogContract.load())
            Self.answer(
                mock, #"{"data": {"characters": [{"id": "1", "name": "Rick", "status": "Alive", "image": null}]}}"#)
            _ = try await CatalogClient(session: mock.urlSession).characters(first: 1)
        }
        #expect(lines.count == 1)
        #expect(
            lines.first?.contains(
                #"status: expected ALIVE, DEAD or UNKNOWN, got string "Alive"; did you mean "ALIVE"?"#) == true)
    }

    @Test func anOperationThatTheServiceRefusesIsFound() async throws {
        let lines = try await lines { mock in
            mock.check(against: try CatalogContract.load())
            Self.answer(mock, #"{"data": {"character": {"name": "Rick"}}}"#)
            var request = URLRequest(url: try #require(URL(string: CatalogContract.url)))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(#"{"query": "query Old { character(id: 7) { nme } }"}"#.utf8)
            _ = try await mock.data(for: request)
        }
        #expect(
            lines.first
                == #"POST /graphql query Old: Character has no field nme; did you mean "name"? (FieldsOnCorrectType at 1:32 of the document; Character, catalog.graphqls:14)"#
        )
    }

    @Test func aValueOutsideTheSchemaIsFound() async throws {
        let lines = try await lines { mock in
            mock.registerExamples(from: try CatalogContract.load(), values: ["Character.nme": "Rick"])
        }
        #expect(lines.first?.contains("Character has no field nme; did you mean name?") == true)
    }

    // MARK: What a sweep finds

    /// Requires a field that the schema has without an exclamation mark.
    private struct NeedyCharacter: Decodable {
        let image: String
    }

    @Test func aNullableFieldThatTheClientNeedsIsFound() async throws {
        let sweep = try await failingSweep("image") { data in
            _ = try JSONDecoder().decode(Answer<NeedyCharacter>.self, from: data)
        }
        #expect(sweep.failures.map(\.variant) == ["200 data.characters[0].image null"])
    }

    /// Knows fewer states than the schema.
    private struct OldCharacter: Decodable {
        enum Status: String, Decodable {
            case alive = "ALIVE"
            case dead = "DEAD"
        }

        let status: Status
    }

    @Test func anUnknownValueOfAnEnumIsFound() async throws {
        let sweep = try await failingSweep("status") { data in
            _ = try JSONDecoder().decode(Answer<OldCharacter>.self, from: data)
        }
        #expect(sweep.failures.map(\.variant) == [#"200 data.characters[0].status "UNKNOWN""#])
    }

    private struct Answer<Character: Decodable>: Decodable {
        struct Content: Decodable {
            let characters: [Character]
        }

        let data: Content
    }

    /// Sweeps over code that selects one field, and expects that the sweep fails.
    private func failingSweep(
        _ field: String, decoding decode: @escaping @Sendable (Data) throws -> Void
    ) async throws -> ResponseSweep {
        var sweep: ResponseSweep?
        await withKnownIssue {
            sweep = try await sweepResponses(of: try CatalogContract.load()) { mock in
                var request = URLRequest(url: try #require(URL(string: CatalogContract.url)))
                request.httpMethod = "POST"
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                request.httpBody = Data(#"{"query": "{ characters { \#(field) } }"}"#.utf8)
                try decode(try await mock.data(for: request).0)
            }
        }
        return try #require(sweep)
    }
}

/// The line of each issue that tells the mistake, which is the second line or the only one.
///
/// Lines are added from any thread.
private final class FoundLines: @unchecked Sendable {
    // Sendable although `lines` is mutable: it is used under the lock only.
    private var lines: [String] = []
    private let lock = NSLock()

    func add(_ issue: Issue) {
        let text = issue.comments.map(\.rawValue).joined()
        let parts = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        lock.withLock { lines.append(parts.count > 1 ? parts[1] : text) }
    }

    var all: [String] { lock.withLock { lines } }
}
