import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct EngineExtensionTests {
    /// Refuses every request, except those that a registered 401 answers.
    private final class Refusing: EngineExtension {
        func inspect(_ request: MockRequest, number: Int) -> RequestInspection {
            RequestInspection(invalid: InvalidRequest("refused", status: .forbidden, unlessServed: [401]))
        }
    }

    @Test(arguments: [(MockResponse.Status.unauthorized, 401), (.ok, 403)])
    func refusalWithExceptionsEvaluatesAPredicateOnce(registered: MockResponse.Status, answered: Int) async throws {
        let mock = HTTPMock()
        let calls = Locked(0)
        let predicate = RequestCondition.where("counts its calls") { _ in
            calls.withLock { $0 += 1 }
            return true
        }
        mock.addResponses(forPath: "/a", when: predicate, responses: [.empty(status: registered)])
        mock.insert(Refusing())
        #expect(try await mock.reply("/a").status == answered)
        #expect(calls.withLock { $0 } == 1)
    }
}
