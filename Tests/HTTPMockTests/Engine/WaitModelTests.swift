import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Waits among random requests find what a search of all requests finds.
@Suite(.bounded) struct WaitModelTests {
    private static let paths = ["/", "/a", "/b", "/a/b", "/caf%C3%A9", "/a%2Fb", "/B", "//a"]
    /// The last path is never requested.
    private static let patterns = paths + ["/café", "/a%2fb", "/*", "/**", "/a?n=1", "/b?n=2", "/a/{id}", "/missing"]

    private func request(_ random: inout SplitMix64) throws -> MockRequest {
        let path = try #require(Self.paths.randomElement(using: &random))
        let host = try #require(["h", "g.com"].randomElement(using: &random))
        let number = Int.random(in: 0...3, using: &random)
        let url = try #require(URL(string: "https://\(host)\(path)?n=\(number)"))
        var request = URLRequest(url: url)
        request.httpMethod = Bool.random(using: &random) ? "GET" : "POST"
        return MockRequest(request, url: url, body: Data())
    }

    private func filter(_ random: inout SplitMix64) throws -> RequestFilter {
        let methods: [HTTPMock.HTTPMethod?] = [nil, nil, .get, .post]
        let hosts: [String?] = [nil, nil, "h", "*.com"]
        let paths: [String?] = Self.patterns + [nil]
        return try RequestFilter(
            method: try #require(methods.randomElement(using: &random)),
            host: try #require(hosts.randomElement(using: &random)),
            path: try #require(paths.randomElement(using: &random)))
    }

    @Test(arguments: 0..<20) func logReturnsTheRecordsOfAPathAfterANumber(seed: UInt64) throws {
        var random = SplitMix64(state: seed)
        var log = RequestLog(RequestLog.Limits(requests: 20))
        for _ in 0..<300 {
            switch Int.random(in: 0..<40, using: &random) {
            case 0: log = log.emptied
            case 1..<20: _ = log.add(try request(&random))
            default:
                let filter = try filter(&random)
                let number = Int.random(in: 0...log.count + 1, using: &random)
                let limit = Int.random(in: 1...20, using: &random)
                let found = log.records(after: number, to: filter.pathHash, limit: limit)
                let expected = log.records.filter { record in
                    guard record.number > number else { return false }
                    return filter.pathHash == nil || PathHash(record.request.target) == filter.pathHash
                }
                #expect(found.map(\.number) == expected.prefix(limit).map(\.number))
                let missed = log.records.filter { $0.number > number && filter.matches($0.request) }
                #expect(Set(expected.map(\.number)).isSuperset(of: missed.map(\.number)))
            }
        }
    }

    /// A wait begins at any moment before, between or after the requests.
    @Test(arguments: 0..<20) func eachWaitReturnsTheEarliestRequestThatMatches(seed: UInt64) async throws {
        var random = SplitMix64(state: seed)
        let mock = HTTPMock()
        let store = mock.engine.store
        var waits: [(filter: RequestFilter, task: Task<Int?, Never>)] = []
        for _ in 0..<200 {
            if Bool.random(using: &random) {
                store.endWaits(for: store.arrive(try request(&random)).request)
            } else {
                let filter = try filter(&random)
                waits.append((filter, Task { await number(of: filter, in: store) }))
            }
            if Int.random(in: 0..<10, using: &random) == 0 { await Task.yield() }
        }
        let records = mock.requests
        for (filter, task) in waits {
            let expected = records.first { filter.matches($0.request) }
            if expected == nil { task.cancel() }
            #expect(await task.value == expected?.number, "\(filter)")
        }
        #expect(store.watcherCount == 0)
    }

    /// Waits for a request as `waitForRequest` does; nil if cancelled.
    private func number(of filter: RequestFilter, in store: Store) async -> Int? {
        var known = 0
        while true {
            if let found = store.firstRequest(matching: filter, after: &known) { return found.number }
            let end = ContinuousClock.now + .seconds(600)
            guard await store.waitForRequest(to: filter.pathHash, after: known, before: end) else { return nil }
        }
    }

    @Test func requestToAnotherPathWakesNoWait() async throws {
        let mock = HTTPMock()
        let waits = ["/a", "/b"].map { path in Task { try await mock.waitForRequest(path: path) } }
        #expect(await eventually { mock.engine.store.watcherCount == 2 })
        for path in ["/c", "/a/b", "/A"] {
            let url = try #require(URL(string: "https://h\(path)"))
            let store = mock.engine.store
            store.endWaits(for: store.arrive(MockRequest(URLRequest(url: url), url: url, body: Data())).request)
            #expect(mock.engine.store.watcherCount == 2)
        }
        for wait in waits { wait.cancel() }
        for wait in waits { _ = await wait.result }
    }
}
