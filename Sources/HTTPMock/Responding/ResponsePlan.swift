import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// How a response is delivered: steps for a player to perform, in order.
///
/// Made without touching a clock or a client, so that every transport performs the same.
struct ResponsePlan: Sendable {
    var steps: [Step]

    enum Step: Sendable {
        case wait(Duration)
        /// Until the gate opens, or the time is up: then the request times out.
        case gate(ResponseGate, limit: Duration?)
        /// Until the client gives up.
        case forever
        /// Ask the client whether to follow; if it does, the plan ends here, else it goes on as a plain response.
        case redirect(ResponseHead, to: URLRequest)
        case head(ResponseHead)
        case bytes(Data)
        case finish
        case fail(any Error)
    }

    init(steps: [Step]) {
        self.steps = steps
    }

    /// The plan of an error before any response.
    static func failing(_ error: any Error) -> ResponsePlan {
        ResponsePlan(steps: [.fail(error)])
    }

    /// The plan of one serving.
    ///
    /// - Parameters:
    ///   - serving: The response and how often it has served.
    ///   - body: All of its body.
    ///   - request: What it answers.
    init(_ serving: ResponseQueue.Serving, body: Data, to request: MockRequest) {
        let response = serving.response.response
        steps = response.delivery.waits.map { Self.step($0, draw: serving.earlierServings) }
        if case .failure(let error) = response.content {
            steps.append(.fail(error))
            return
        }
        let forbidsContent = response.status.forbidsContent || request.method == .head
        var headers = serving.response.headers
        if !headers.contains("Content-Length"), !response.status.forbidsContent {
            headers.set("Content-Length", to: String(body.count))
        }
        let head = ResponseHead(url: request.url, status: response.status.code, headers: headers.dictionary)
        if let target = Redirect.target(of: head, for: request) {
            steps.append(.redirect(head, to: target))
        }
        steps.append(.head(head))
        append(forbidsContent ? Data() : body, at: response.delivery.pace)
    }

    private mutating func append(_ body: Data, at pace: MockResponse.Delivery.Pace) {
        switch pace {
        case .whole:
            if !body.isEmpty { steps.append(.bytes(body)) }
            steps.append(.finish)
        case .pieces(let size, let interval):
            var rest = body[...]
            while !rest.isEmpty {
                if rest.startIndex != body.startIndex, interval > .zero { steps.append(.wait(interval)) }
                steps.append(.bytes(Data(rest.prefix(size))))
                rest = rest.dropFirst(size)
            }
            steps.append(.finish)
        case .failing(let code, let byteCount):
            let sent = body.prefix(max(0, byteCount))
            if !sent.isEmpty { steps.append(.bytes(Data(sent))) }
            steps.append(.fail(URLError(code)))
        }
    }

    private static func step(_ wait: MockResponse.Delivery.Wait, draw: Int) -> Step {
        switch wait {
        case .fixed(let duration):
            return .wait(duration)
        case .random(let range, let seed):
            var generator = SplitMix64(state: seed &+ UInt64(draw))
            let fraction = Double(generator.next() >> 11) / Double(1 << 53)
            return .wait(.seconds(range.lowerBound + (range.upperBound - range.lowerBound) * fraction))
        case .gate(let gate):
            return .gate(gate, limit: nil)
        case .forever:
            return .forever
        }
    }
}

/// A small generator whose sequence is fixed by its seed.
///
/// - SeeAlso: Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (OOPSLA 2014)
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
