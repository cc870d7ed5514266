import HTTPMock
import HTTPMockServer
import HTTPMockTesting
import XCTest

/// The test at the beginning of the article "Serving another process or client".
final class NotesUITests: XCTestCase {
    func testShowsNotes() async throws {
        let mock = makeHTTPMock(host: "api.example.com") {
            Path("/v1/notes") { MockResponse.json(#"[{"title":"Buy milk"}]"#) }
        }
        let server = try await mock.serve(as: "https://api.example.com")
        let app = XCUIApplication()
        app.launchEnvironment["API_BASE_URL"] = server.baseURL.absoluteString
        app.launch()
        XCTAssertTrue(app.staticTexts["Buy milk"].waitForExistence(timeout: 5))
    }
}

/// The snippet of the README, and further ones of the article "Serving another process or client".
final class ServingSnippetTests: XCTestCase {
    override func setUp() {
        XCUIApplication.firstPath = "users/7"
    }

    override func tearDown() {
        XCUIApplication.firstPath = "v1/notes"
    }

    func testShowsTheUser() async throws {
        let mock = makeHTTPMock(host: "api.example.com") {
            Path("/users/7") { MockResponse.json(#"{"id":7,"name":"Alice"}"#) }
        }
        let server = try await mock.serve(as: "https://api.example.com")
        let app = XCUIApplication()
        app.launchEnvironment["API_BASE_URL"] = server.baseURL.absoluteString
        app.launch()
        XCTAssertTrue(app.staticTexts["Alice"].waitForExistence(timeout: 5))
    }

    func testGivesEachHostAPort() async throws {
        let mock = makeHTTPMock()
        let app = XCUIApplication()

        let server = try await mock.serve()
        app.launchEnvironment["API_BASE_URL"] = server.baseURL.absoluteString

        app.launchEnvironment["AUTH_BASE_URL"] = try server.baseURL(forHost: "auth.example.com").absoluteString

        XCTAssertNotEqual(app.launchEnvironment["API_BASE_URL"], app.launchEnvironment["AUTH_BASE_URL"])
    }

    func testRecovers() async throws {
        let mock = makeHTTPMock()
        let server = try await mock.serve()
        let app = XCUIApplication()
        app.launchEnvironment["API_BASE_URL"] = server.baseURL.absoluteString

        mock.addResponses(forPath: "/**", responses: [.status(.internalServerError, lifetime: .eternal)])
        // … the app shows its error …
        mock.replaceResponses(forPath: "/**", responses: [.json("{}", lifetime: .eternal)])

        app.launch()
        XCTAssertTrue(app.staticTexts["{}"].waitForExistence(timeout: 5))
    }

    func testReplacesTheBaseOfAFixture() async throws {
        let mock = makeHTTPMock()
        let server = try await mock.serve()
        mock.addResponses(forPath: "/users/7") {
            MockResponse.file(named: "notes", extension: "json", in: .module)
                .replacing("{{base}}", with: server.baseURL.absoluteString)
        }
        let app = XCUIApplication()
        app.launchEnvironment["API_BASE_URL"] = server.baseURL.absoluteString
        app.launch()
        XCTAssertTrue(app.staticTexts["\(server.baseURL)/photos/milk.png"].waitForExistence(timeout: 5))
    }
}
