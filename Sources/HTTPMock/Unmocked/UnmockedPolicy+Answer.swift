import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension UnmockedPolicy {
    /// Returns the answer to a request that has no response.
    func answer(_ number: Int, to request: MockRequest, diagnosis: UnmockedDiagnosis) -> Answer {
        func unmocked(_ content: Answer.Content) -> Answer {
            Answer(number: number, content: content, outcome: .unmocked(diagnosis))
        }
        switch kind {
        case .notFound:
            return unmocked(notFound(request, diagnosis))
        case .mock(let queued, let count):
            let callCount = count.withLock { count in
                count += 1
                return count
            }
            return unmocked(
                .response(ServedResponse(response: queued, earlierServings: callCount - 1, callCount: callCount))
            )
        case .passthrough:
            return Answer(number: number, content: .passthrough, outcome: .passthrough)
        case .throwError(let error):
            // The test chose the error, so the error can't carry the diagnosis.
            StandardError.report("\(diagnosis)")
            return unmocked(.failure(error))
        case .fatalError:
            Swift.fatalError(diagnosis.description)
        case .report(let report):
            var answer = unmocked(notFound(request, diagnosis))
            answer.report = { await report(diagnosis) }
            return answer
        }
    }

    private func notFound(_ request: MockRequest, _ diagnosis: UnmockedDiagnosis) -> Answer.Content {
        if let refusal = request.refusalOfTheLoadingSystem { return .failure(refusal) }
        let response = MockResponse.plaintext(diagnosis.notFoundText, status: .notFound)
        let queued = RegisteredResponse(response, registration: .unmockedPolicy)
        return .response(ServedResponse(response: queued, earlierServings: 0, callCount: 0))
    }
}

extension MockRequest {
    /// The error with which `URLSession` refuses a URL that no HTTP response can answer.
    fileprivate var refusalOfTheLoadingSystem: URLError? {
        switch target.scheme {
        case "http", "https": host.isEmpty ? URLError(.badURL) : nil
        default: URLError(.unsupportedURL)
        }
    }
}
