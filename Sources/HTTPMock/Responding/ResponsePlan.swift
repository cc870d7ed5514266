import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// How a response is delivered: steps for a player to perform, in order.
///
/// Made without touching a clock or a client, so that every transport performs the same.
struct ResponsePlan: Sendable {
    var steps: [Step]
    /// How long it may take in all, where its steps don't tell: at a gate, or while a source gives pieces.
    var limit: Duration?

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
        /// What a source gives, so many bytes of it at most; the client's patience between two pieces is the idle limit.
        case pump(PieceSource, limit: Int?, patience: Duration? = nil)
        case finish
        case fail(any Error)
    }

    init(steps: [Step], limit: Duration? = nil) {
        self.steps = steps
        self.limit = limit
    }

    /// Whether it is performed without leaving the place where it begins.
    var isImmediate: Bool {
        steps.allSatisfy { step in
            switch step {
            case .head, .bytes, .finish, .fail: true
            case .wait, .gate, .forever, .redirect, .pump: false
            }
        }
    }

    /// The plan of one serving; nil if it takes more to know it: a handler, a file, the network.
    ///
    /// - Parameters:
    ///   - serving: The response and how often it has served.
    ///   - request: What it answers.
    init?(_ serving: ServedResponse, to request: MockRequest) {
        let queued = serving.response
        if let problem = queued.problem {
            self = .failing(queued.error(problem))
            return
        }
        switch queued.response.content {
        case .passthrough, .handler, .body(.file): return nil
        case .body(.data(let data)): self.init(serving, body: .data(data), to: request)
        case .body(.pieces(let pieces, let interval)):
            self.init(serving, body: .pieces(pieces, every: interval), to: request)
        case .body(.sequence(let source)): self.init(serving, body: .sequence(source), to: request)
        case .failure, .unusable: self.init(serving, body: .data(Data()), to: request)
        }
    }

    /// The plan of an error before any response.
    static func failing(_ error: any Error) -> ResponsePlan {
        ResponsePlan(steps: [.fail(error)])
    }

    /// The plan of one serving.
    ///
    /// - Parameters:
    ///   - serving: The response and how often it has served.
    ///   - body: Its body, empty for a response that has none to load.
    ///   - request: What it answers.
    init(_ serving: ServedResponse, body: LoadedBody, to request: MockRequest) {
        let queued = serving.response
        let (delivery, status) = (queued.response.delivery, queued.response.status)
        steps = []
        steps.reserveCapacity(delivery.waits.count + 3)
        for wait in delivery.waits { steps.append(Self.step(wait, draw: serving.earlierServings)) }
        if case .failure(let error) = queued.response.content {
            steps.append(.fail(error))
            return
        }
        let forbidsContent = status.forbidsContent || request.method == .head
        let fields = queued.fields.adding(contentLength: status.forbidsContent ? nil : body.count)
        let head = ResponseHead(url: request.url, status: status.code, fields: fields)
        if let target = Redirect.target(of: head, for: request) {
            steps.append(.redirect(head, to: target))
        }
        steps.append(.head(head))
        append(forbidsContent ? .data(Data()) : body, at: delivery.pace)
    }

    private mutating func append(_ body: LoadedBody, at pace: MockResponse.Delivery.Pace) {
        switch (body, pace) {
        case (.sequence(let source), .failing(let code, let byteCount)):
            steps += [.pump(source, limit: max(0, byteCount)), .fail(URLError(code))]
        case (.sequence(let source), _):
            steps += [.pump(source, limit: nil), .finish]
        case (.data(let data), .whole):
            if !data.isEmpty { steps.append(.bytes(data.rebased)) }
            steps.append(.finish)
        case (.pieces(let pieces, let interval), .whole):
            append(pieces, every: interval)
            steps.append(.finish)
        case (.data(let data), .pieces(let size, let interval)):
            append(data.pieces(of: size), every: interval)
            steps.append(.finish)
        case (.pieces(let pieces, _), .pieces(let size, let interval)):
            append(Data(joining: pieces).pieces(of: size), every: interval)
            steps.append(.finish)
        case (.data(let data), .failing(let code, let byteCount)):
            append([data.prefix(max(0, byteCount))], every: .zero)
            steps.append(.fail(URLError(code)))
        case (.pieces(let pieces, let interval), .failing(let code, let byteCount)):
            var rest = max(0, byteCount)
            let sent = pieces.map { piece in
                defer { rest -= min(rest, piece.count) }
                return piece.prefix(rest)
            }
            append(sent, every: interval)
            steps.append(.fail(URLError(code)))
        }
    }

    /// The pieces that have anything in them, the first at once, the next after each interval.
    private mutating func append(_ pieces: [Data], every interval: Duration) {
        for (number, piece) in pieces.filter({ !$0.isEmpty }).enumerated() {
            if number > 0, interval > .zero { steps.append(.wait(interval)) }
            steps.append(.bytes(piece.rebased))
        }
    }

    private static func step(_ wait: MockResponse.Delivery.Wait, draw: Int) -> Step {
        switch wait {
        case .fixed(let duration):
            return .wait(duration)
        case .random(let range, let seed):
            var generator = SplitMix64(state: seed &+ UInt64(draw))
            let fraction = Double(generator.next() >> 11) / Double(1 << 53)
            let seconds = range.lowerBound + (range.upperBound - range.lowerBound) * fraction
            return .wait(.clamped(seconds: seconds))
        case .gate(let gate):
            return .gate(gate, limit: nil)
        case .forever:
            return .forever
        }
    }
}

extension Data {
    /// All bytes of several pieces: copied piece by piece, where joining them as sequences goes byte by byte.
    init(joining pieces: [Data]) {
        self.init(capacity: pieces.reduce(0) { $0 + $1.count })
        for piece in pieces { append(piece) }
    }

    /// The same bytes with indices from zero, as clients expect them.
    var rebased: Data { startIndex == 0 ? self : withUnsafeBytes { Data($0) } }

    /// The same bytes in pieces of one size, the last perhaps smaller; slices, not copies.
    fileprivate func pieces(of size: Int) -> [Data] {
        var pieces: [Data] = []
        var rest = self
        while !rest.isEmpty {
            pieces.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return pieces
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
