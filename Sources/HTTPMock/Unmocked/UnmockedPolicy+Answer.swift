import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension UnmockedPolicy {
    /// What the policy makes of a request that no response was found for.
    func answer(to request: MockRequest, diagnosis: @autoclosure () -> Diagnosis) -> Answer {
        switch kind {
        case .notFound:
            if let refusal = request.refusalOfTheLoadingSystem { return .failure(refusal) }
            let response = MockResponse.plaintext(diagnosis().notFoundText, status: .notFound)
            let queued = QueuedResponse(response, origin: "the unmocked policy", place: nil)
            return .response(ResponseQueue.Serving(response: queued, earlierServings: 0, callCount: 0))
        case .mock(let queued):
            return .response(ResponseQueue.Serving(response: queued, earlierServings: 0, callCount: 0))
        case .passthrough:
            return .passthrough
        case .throwError(let error):
            return .failure(error)
        case .fatalError:
            Swift.fatalError(diagnosis().description)
        }
    }
}

extension MockRequest {
    /// The error `URLSession` itself refuses such a URL with, where a 404 would make no sense.
    fileprivate var refusalOfTheLoadingSystem: URLError? {
        switch target.scheme {
        case "http", "https": host.isEmpty ? URLError(.badURL) : nil
        default: URLError(.unsupportedURL)
        }
    }
}
