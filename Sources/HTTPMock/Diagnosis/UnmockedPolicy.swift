import Foundation

/// The treatment of a request that has no response.
public struct UnmockedPolicy: Sendable {
    let plan: Plan
    /// Whether the policy may run code that belongs to the test that makes the request.
    private(set) var runsUserCode = false
    /// Whether the diagnosis is written to standard error, because an error of the test can't carry the diagnosis.
    private var printsDiagnosis = false
    /// Whether the policy reports to the running test, so that a trait or `makeHTTPMock` replaces the report.
    package private(set) var isForRunningTest = false
    /// Whether nobody has chosen the policy, so that the first answer is explained on standard error.
    private(set) var isUnchosen = false

    /// Returns a plan; `count` counts an answer of the policy, and returns the policy's number of answers.
    typealias Plan = @Sendable (MockRequest, UnmockedDiagnosis, _ count: () -> Int) -> ResponsePlan

    /// Answers 404 with the diagnosis as text, as a new instance does.
    ///
    /// A URL that is not HTTP, or has no host, fails with `URLSession`'s own error for such a URL.
    public static let notFound = UnmockedPolicy(plan: planNotFound)

    /// The policy of a new instance, which answers as ``notFound`` does, but which nobody has chosen.
    static let initial = UnmockedPolicy(plan: planNotFound, isUnchosen: true)

    /// Answers every such request with a response of your own.
    ///
    /// - Parameter response: The response; its lifetime is ignored. A `.handler` has a call count of its own, which
    ///   starts again each time the policy is set, and after a reset.
    public static func mock(_ response: MockResponse) -> UnmockedPolicy {
        let registered = RegisteredResponse(response, of: .unmockedPolicy)
        let plan: Plan = { request, _, count in
            let callCount = count()
            return ResponsePlan(
                ServedResponse(response: registered, earlierCount: callCount - 1, callCount: callCount), to: request)
        }
        return UnmockedPolicy(plan: plan, runsUserCode: true)
    }

    /// Sends the request to the real network, with the configuration of ``HTTPMock/passthroughSession``.
    public static let passthrough = UnmockedPolicy(plan: { _, _, _ in ResponsePlan([.passthrough(nil, nil)]) })

    /// Fails the request with an error, and writes the diagnosis to standard error.
    ///
    /// - Parameter error: The error. An error of the domain `NSURLErrorDomain` arrives as a `URLError` with the failing
    ///   URL. Any other error arrives unchanged on Linux, and as an `NSError` with its domain and code on Apple's
    ///   systems.
    public static func throwError(_ error: any Error) -> UnmockedPolicy {
        let owned = UserOwned(URLError.conforming(error))
        return UnmockedPolicy(plan: { _, _, _ in ResponsePlan([.fail(owned)]) }, printsDiagnosis: true)
    }

    /// Stops the process with the diagnosis.
    public static let fatalError = UnmockedPolicy(
        plan: { _, diagnosis, _ in ResponsePlan([.stopProcess("\(diagnosis)")]) })

    package typealias Report = @Sendable (UnmockedDiagnosis) -> @Sendable () async -> Void

    /// Reports the diagnosis to a test, then answers as ``notFound`` does.
    ///
    /// - Parameters:
    ///   - isForRunningTest: Whether a trait or `makeHTTPMock` replaces the report with that of its own test.
    ///   - report: Called at once. The closure that it returns is called in a task of its own, and the request is
    ///     answered when that closure has returned.
    package static func report(isForRunningTest: Bool = false, _ report: @escaping Report) -> UnmockedPolicy {
        let plan: Plan = { request, diagnosis, count in
            ResponsePlan([.report(report(diagnosis))] + planNotFound(request, diagnosis, count).steps)
        }
        return UnmockedPolicy(plan: plan, runsUserCode: true, isForRunningTest: isForRunningTest)
    }

    /// Returns the texts for standard error, for a client that does not show the diagnosis.
    ///
    /// A policy that nobody has chosen reports its first answer only.
    ///
    /// - Parameter count: Counts an answer of this policy, and returns the policy's number of answers.
    func reports(_ diagnosis: UnmockedDiagnosis, counting count: () -> Int) -> [String] {
        if printsDiagnosis { return ["\(diagnosis)"] }
        guard isUnchosen, count() == 1 else { return [] }
        let answer = Self.errorCode(for: diagnosis.request) == nil ? "404" : "URLError"
        return [
            """
            \(diagnosis)
              The client got a \(answer), and the test goes on, because this mock was made with HTTPMock(), or is \
            HTTPMock.shared.
              To make the test fail, write @Test(.httpMock) and HTTPMock.current, or makeHTTPMock() in XCTest. To expect \
            the \(answer), write mock.unmockedPolicy = .notFound. Later requests of this mock are not reported.
            """
        ]
    }

    @Sendable private static func planNotFound(
        _ request: MockRequest, _ diagnosis: UnmockedDiagnosis, _ count: () -> Int
    ) -> ResponsePlan {
        if let code = errorCode(for: request) { return .failing(URLError(code)) }
        // The address that was requested, then the whole diagnosis.
        let text = "No mock for \((request.hostAndPort + request.maskedPath).shortened)\n\n\(diagnosis)\n"
        return .answering(request, with: .plaintext(text, status: .notFound))
    }

    /// Returns the code of `URLSession`'s own error for a request's URL; otherwise nil.
    ///
    /// A URL that is not HTTP, or has no host, has such an error.
    private static func errorCode(for request: MockRequest) -> URLError.Code? {
        guard ["http", "https"].contains(request.target.scheme) else { return .unsupportedURL }
        return request.host.isEmpty ? .badURL : nil
    }
}
