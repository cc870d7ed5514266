import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension UnmockedPolicy {
    /// Returns the plan that answers a request without a response.
    func plan(for request: MockRequest, _ diagnosis: UnmockedDiagnosis) -> ResponsePlan {
        switch kind {
        case .notFound:
            return notFound(request, diagnosis)
        case .mock(let registered, let count):
            let callCount = count.withLock { count in
                count += 1
                return count
            }
            return ResponsePlan(
                ServedResponse(response: registered, earlierCount: callCount - 1, callCount: callCount), to: request)
        case .passthrough:
            return ResponsePlan([.passthrough()])
        case .throwError(let error):
            // The error is the test's own and can't carry the diagnosis.
            StandardError.report("\(diagnosis)")
            return .failing(error)
        case .fatalError:
            Swift.fatalError(diagnosis.description)
        case .report(let report):
            return ResponsePlan([.report(report(diagnosis))] + notFound(request, diagnosis).steps)
        }
    }

    /// Whether the policy reports to the test that makes the request.
    var reportsToTest: Bool {
        if case .report = kind { return true }
        return false
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
