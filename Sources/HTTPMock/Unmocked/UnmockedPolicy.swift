/// What happens to a request that no response was found for.
public struct UnmockedPolicy: Sendable {
    let kind: Kind

    enum Kind: Sendable {
        case notFound
        case mock(QueuedResponse)
        case passthrough
        case throwError(any Error)
        case fatalError
    }

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// A 404 whose text says what was asked for and why nothing answered; the policy of a new instance.
    public static let notFound = UnmockedPolicy(.notFound)

    /// A response of your own, for every such request.
    ///
    /// - Parameter response: The response; its lifetime isn't honoured.
    public static func mock(_ response: MockResponse) -> UnmockedPolicy {
        UnmockedPolicy(.mock(QueuedResponse(response, origin: "the unmocked policy", place: nil)))
    }

    /// The real network answers, through the mock's ``HTTPMock/passthroughSession``.
    public static let passthrough = UnmockedPolicy(.passthrough)

    /// The request fails.
    ///
    /// - Parameter error: The error it ends with. One of the domain `NSURLErrorDomain` arrives as a `URLError` with
    ///   the failing URL; any other as it is.
    public static func throwError(_ error: any Error) -> UnmockedPolicy {
        UnmockedPolicy(.throwError(error))
    }

    /// The process stops, with the diagnosis.
    public static let fatalError = UnmockedPolicy(.fatalError)
}
