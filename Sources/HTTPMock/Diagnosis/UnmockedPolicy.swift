import Foundation

/// The treatment of a request that has no response.
public struct UnmockedPolicy: Sendable {
    let kind: Kind
    /// Whether a trait or `makeHTTPMock` replaces the report with that of its own test.
    package private(set) var isForRunningTest = false
    /// Whether nobody has chosen the policy, so that the first answer is explained on standard error.
    private(set) var isUnchosen = false

    enum Kind: Sendable {
        case notFound
        case mock(RegisteredResponse)
        case passthrough
        case throwError(UserOwned<any Error>)
        case fatalError
        case report(Report)
    }

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// Answers 404 with the diagnosis as text; the policy of a new instance.
    public static let notFound = UnmockedPolicy(.notFound)

    /// The policy of a new instance, ``notFound``, which nobody has chosen.
    static let initial: UnmockedPolicy = {
        var policy = notFound
        policy.isUnchosen = true
        return policy
    }()

    /// Answers every such request with a response of your own.
    ///
    /// - Parameter response: The response; its lifetime is ignored. A `.handler` has a call count of its own, which
    ///   starts again with each policy that is created.
    public static func mock(_ response: MockResponse) -> UnmockedPolicy {
        UnmockedPolicy(.mock(RegisteredResponse(response, of: .unmockedPolicy)))
    }

    /// Sends the request to the real network, with the configuration of ``HTTPMock/passthroughSession``.
    public static let passthrough = UnmockedPolicy(.passthrough)

    /// Fails the request with an error, and writes the diagnosis to standard error.
    ///
    /// - Parameter error: The error. An error of the domain `NSURLErrorDomain` arrives as a `URLError` with the failing
    ///   URL. Any other error arrives unchanged on Linux, and as an `NSError` with its domain and code on Apple's
    ///   systems.
    public static func throwError(_ error: any Error) -> UnmockedPolicy {
        UnmockedPolicy(.throwError(UserOwned(URLError.conforming(error))))
    }

    /// Stops the process with the diagnosis.
    public static let fatalError = UnmockedPolicy(.fatalError)

    /// Prepares the report of an unmocked request.
    package typealias Report = @Sendable (UnmockedDiagnosis) -> @Sendable () async -> Void

    /// Reports the diagnosis to a test, then answers as ``notFound`` does.
    ///
    /// - Parameters:
    ///   - isForRunningTest: Whether a trait or `makeHTTPMock` replaces the report with that of its own test.
    ///   - report: Called at once. The closure that it returns is called in a task of its own, and the request is
    ///     answered when that closure has returned.
    package static func report(isForRunningTest: Bool = false, _ report: @escaping Report) -> UnmockedPolicy {
        var policy = UnmockedPolicy(.report(report))
        policy.isForRunningTest = isForRunningTest
        return policy
    }

    /// Returns the plan that answers a request without a response.
    ///
    /// - Parameter count: Counts an answer of this policy, and returns the number of its answers.
    func plan(
        for request: MockRequest, _ diagnosis: UnmockedDiagnosis, counting count: () -> Int
    ) -> ResponsePlan {
        switch kind {
        case .notFound:
            return notFound(request, diagnosis)
        case .mock(let registered):
            let callCount = count()
            return ResponsePlan(
                ServedResponse(response: registered, earlierCount: callCount - 1, callCount: callCount), to: request)
        case .passthrough:
            return ResponsePlan([.passthrough(nil, nil)])
        case .throwError(let error):
            return ResponsePlan([.failAsRegistered(error)])
        case .fatalError:
            return ResponsePlan([.stopProcess("\(diagnosis)")])
        case .report(let report):
            return ResponsePlan([.report(report(diagnosis))] + notFound(request, diagnosis).steps)
        }
    }

    /// Returns the texts for standard error.
    ///
    /// An error of the test can't carry the diagnosis, and a client may swallow a 404 that nobody expects.
    ///
    /// - Parameter count: Counts an answer of this policy, and returns the number of its answers.
    func reports(_ diagnosis: UnmockedDiagnosis, counting count: () -> Int) -> [String] {
        if case .throwError = kind { return ["\(diagnosis)"] }
        guard isUnchosen, count() == 1 else { return [] }
        return [
            """
            \(diagnosis)
              The client got a 404, and the test goes on, because this mock was made with HTTPMock().
              To make the test fail, write @Test(.httpMock) and HTTPMock.current, or makeHTTPMock() in XCTest. To expect \
            the 404, write mock.unmockedPolicy = .notFound. Later requests of this mock are not reported.
            """
        ]
    }

    /// Whether the policy runs code that belongs to the test that makes the request.
    var runsUserCode: Bool {
        switch kind {
        case .report, .mock: true
        case .notFound, .passthrough, .throwError, .fatalError: false
        }
    }

    private func notFound(_ request: MockRequest, _ diagnosis: UnmockedDiagnosis) -> ResponsePlan {
        // `URLSession` itself refuses such a URL, for which a 404 would make no sense.
        let isHTTP = ["http", "https"].contains(request.target.scheme)
        guard isHTTP, !request.host.isEmpty else { return .failing(URLError(isHTTP ? .badURL : .unsupportedURL)) }
        // The address that was requested, then the whole diagnosis.
        let text = "No mock for \((request.hostAndPort + request.path).shortened)\n\n\(diagnosis)\n"
        return .refusing(request, text: text, status: .notFound)
    }
}
