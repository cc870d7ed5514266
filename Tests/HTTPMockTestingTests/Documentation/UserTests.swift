import Foundation
import HTTPMock
import HTTPMockTesting
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The test that the page for people who come from OHHTTPStubs shows.
final class UserTests: XCTestCase {
    func testShowsTheUser() throws {
        let mock = makeHTTPMock(host: "api.example.com") {
            Path("/users/7") {
                MockResponse.encodable(User(id: 7, name: "Alice"))
            }
        }
        let url = try XCTUnwrap(
            URL(string: "https://api.example.com/users/7"))
        let finished = expectation(description: "the user has arrived")

        mock.urlSession.dataTask(with: url) { data, _, error in
            XCTAssertNil(error)
            let user = data.flatMap {
                try? JSONDecoder().decode(User.self, from: $0)
            }
            XCTAssertEqual(user?.name, "Alice")
            finished.fulfill()
        }.resume()

        wait(for: [finished], timeout: 60)
    }
}
