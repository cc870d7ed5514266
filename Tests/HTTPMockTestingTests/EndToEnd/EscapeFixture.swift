#if os(Linux)
    import Foundation
    import FoundationNetworking
    import HTTPMock
    import HTTPMockServer
    import HTTPMockTesting
    import TestSupport
    import Testing

    /// The tests from which a request escapes; ``EscapeTests`` runs each of them in a process of its own.
    @Suite(
        .enabled(if: ProcessInfo.processInfo.environment["HTTPMOCK_ESCAPE"] != nil, "run in a process of its own"))
    struct EscapeFixture {
        private static let arrived = Observed(0)

        private func escape(_ path: String) async throws {
            let url = try #require(URL(string: "http://escape.invalid/\(path)?token=s3cret"))
            await #expect(throws: URLError.self) { try await URLSession(configuration: .ephemeral).data(from: url) }
        }

        @Test(.httpMock) func only() async throws {
            try await EscapeGuard.start()
            try await escape("only")
        }

        /// Two tests run, so that neither is known to be the cause.
        @Test(.httpMock, arguments: [1, 2]) func among(number: Int) async throws {
            Self.arrived.change { $0 += 1 }
            await Self.arrived.wait { $0 >= 2 }
            if number == 1 {
                try await EscapeGuard.start()
                try await escape("among")
                Self.arrived.change { $0 += 1 }
            }
            await Self.arrived.wait { $0 >= 3 }
        }

        @Test func outside() async throws {
            try await EscapeGuard.start()
            try await escape("outside")
        }
    }
#endif
