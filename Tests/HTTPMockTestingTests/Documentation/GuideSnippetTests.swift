import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private let user = GuideSnippetTests.User(id: 7, name: "Alice")
private let cart = ["apple", "pear"]

/// The whole tests that guides show or describe; `check recipes` compares them.
@Suite(.bounded) enum GuideSnippetTests {
    struct User: Codable, Equatable, Sendable {
        var id: Int
        var name: String
    }

    struct UserClient: Sendable {
        enum Failure: Error, Equatable {
            case status(Int)
        }

        let session: URLSession

        func user(_ id: Int) async throws -> User {
            let url = try #require(URL(string: "https://api.example.com/users/\(id)"))
            let (data, response) = try await session.data(from: url)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            guard status == 200 else { throw Failure.status(status) }
            return try JSONDecoder().decode(User.self, from: data)
        }

        func signIn(_ phone: String) async throws {
            var request = URLRequest(
                url: try #require(URL(string: "https://api.example.com/login")))
            request.httpMethod = "POST"
            request.httpBody = Data(phone.utf8)
            _ = try await session.data(for: request)
        }
    }

    @MainActor final class CartModel {
        private(set) var isLoading = false
        private let session: URLSession

        init(session: URLSession) {
            self.session = session
        }

        func load() async {
            isLoading = true
            defer { isLoading = false }
            guard let url = URL(string: "https://api.example.com/cart") else {
                return
            }
            _ = try? await session.data(from: url)
        }
    }

    @Suite struct Handlers {
        actor Basket {
            private(set) var items: [String] = []
            func add(_ item: String) { items.append(item) }
        }

        @Test(.httpMock) func showsWhatWasAdded() async throws {
            let mock = HTTPMock.current
            let basket = Basket()
            mock.registerResponses(host: "shop.example.com") {
                Path("/basket", method: .post) {
                    MockResponse.handler { request in
                        await basket.add(request.bodyString)
                        return .status(.created)
                    }
                }
                Path("/basket", method: .get) {
                    MockResponse.handler { _ in .encodable(await basket.items) }
                }
            }
            var post = URLRequest(
                url: try #require(URL(string: "https://shop.example.com/basket")))
            post.httpMethod = "POST"
            post.httpBody = Data("apple".utf8)
            _ = try await mock.urlSession.data(for: post)

            let (items, _) = try await mock.urlSession.data(
                from: try #require(post.url))
            #expect(try JSONDecoder().decode([String].self, from: items) == ["apple"])
        }
    }

    @Suite struct ControllingTime {
        @Test(
            .httpMock(host: "api.example.com", clock: .manual) {
                Path("/users/7") {
                    MockResponse.encodable(user, delivery: .delayed(.seconds(30)))
                }
            })
        func waitsForASlowServer() async throws {
            let clock = HTTPMock.current.manualClock
            let client = UserClient(session: HTTPMock.current.urlSession)

            async let loaded = client.user(7)
            await clock.waitForSleepers(1)  // the request waits for its response
            clock.advance(by: .seconds(30))
            #expect(try await loaded == user)
        }
    }

    @Suite struct Matching {
        enum Sort: String, HTTPMock.QueryValue {
            case newest, oldest
        }

        @Test(.httpMock) func sortsPosts() async throws {
            let mock = HTTPMock.current
            mock.addResponses(
                forPath: "/posts", query: ["sort": Sort.newest],
                responses: [.json("[]")])

            let url = try #require(
                URL(string: "https://example.com/posts?sort=newest"))
            #expect(try await mock.urlSession.data(from: url).0 == Data("[]".utf8))
        }
    }

    @Suite struct SuiteDefaults {
        @Suite(
            .httpMock(host: "api.example.com") {
                Path("/users/7") { MockResponse.encodable(user, lifetime: .eternal) }
            })
        struct FailureTests {
            let client = UserClient(session: HTTPMock.current.urlSession)

            @Test(
                .httpMock(host: "api.example.com") {
                    Path("/users/7") { MockResponse.status(.internalServerError) }
                })
            func reportsAServerError() async throws {
                await #expect(throws: UserClient.Failure.status(500)) {
                    try await client.user(7)
                }
            }

            @Test func reportsAnOfflineDevice() async throws {
                HTTPMock.current.addResponses(
                    forPath: "/users/7", host: "api.example.com",
                    responses: [.failure(.notConnectedToInternet)])
                await #expect(throws: URLError.self) { try await client.user(7) }
            }
        }

        enum Scenarios {
            @MockBuilder static func signedIn(as user: User) -> [MockElement] {
                Host("api.example.com") {
                    Path("/login", method: .post) { MockResponse.status(.noContent) }
                    Path("/users/\(user.id)") {
                        MockResponse.encodable(user, lifetime: .eternal)
                    }
                }
            }

            @MockBuilder static func serverIsDown() -> [MockElement] {
                Host("api.example.com") {
                    Path("/**") {
                        MockResponse.status(.serviceUnavailable, lifetime: .eternal)
                    }
                }
            }
        }

        @Test(
            .httpMock {
                Scenarios.signedIn(as: user)
                Scenarios.serverIsDown()
            })
        func keepsTheUserWhileTheRestIsDown() async throws {
            let client = UserClient(session: HTTPMock.current.urlSession)
            try await client.signIn("+100")
            #expect(try await client.user(7) == user)
            await #expect(throws: (any Error).self) { try await client.user(8) }
        }
    }

    @Suite struct UnmockedRequests {
        @Test(
            .httpMock(
                host: "api.example.com", allowsUnused: true, unmocked: .notFound
            ) {
                Path("/users/{id}") { MockResponse.encodable(user) }
            })
        func looksAtSomethingElse() async throws {
            let url = try #require(URL(string: "https://api.example.com/other"))
            let (_, response) = try await HTTPMock.current.urlSession.data(from: url)
            #expect((response as? HTTPURLResponse)?.statusCode == 404)
        }
    }

    @Suite struct FaultSweeps {
        @Test func survivesWhatProxiesSend() async throws {
            try await sweepFaults(
                faults: [
                    .status(.badGateway), .failure(.secureConnectionFailed),
                    .shortBody,
                ], timeLimit: .seconds(60)
            ) {
                Host("api.example.com") {
                    Path("/cart") { MockResponse.encodable(cart) }
                }
            } of: { mock in
                let model = await CartModel(session: mock.urlSession)
                await model.load()
                #expect(await !model.isLoading)
            }
        }
    }

    @Suite struct FromAURLProtocol {
        @Test(
            .httpMock(host: "**") {
                Path("/users/7") { .encodable(user, lifetime: .eternal) }
            })
        func showsTheUser() async throws {
            let client = UserClient(session: HTTPMock.current.urlSession)
            #expect(try await client.user(7).name == "Alice")
        }

        @Test(.httpMock) func showsTheUserWithAHandler() async throws {
            let mock = HTTPMock.current
            mock.unmockedPolicy = .mock(
                .handler { request in
                    #expect(request.url.path == "/users/7")
                    #expect(request.method == .get)
                    return .encodable(user)
                })

            let client = UserClient(session: mock.urlSession)
            #expect(try await client.user(7).name == "Alice")
        }
    }
}
