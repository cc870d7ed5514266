import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests in flight whose instance is released.
@Suite(.bounded) struct InstanceLifetimeTests {
    enum Kind: CaseIterable {
        case handler, stream, sequence, delay, gate, never, condition
    }

    /// Controls a waiting response of each kind.
    private struct Control {
        let clock = ManualClock()
        let gate = ResponseGate()
        let isReached = Observed(false)
        let mayGoOn = Observed(false)
        let asked = Observed(0)

        func response(_ kind: Kind) -> MockResponse {
            switch kind {
            case .handler:
                .handler { [isReached, mayGoOn] _ in
                    isReached.change { $0 = true }
                    await mayGoOn.wait { $0 }
                    return .plaintext("done")
                }
            case .sequence:
                .stream(
                    AsyncStream { [isReached, mayGoOn, asked] in
                        guard
                            asked.change({
                                $0 += 1
                                return $0
                            }) == 1
                        else { return nil }
                        isReached.change { $0 = true }
                        return await mayGoOn.wait { $0 } ? Data("done".utf8) : nil
                    })
            case .stream: .stream([Data("do".utf8), Data("ne".utf8)], every: .seconds(60))
            case .delay, .condition: .plaintext("done", delivery: .delayed(.seconds(60)))
            case .gate: .plaintext("done", delivery: .held(gate))
            case .never: .plaintext("done", delivery: .never)
            }
        }

        func waitUntilReached(_ kind: Kind) async {
            switch kind {
            case .handler, .sequence: await isReached.wait { $0 }
            case .gate: await gate.reached()
            case .stream, .delay, .never, .condition: await clock.waitForSleepers(1)
            }
        }

        func goOn() {
            mayGoOn.change { $0 = true }
            gate.open()
            clock.advance(by: .seconds(60))
        }
    }

    /// Creates an instance with one response, starts a request, and keeps only the task.
    private func begin(
        _ kind: Kind, _ control: Control, done: @escaping @Sendable (String, URLError.Code?) -> Void
    ) throws -> (task: URLSessionTask?, engine: WeakReference) {
        let mock = HTTPMock(clock: control.clock)
        mock.addResponses(
            forPath: "/x", when: kind == .condition ? .where("always") { _ in true } : .not(.header("X-No")),
            responses: [control.response(kind)])
        let task = mock.urlSession.dataTask(with: .example("/x", timeout: 120)) { data, _, error in
            done(String(decoding: data ?? Data(), as: UTF8.self), (error as? URLError)?.code)
        }
        task.resume()
        return (task, WeakReference(mock.engine))
    }

    private final class WeakReference: @unchecked Sendable {
        // Sendable, because a weak reference is read and cleared atomically.
        private weak var object: AnyObject?
        init(_ object: AnyObject) { self.object = object }
        var isReleased: Bool { object == nil }
    }

    @Test(arguments: Kind.allCases)
    func requestStillEnds(kind: Kind) async throws {
        let control = Control()
        let ends = Observed<[String]>([])
        let engine = try begin(kind, control) { text, code in
            ends.change { $0.append(code.map { "\($0.rawValue)" } ?? text) }
        }.engine
        await control.waitUntilReached(kind)
        control.goOn()
        if kind == .never { control.clock.advance(by: .seconds(60)) }
        await ends.wait { !$0.isEmpty }
        #expect(ends.value == [kind == .never ? "-1001" : "done"])
        #expect(await eventually { engine.isReleased })
    }

    @Test(arguments: Kind.allCases)
    func cancelledRequestReleasesEverything(kind: Kind) async throws {
        let control = Control()
        let ends = Observed<[URLError.Code?]>([])
        var (task, engine): (URLSessionTask?, WeakReference) = try begin(kind, control) { _, code in
            ends.change { $0.append(code) }
        }
        await control.waitUntilReached(kind)
        task?.cancel()
        // A task retains its session, and the session retains the instance's engine.
        task = nil
        await ends.wait { !$0.isEmpty }
        #expect(ends.value == [.cancelled])
        if kind != .handler, kind != .sequence { #expect(await eventually { engine.isReleased }) }
        #expect(control.clock.sleeperCount == 0)
        control.goOn()
        #expect(await eventually { engine.isReleased })
        #expect(ends.value.count == 1)
    }

    @Test func creatingAndReleasingInstancesNeverHangs() async throws {
        let ends = Observed(0)
        var started = 0
        for round in 1...20 {
            for kind in Kind.allCases {
                let control = Control()
                let task = try begin(kind, control) { _, _ in ends.change { $0 += 1 } }.task
                started += 1
                await control.waitUntilReached(kind)
                Task.detached { if round.isMultiple(of: 2) { task?.cancel() } else { control.goOn() } }
                if kind == .never { Task.detached { task?.cancel() } }
            }
        }
        await ends.wait { [started] in $0 == started }
        #expect(ends.value == started)
    }
}
