#if os(Linux)
    import Testing

    /// The guard of a process, each test in a process of its own, because a guard never stops.
    @Suite(
        .bounded, .enabled(if: SeparateProcess.program != nil, "needs a program with the tests in it"))
    struct EscapeGuardTests {
        @Test(arguments: [
            "refusesEveryWay", "letsThrough", "refusesAThousand", "startsTwice", "startsAfterAFailure",
            "refusesAChild", "tunnels",
        ])
        func guards(test: String) async throws {
            try await SeparateProcess.expectToPass("GuardedProcess/\(test)")
        }
    }
#else
    import HTTPMock
    import HTTPMockServer
    import Testing

    @Suite struct EscapeGuardTests {
        @Test func startThrowsWhereTheEnvironmentHasNoProxy() async {
            await #expect(throws: HTTPMockError.self) { try await EscapeGuard.start() }
        }
    }
#endif
