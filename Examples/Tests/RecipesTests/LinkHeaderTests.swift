import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

@testable import Recipes

/// Pages that a `Link` field leads to.
@Suite(.httpMock) struct LinkHeaderTests {
    let mock = HTTPMock.current

    @Test func followsTheLinkToTheNextPage() async throws {
        let links = """
            </items?page=2>; rel="next", </items?page=9>; rel="last"
            """
        mock.addResponses(
            forPath: "/items", query: [:],
            responses: [.json("[1,2]", headers: ["Link": links])])
        mock.addResponses(
            forPath: "/items", query: ["page": 2],
            responses: [.json("[3]")])

        let pages = LinkedPages(session: mock.urlSession)
        #expect(try await pages.items(from: .recipe("/items")) == [1, 2, 3])
    }
}
