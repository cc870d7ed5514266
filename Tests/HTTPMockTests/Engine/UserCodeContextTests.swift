import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Handlers, predicates and sequences run with the values of the task that makes the request.
@Suite(.bounded) struct UserCodeContextTests {
    /// The kinds of the user's code that an instance runs.
    enum Code: CaseIterable {
        case handler
        case predicate
        case sequence
    }

    /// Registers code that notes the running test and the current instance.
    private func register(_ code: Code, in mock: HTTPMock, note: @escaping @Sendable () -> Void) {
        switch code {
        case .handler:
            mock.addResponses(
                forPath: "/a",
                responses: [
                    .handler { _ in
                        note()
                        return .plaintext("x")
                    }
                ])
        case .predicate:
            mock.addResponses(
                forPath: "/a",
                when: .where("notes") { _ in
                    note()
                    return true
                }, responses: [.plaintext("x")])
        case .sequence:
            let sequence = AsyncStream<Data>(unfolding: {
                note()
                return nil
            })
            mock.addResponses(forPath: "/a", responses: [.stream(sequence)])
        }
    }

    @TaskLocal private static var caller = ""

    @Test(arguments: Code.allCases, [false, true])
    func codeSeesTheValuesOfTheTaskThatMakesTheRequest(code: Code, hasHandler: Bool) async throws {
        let mock = HTTPMock()
        let values = Observed<[String]>([])
        register(code, in: mock) { values.change { $0.append(Self.caller) } }
        try await Self.$caller.withValue("the caller") {
            guard hasHandler else {
                _ = try await mock.data(for: .example("/a"))
                return
            }
            await withCheckedContinuation { continuation in
                mock.urlSession.dataTask(with: .example("/a")) { _, _, _ in continuation.resume() }.resume()
            }
        }
        #expect(values.value == ["the caller"])
    }

    @Test(arguments: Code.allCases)
    func currentInstanceIsTheOneThatRunsTheCode(code: Code) async throws {
        let mock = HTTPMock()
        let isCurrent = Observed<[Bool]>([])
        register(code, in: mock) { isCurrent.change { $0.append(HTTPMock.current === mock) } }
        _ = try await mock.data(for: .example("/a"))
        #expect(isCurrent.value == [true])
    }

    @Test(arguments: Code.allCases)
    func currentInstanceIsThatOfTheSessionAfterTheInstanceIsReleased(code: Code) async throws {
        let domains = Observed<[String]>([])
        let session: URLSession
        do {
            let mock = HTTPMock()
            register(code, in: mock) { domains.change { $0.append(HTTPMock.current.defaultDomain) } }
            mock.defaultDomain = "released.example.com"
            session = mock.urlSession
        }
        _ = try await session.data(for: .example("/a"))
        #expect(domains.value == ["released.example.com"])
    }

    @Test func handlerThatBlocksDelaysOnlyItsOwnRequest() async throws {
        let mock = HTTPMock()
        let release = DispatchSemaphore(value: 0)
        let blockedCount = Observed(0)
        mock.addResponses(
            forPath: "/blocks",
            responses: [
                .handler { _ in
                    blockedCount.change { $0 += 1 }
                    release.wait()
                    release.signal()
                    return .plaintext("late")
                }
            ])
        mock.addResponses(forPath: "/h", responses: [.handler { _ in .plaintext("at once") }])
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { try await mock.reply("/blocks").body } }
            // More handlers block than there are cores.
            await blockedCount.wait { $0 == 16 }
            #expect(try await mock.reply("/h").body == "at once")
            release.signal()
            for try await text in group { #expect(text == "late") }
        }
    }
}
