import Foundation
import HTTPMock
import HTTPMockTesting
import Storefront
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Every fault of every request of the start page, and two models and a retry that do not survive.
@Suite struct FaultSweepTests {
    private static let shelves = ["new", "sale", "books", "music"].map {
        Shelf(name: $0, items: ["\($0) item"])
    }

    @MockBuilder private static var shop: [MockElement] {
        Host("shop.example.com") {
            Path("/shelves", responses: [.encodable(shelves.map(\.name))])
            for shelf in shelves {
                Path("/shelves/\(shelf.name)", responses: [.encodable(shelf)])
            }
        }
    }

    @Test func startPageSurvivesEveryFault() async throws {
        let sweep = try await sweepFaults {
            Self.shop
        } of: { mock in
            let model = StorefrontModel(
                client: StorefrontClient(session: mock.urlSession))
            await model.load()
            #expect(await !model.isLoading)
            // All or nothing: a page with some shelves would look complete.
            let content = await model.content
            #expect(content == .shelves(Self.shelves) || content == .failure)
        }
        #expect(sweep.requests.count == 5)
        #expect(sweep.runs.count == 5 * Fault.all.count)
    }

    // MARK: What a sweep finds

    /// Shows its spinner forever if a request fails.
    private actor SpinningModel {
        private(set) var isLoading = false
        private(set) var names: [String] = []

        func load(_ client: StorefrontClient) async throws {
            isLoading = true
            names = try await client.shelfNames()
            isLoading = false
        }
    }

    @Test func spinnerThatNeverStopsIsFound() async throws {
        let sweep = try await expectingFailures(faults: [.connectionLost]) {
            mock in
            let model = SpinningModel()
            try? await model.load(StorefrontClient(session: mock.urlSession))
            #expect(await !model.isLoading)
        }
        #expect(sweep.failures.map(\.request) == ["GET /shelves"])
    }

    /// Treats every response as a success.
    private actor CarelessModel {
        private(set) var names: [String]?
        private(set) var hasFailed = false

        func load(_ session: URLSession) async {
            guard let url = URL(string: "https://shop.example.com/shelves")
            else { return }
            do {
                let (data, _) = try await session.data(from: url)
                names =
                    (try? JSONDecoder().decode([String].self, from: data)) ?? []
            } catch {
                hasFailed = true
            }
        }
    }

    @Test func wrongStateAfterAServersFailureIsFound() async throws {
        let sweep = try await expectingFailures(faults: [
            .connectionLost, .serviceUnavailable,
        ]) { mock in
            let model = CarelessModel()
            await model.load(mock.urlSession)
            let (names, hasFailed) = await (model.names, model.hasFailed)
            #expect(hasFailed || names == Self.shelves.map(\.name))
        }
        #expect(sweep.failures.map(\.fault) == [.serviceUnavailable])
    }

    /// Retries until there is an answer.
    private func stubbornNames(_ session: URLSession) async -> [String] {
        let client = StorefrontClient(session: session)
        while true {
            if let names = try? await client.shelfNames() { return names }
        }
    }

    @Test func retryThatNeverEndsIsFound() async throws {
        let sweep = try await expectingFailures(faults: [.internalServerError]) { mock in
            #expect(await stubbornNames(mock.urlSession).count == 4)
        }
        guard case .hung(let reason) = sweep.failures.first?.outcome else {
            Issue.record("the retry ended: \(sweep)")
            return
        }
        // The limit is 100 requests, and ten more for each request of the code.
        #expect(reason == "the code made 111 requests and did not end")
    }

    /// Sweeps faults over the names of the shelves, and expects the issues.
    private func expectingFailures(
        faults: [Fault],
        of code: @escaping @Sendable (HTTPMock) async throws -> Void
    ) async throws -> FaultSweep {
        let found = Found()
        await withKnownIssue {
            let sweep = try await sweepFaults(faults: faults) {
                Host("shop.example.com") {
                    Path(
                        "/shelves",
                        responses: [.encodable(Self.shelves.map(\.name))])
                }
            } of: { mock in
                try await code(mock)
            }
            await found.keep(sweep)
        }
        return try #require(await found.sweep)
    }

    private actor Found {
        private(set) var sweep: FaultSweep?

        func keep(_ sweep: FaultSweep) { self.sweep = sweep }
    }
}
