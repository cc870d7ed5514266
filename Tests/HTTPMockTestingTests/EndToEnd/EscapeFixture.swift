#if os(Linux)
    import Foundation
    import FoundationNetworking
    import HTTPMock
    import HTTPMockServer
    import HTTPMockTesting
    import TestSupport
    import Testing
    import XCTest

    /// The tests from which a request escapes; ``EscapeTests`` runs each of them in a process of its own.
    enum EscapeFixture {
        static let variable = "HTTPMOCK_ESCAPE"
        static let isOn = ProcessInfo.processInfo.environment[variable] != nil
        fileprivate static let arrived = Observed(0)

        /// Makes a request that no mock answers.
        fileprivate static func escape(_ path: String) async throws {
            guard let url = URL(string: "http://escape.invalid/\(path)?token=s3cret") else { return }
            let (_, response) = try await URLSession(configuration: .ephemeral).data(from: url)
            guard (response as? HTTPURLResponse)?.statusCode == 403 else { throw URLError(.badServerResponse) }
        }

        /// Waits until as many tests as given have arrived here, one by one.
        fileprivate static func meet(_ count: Int) async {
            arrived.change { $0 += 1 }
            await arrived.wait { $0 >= count }
        }
    }

    @Suite(.enabled(if: EscapeFixture.isOn, "run in a process of its own")) struct EscapeWithoutPromise {
        @Test(.httpMock) func only() async throws {
            try await EscapeGuard.start()
            try await EscapeFixture.escape("only")
        }

        @Test func outside() async throws {
            try await EscapeGuard.start()
            try await EscapeFixture.escape("outside")
        }

        /// A test with a mock, which is innocent, and one without.
        @Test(.httpMock) func innocent() async throws {
            try await EscapeGuard.start()
            await EscapeFixture.meet(2)
            await EscapeFixture.arrived.wait { $0 >= 3 }
        }

        @Test func innocentsNeighbour() async throws {
            await EscapeFixture.meet(2)
            try await EscapeFixture.escape("innocent")
            EscapeFixture.arrived.change { $0 += 1 }
        }
    }

    @Suite(.enabled(if: EscapeFixture.isOn, "run in a process of its own")) struct EscapeWithPromise {
        private func start() async throws {
            try await EscapeGuard.start(everyTestIsGuarded: true)
        }

        @Test(.httpMock) func mocked() async throws {
            try await start()
            try await EscapeFixture.escape("mocked")
        }

        @Test(.guarded) func guarded() async throws {
            try await start()
            try await EscapeFixture.escape("guarded")
        }

        @Test(.guarded, .httpMock) func guardedThenMocked() async throws {
            try await start()
            try await EscapeFixture.escape("guardedThenMocked")
        }

        @Test(.httpMock, .guarded) func mockedThenGuarded() async throws {
            try await start()
            try await EscapeFixture.escape("mockedThenGuarded")
        }

        /// Two tests run, so that neither is known to be the cause.
        @Test(.guarded, arguments: [1, 2]) func among(number: Int) async throws {
            await EscapeFixture.meet(2)
            if number == 1 {
                try await start()
                try await EscapeFixture.escape("among")
                EscapeFixture.arrived.change { $0 += 1 }
            }
            await EscapeFixture.arrived.wait { $0 >= 3 }
        }

    }

    /// The same request several times in each test.
    @Suite(.guarded, .serialized, .enabled(if: EscapeFixture.isOn, "run in a process of its own"))
    struct EscapeAgain {
        @Test func works() async throws {
            try await EscapeGuard.start(everyTestIsGuarded: true)
            for _ in 0..<3 { try await EscapeFixture.escape("again") }
        }

        @Test(arguments: [1, 2, 3]) func worksToo(number: Int) async throws {
            try await EscapeGuard.start(everyTestIsGuarded: true)
            for _ in 0..<3 { try await EscapeFixture.escape("again") }
        }
    }

    final class EscapingXCTestFixture: XCTestCase {
        override func setUp() async throws {
            try XCTSkipUnless(EscapeFixture.isOn, "run in a process of its own")
            try await EscapeGuard.start()
        }

        func testOne() async throws {
            for _ in 0..<2 { try await EscapeFixture.escape("xctest") }
        }

        func testTwo() async throws {
            _ = makeHTTPMock()
            for _ in 0..<2 { try await EscapeFixture.escape("xctest") }
        }

        func testWithout() {}
    }
#endif
