import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockContractTesting
import HTTPMockTesting
import Testing

@testable import Catalog

/// The client against answers that are made from the schema, and against every answer that the schema allows.
@Suite(.httpMock) struct CatalogClientTests {
    private let mock = HTTPMock.current
    private let contract: GraphQLContract

    init() throws {
        contract = try CatalogContract.load()
        mock.check(against: contract, optional: true)
    }

    private var client: CatalogClient { CatalogClient(session: mock.urlSession) }

    @Test func everyOperationIsAnsweredFromTheSchema() async throws {
        mock.registerExamples(
            from: contract, at: CatalogContract.url,
            values: [
                "Character.name": "Rick",
                "Episode": ["title": "Pilot", "rating": 4.5],
                "URL": .made { field in "https://catalog.example/\(field.name).png" },
            ])
        let characters = try await client.characters(first: 10)
        #expect(characters.map(\.id) == ["Character-1"])
        #expect(characters.first?.image?.absoluteString == "https://catalog.example/image.png")
        let details = try await client.details(ofCharacter: "7")
        #expect(details == .init(name: "Rick", episodes: [.init(id: "Episode-1", title: "Pilot", rating: 4.5)]))
        #expect(try await client.search("r") == [.character(name: "Rick")])
        #expect(try await client.rate(episode: "3", stars: 5)?.id == "3")
    }

    @Test func longListsHaveAsManyElementsAsAreAskedFor() async throws {
        mock.registerExamples(from: contract, at: CatalogContract.url, elements: 30)
        let characters = try await client.characters(first: 10)
        #expect(Set(characters.map(\.id)).count == 10)
    }

    /// A response for one operation wins over the answers from the schema.
    @Test func aFailureOfOneOperationIsShown() async throws {
        mock.registerExamples(from: contract, at: CatalogContract.url)
        mock.addResponses(
            forURL: CatalogContract.url, when: .graphQL(operation: "Details"),
            responses: [.json(#"{"data": {"character": null}, "errors": [{"message": "not found"}]}"#)])
        await #expect(throws: CatalogClient.ServiceError(messages: ["not found"])) {
            try await client.details(ofCharacter: "7")
        }
        #expect(try await client.characters(first: 1).count == 1)
    }

    @Test func readsEveryAnswerThatTheSchemaAllows() async throws {
        try await sweepResponses(of: contract, at: CatalogContract.url) { mock in
            let client = CatalogClient(session: mock.urlSession)
            _ = try await client.characters(first: 10)
            _ = try await client.details(ofCharacter: "7")
            _ = try await client.search("r")
        }
    }
}
