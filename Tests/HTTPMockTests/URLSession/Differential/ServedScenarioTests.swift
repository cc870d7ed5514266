import Foundation
import HTTPMockServer
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Every scenario with a native session as the client of a served mock: the client sees what it sees of a real server.
@Suite(.bounded) struct ServedScenarioTests {
    private static let limit = ConcurrencyLimit(10)

    /// Rows whose outcome differs on purpose, by name, with the reason.
    private static let exceptions = [
        "closed without an answer": "a served failure is a reset, and the server of the table closes in order",
        "closed in the body": "a served failure is a reset, and the server of the table closes in order",
        "a redirect to an error": "a served failure is a reset, and the server of the table closes in order",
        "a length beyond the body": "a served failure is a reset, and the server of the table closes in order",
        "a length and no body": "a served failure is a reset, and the server of the table closes in order",
        "status 205": "a served 205 has no body (RFC 9110 §15.3.6), and the server of the table sends one",
        "relative Location ?q=1":
            "the native loader requests a path without an answer, and the texts of the 404s differ",
    ]

    /// Rows in which the native loader itself crashes or hangs are left out, because no server can be tried with them.
    private static let cases = Scenario.table
        .filter { $0.nativeIsUnusable == nil && exceptions[$0.name] == nil }
        .flatMap(\.cases)

    @Test func everyExceptionIsARowOfTheTable() {
        let names = Set(Scenario.table.map(\.name))
        #expect(Self.exceptions.keys.allSatisfy(names.contains))
    }

    @Test(arguments: cases)
    func clientSeesARealServer(row: Scenario.Case) async throws {
        try await Self.limit.run {
            async let native = ScenarioRun(row.scenario, row.style).native()
            let served = try await ScenarioRun(row.scenario, row.style).served()
            let expected = await native
            #expect(served == expected, "native: \(expected.testDescription)")
        }
    }
}

extension ScenarioRun {
    /// The observation through a server of the mock.
    ///
    /// The other server replaces the real one: its port is that of the origins, and nobody connects to it.
    fileprivate func served() async throws -> Observation {
        let mock = HTTPMock()
        register(in: mock)
        let server = try await mock.serve(as: "http://127.0.0.1:\(self.server.port)")
        let other = try server.baseURL(forHost: "localhost:\(self.server.port)")
        let outcomes = await outcomes(of: URLSession(configuration: makeConfiguration())) { step in
            let port = step.host == "127.0.0.1" ? server.port : other.port ?? 0
            return URL(string: "http://\(step.host):\(port)\(step.path)")
        }
        #expect(connectionCount == 0)
        return Observation(outcomes: outcomes, sightings: mock.requests.map { Sighting($0.request) })
    }
}
