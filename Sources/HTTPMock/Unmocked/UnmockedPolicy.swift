/// What happens to a request that no response was found for.
public struct UnmockedPolicy: Sendable {
    let kind: Kind
    /// Whether it tells the test that runs where it is used, and was made perhaps where none did.
    package private(set) var isForRunningTest = false

    enum Kind: Sendable {
        case notFound
        /// The response, and how many requests it has served.
        case mock(RegisteredResponse, count: Locked<Int>)
        case passthrough
        case throwError(any Error)
        case fatalError
        case report(@Sendable (UnmockedDiagnosis) async -> Void)
    }

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// A 404 whose text says what was asked for and why nothing answered; the policy of a new instance.
    public static let notFound = UnmockedPolicy(.notFound)

    /// A response of your own, for every such request.
    ///
    /// - Parameter response: The response; its lifetime isn't honoured. A `.handler` has a call count of its own, which
    ///   begins anew with each policy that is made.
    public static func mock(_ response: MockResponse) -> UnmockedPolicy {
        return UnmockedPolicy(.mock(RegisteredResponse(response, registration: .unmockedPolicy), count: Locked(0)))
    }

    /// The real network answers, through the mock's ``HTTPMock/passthroughSession``.
    public static let passthrough = UnmockedPolicy(.passthrough)

    /// The request fails; the diagnosis is written on standard error.
    ///
    /// - Parameter error: The error it ends with. One of the domain `NSURLErrorDomain` arrives as a `URLError` with
    ///   the failing URL; any other as it is.
    public static func throwError(_ error: any Error) -> UnmockedPolicy {
        UnmockedPolicy(.throwError(error))
    }

    /// The process stops, with the diagnosis.
    public static let fatalError = UnmockedPolicy(.fatalError)

    /// Tells a test of the diagnosis, then answers as ``notFound`` does.
    ///
    /// - Parameters:
    ///   - isForRunningTest: Whether who gives each test its instance is to put that test's own report in its place.
    ///   - report: Called in a task of its own; the request is answered when it has returned.
    package static func report(
        isForRunningTest: Bool = false, _ report: @escaping @Sendable (UnmockedDiagnosis) async -> Void
    ) -> UnmockedPolicy {
        var policy = UnmockedPolicy(.report(report))
        policy.isForRunningTest = isForRunningTest
        return policy
    }
}
