import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct ResponsePlanTests {
    private let request: MockRequest

    init() throws {
        let request = try URLRequest.asking("/plan")
        self.request = MockRequest(request, url: try #require(request.url), body: Data())
    }

    private func plan(_ response: MockResponse, body: LoadedBody) -> ResponsePlan {
        let queued = RegisteredResponse(response, registration: .unmockedPolicy)
        return ResponsePlan(
            ServedResponse(response: queued, earlierServings: 0, callCount: 1), body: body, to: request)
    }

    private static func delivery(using generator: inout SeededGenerator, sizes: ClosedRange<Int>)
        -> MockResponse.Delivery
    {
        let size = generator.pick(Array(sizes) + [.max, .min])
        let delivery: MockResponse.Delivery =
            switch generator.pick(0..<4) {
            case 0: .instant
            case 1: .throttled(bytesPerSecond: size)
            case 2: .chunked(size: size, every: .seconds(generator.pick(-1...2)))
            default: .failing(.badURL, afterBytes: size)
            }
        return generator.pick([delivery, delivery.after(.seconds(1))])
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func piecesAreTheBodyAndNoneIsEmpty(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let count = generator.pick(0...40)
            let start = generator.pick(0...3)
            // A slice, whose indices begin wherever they do.
            let data = Data((0..<(start + count)).map { UInt8($0) }).dropFirst(start)
            var cuts = [data]
            for _ in 0..<generator.pick(0...4) {
                let last = cuts.removeLast()
                let cut = generator.pick(0...last.count)
                cuts += [last.prefix(cut), last.dropFirst(cut)]
            }
            let body: LoadedBody = generator.pick([.data(data), .pieces(cuts, every: .seconds(generator.pick(0...1)))])
            let delivery = Self.delivery(using: &generator, sizes: -1...45)
            let plan = plan(.data(Data(), delivery: delivery), body: body)

            var received: [Data] = []
            var isHeadSeen = false
            for step in plan.steps {
                switch step {
                case .head(let head):
                    isHeadSeen = true
                    #expect(head.headers["Content-Length"] == "\(count)")
                case .bytes(let piece):
                    #expect(isHeadSeen)
                    #expect(!piece.isEmpty)
                    #expect(piece.startIndex == 0)
                    #expect(Data(Array(piece)) == piece)
                    received.append(piece)
                default: break
                }
            }
            let whole = Data(received.joined())
            if case .failing(_, let limit) = delivery.pace {
                #expect(whole == data.prefix(max(0, limit)))
                guard case .fail = plan.steps.last else { return #expect(Bool(false), "no failure at the end") }
            } else {
                #expect(whole == data)
                guard case .finish = plan.steps.last else { return #expect(Bool(false), "no finish at the end") }
            }
            if case .pieces(let size, _) = delivery.pace {
                #expect(received.dropLast().allSatisfy { $0.count == size })
                #expect(received.last.map { $0.count <= size } ?? true)
            }
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func waitsNeverExceedTheLimits(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var steps: [ResponsePlan.Step] = []
            for _ in 0..<generator.pick(0...8) {
                switch generator.pick(0..<6) {
                case 0: steps.append(.bytes(Data([1])))
                case 1: steps.append(.head(ResponseHead(url: request.url, status: 200, headers: [:])))
                case 2 where generator.pick(0..<8) == 0: steps.append(.forever)
                default: steps.append(.wait(.seconds(generator.pick(-1...6))))
                }
            }
            steps.append(.finish)
            let timeouts = Timeouts(
                idle: generator.pick([nil, .seconds(generator.pick(1...10))]),
                total: generator.pick([nil, .seconds(generator.pick(1...20))]))
            let (idle, elapsed) = generator.pick([(Duration.zero, Duration.zero), (.seconds(1), .seconds(3))])
            let limited = ResponsePlan(steps: steps).limited(by: timeouts, idle: idle, elapsed: elapsed)
            check(limited, of: steps, timeouts, idle: idle, elapsed: elapsed)
        }
    }

    /// Walks a limited plan and the whole one with a clock in hand.
    private func check(
        _ limited: ResponsePlan, of steps: [ResponsePlan.Step], _ timeouts: Timeouts, idle: Duration, elapsed: Duration
    ) {
        func walk(_ steps: [ResponsePlan.Step]) -> (isWithin: Bool, end: Duration, signs: Int, isTimeout: Bool) {
            var (quiet, total, signs, isWithin, isTimeout) = (idle, elapsed, 0, true, false)
            for step in steps {
                switch step {
                case .wait(let duration) where duration > .zero:
                    quiet += duration
                    total += duration
                case .wait: break
                case .head, .bytes:
                    quiet = .zero
                    signs += 1
                case .forever: isWithin = false
                case .fail(let error): isTimeout = (error as? URLError)?.code == .timedOut
                default: break
                }
                if let limit = timeouts.idle, quiet > limit { isWithin = false }
                if let limit = timeouts.total, total > limit, total > elapsed { isWithin = false }
                if !isWithin { break }
            }
            return (isWithin, total, signs, isTimeout)
        }
        let outcome = walk(limited.steps)
        if timeouts.idle != nil || timeouts.total != nil { #expect(outcome.isWithin) }
        if !outcome.isTimeout { #expect(walk(steps).signs == outcome.signs) }
        if outcome.isTimeout {
            let limits = [timeouts.total].compactMap { $0 }
            #expect(limits.allSatisfy { outcome.end <= max($0, elapsed) })
        }
    }

    @Test func statusWithoutContentHasNone() {
        for status in [204, 304, 101] as [MockResponse.Status] {
            let plan = plan(.plaintext("x", status: status), body: .data(Data("x".utf8)))
            #expect(!plan.steps.contains { if case .bytes = $0 { true } else { false } })
            guard case .head(let head) = plan.steps.first else { return #expect(Bool(false), "no head") }
            #expect(head.headers["Content-Length"] == nil)
        }
    }

    @Test(arguments: [
        (nil as Duration?, nil as Duration?, nil as Duration?), (.seconds(5), nil, .seconds(4)),
        (nil, .seconds(5), .seconds(3)), (.seconds(5), .seconds(9), .seconds(4)),
        (.seconds(9), .seconds(5), .seconds(3)),
    ])
    func patienceIsTheShorterOfBoth(idle: Duration?, total: Duration?, expected: Duration?) {
        let timeouts = Timeouts(idle: idle, total: total)
        #expect(timeouts.patience(idle: .seconds(1), total: .seconds(2)) == expected)
    }

    @Test(
        arguments: [
            (Duration.zero, 0), (.seconds(-1), 0), (.nanoseconds(1), 1), (.seconds(2), 2_000_000_000),
            (.seconds(Int64.max), nil), (.seconds(-Int64.max), 0), (.seconds(9_223_372_036) + .milliseconds(999), nil),
        ] as [(Duration, Int?)])
    func durationIsCountedAsDispatchCan(duration: Duration, nanoseconds: Int?) {
        #expect(duration.dispatchInterval == nanoseconds.map { .nanoseconds($0) } ?? .never)
    }
}
