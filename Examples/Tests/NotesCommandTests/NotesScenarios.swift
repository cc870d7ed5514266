import Foundation
import HTTPMock

/// The scenarios of the notes' tests; each is a list of registrations that tests combine.
enum NotesScenarios {
    static let host = "notes.example"
    /// The beginning of a PNG image, which is enough for its media type.
    static let image = Data([
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13,
    ])

    /// Two notes, one with a photo whose address is on the server itself.
    @MockBuilder static func givenNotes(at base: URL) -> [MockElement] {
        Host(host) {
            Path(
                "/v1/notes", method: .get,
                responses: [
                    .file(
                        named: "notes", extension: "json", in: .module,
                        lifetime: .eternal
                    )
                    .replacing("{{base}}", with: base.absoluteString)
                ])
            Path("/photos/*.png") { MockResponse.image(image).optional() }
        }
    }

    /// Every request fails, unless a more specific registration matches.
    @MockBuilder static func givenServiceIsBroken() -> [MockElement] {
        Host(host) {
            Path("/**") {
                MockResponse.status(.internalServerError, lifetime: .eternal)
                    .optional()
            }
        }
    }

    /// Every path under `/v1` answers with an empty list.
    @MockBuilder static func givenEmptyService() -> [MockElement] {
        Host(host) {
            Path("/v1/**") { MockResponse.json("[]", lifetime: .eternal) }
        }
    }

    /// The search, by the name of its GraphQL operation.
    @MockBuilder static func givenSearch(finds title: String) -> [MockElement] {
        Host(host) {
            Path(
                "/graphql", method: .post, when: .graphQL(operation: "Search"),
                responses: [
                    .dictionary(["data": ["notes": [["title": title]]]])
                ])
        }
    }
}
