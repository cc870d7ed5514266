/// What a request is answered with, before it is known how that is carried out.
struct Answer: Sendable {
    /// The request's number in the log.
    let number: Int
    let content: Content
    /// What the log is to say once the request has ended well.
    let outcome: RecordedRequest.Outcome
    /// What is to be done before the client gets the answer: telling a test.
    var report: (@Sendable () async -> Void)?

    enum Content: Sendable {
        case response(ServedResponse)
        case passthrough
        case failure(any Error)
    }
}

extension Answer {
    /// How the client gets it; nil if it takes more to know that.
    func plan(for request: MockRequest) -> ResponsePlan? {
        guard report == nil else { return nil }
        switch content {
        case .response(let serving): return ResponsePlan(serving, to: request)
        case .failure(let error): return .failing(error)
        case .passthrough: return nil
        }
    }
}

extension RecordedRequest.Outcome {
    /// What the log says of an error: an unmocked request keeps its diagnosis, whatever the policy made of it.
    func failing(with error: any Error) -> RecordedRequest.Outcome {
        if case .unmocked = self { return self }
        return .failed(error)
    }
}
