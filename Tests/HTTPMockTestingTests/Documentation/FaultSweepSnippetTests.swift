import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@MainActor @Suite struct FaultSweepSnippetTests {
    private let cart = ["apple", "pear"]

    @MainActor private final class CartModel {
        private(set) var isLoading = false
        private(set) var cart: [String]?
        private let session: URLSession

        init(session: URLSession) {
            self.session = session
        }

        func load() async {
            isLoading = true
            defer { isLoading = false }
            guard let url = URL(string: "https://api.example.com/cart"),
                let (data, _) = try? await session.data(from: url)
            else { return }
            cart = try? JSONDecoder().decode([String].self, from: data)
        }
    }

    @Test func survivesEveryFault() async throws {
        try await sweepFaults(timeLimit: .seconds(60)) {
            Host("api.example.com") { Path("/cart") { MockResponse.encodable(cart) } }
        } of: { mock in
            let model = CartModel(session: mock.urlSession)
            await model.load()
            #expect(!model.isLoading)
        }
    }
}
