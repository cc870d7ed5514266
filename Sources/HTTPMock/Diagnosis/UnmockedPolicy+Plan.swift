import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension UnmockedPolicy {
    /// Returns the plan that answers a request without a response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - diagnosis: The reason why there is no response.
    ///   - count: Counts an answer of this policy, and returns the number of its answers.
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
    /// - Parameters:
    ///   - diagnosis: The reason why there is no response.
    ///   - count: Counts an answer of this policy, and returns the number of its answers.
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
        if let refusal = request.refusalOfTheLoadingSystem { return .failing(refusal) }
        let response = MockResponse.plaintext(diagnosis.notFoundText, status: .notFound)
        let registered = RegisteredResponse(response, registration: .unmockedPolicy, isRegistered: false)
        return ResponsePlan(ServedResponse(response: registered, earlierCount: 0, callCount: 0), to: request)
    }
}

extension MockRequest {
    /// The error with which `URLSession` itself refuses such a URL.
    ///
    /// A 404 would make no sense for such a URL.
    fileprivate var refusalOfTheLoadingSystem: URLError? {
        switch target.scheme {
        case "http", "https": host.isEmpty ? URLError(.badURL) : nil
        default: URLError(.unsupportedURL)
        }
    }
}
