import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct SuspensionTests {
    private let mock = HTTPMock()
    private let request = URLRequest.example("/a")

    private func probe(_ style: ClientStyle) -> TaskProbe {
        TaskProbe(request, as: style, configuration: mock.urlSession.configuration)
    }

    private func text(_ outcome: ClientOutcome) -> String? {
        if let text = outcome.text { return text }
        for event in outcome.events {
            if case .data(let data) = event { return String(decoding: data, as: UTF8.self) }
            if case .downloaded(let data?) = event { return String(decoding: data, as: UTF8.self) }
        }
        return nil
    }

    @Test(arguments: TaskProbe.styles)
    func suspendedTaskGetsItsFirstResponseOnceResumed(style: ClientStyle) async {
        let gate = ResponseGate()
        mock.addResponses(forPath: "/a", responses: [.plaintext("first", delivery: .held(gate)), .plaintext("second")])
        let probe = probe(style)
        probe.task.resume()
        await gate.reached()
        probe.task.suspend()
        gate.open()
        await probe.settle()
        #expect(probe.task.state == .suspended)
        #expect(probe.endCount == 0)
        #expect(probe.delegate?.events.contains(.response(status: 200)) != true)

        probe.task.resume()
        #expect(text(await probe.outcome()) == "first")
        let next = await ClientDriver(session: mock.urlSession).run(request, as: .asyncData)
        #expect(next.text == "second")
    }

    @Test(arguments: TaskProbe.styles)
    func suspensionIsCounted(style: ClientStyle) async {
        mock.addResponses(forPath: "/a", responses: [.plaintext("first"), .plaintext("second")])
        let probe = probe(style)
        probe.task.suspend()
        probe.task.resume()
        await probe.settle()
        #expect(probe.task.state == .suspended)
        #expect(probe.endCount == 0)
        probe.task.resume()
        #expect(text(await probe.outcome()) == "first")
    }

    @Test(arguments: TaskProbe.styles)
    func resumingAgainUsesNoFurtherResponse(style: ClientStyle) async {
        let gate = ResponseGate()
        mock.addResponses(forPath: "/a", responses: [.plaintext("first", delivery: .held(gate)), .plaintext("second")])
        let probe = probe(style)
        for _ in 1...5 { probe.task.resume() }
        await gate.reached()
        for _ in 1...5 { probe.task.resume() }
        gate.open()
        #expect(text(await probe.outcome()) == "first")
        #expect(probe.endCount == 1)
        for _ in 1...5 { probe.task.resume() }
        let next = await ClientDriver(session: mock.urlSession).run(request, as: .asyncData)
        #expect(next.text == "second")
    }

    @Test(
        arguments: TaskProbe.styles, [MockResponse.Delivery.instant, .delayed(0.001), .chunked(size: 2, every: .zero)])
    func taskSuspendedAndResumedAtOnceIsAnswered(style: ClientStyle, delivery: MockResponse.Delivery) async {
        mock.addResponses(forPath: "/a", responses: [.plaintext("answer", lifetime: .eternal, delivery: delivery)])
        for round in 1...40 {
            let probe = probe(style)
            probe.task.resume()
            for _ in 0..<(round % 4) {
                probe.task.suspend()
                probe.task.resume()
            }
            #expect(text(await probe.outcome()) == "answer")
            #expect(probe.endCount == 1)
        }
    }

    @Test(arguments: TaskProbe.styles)
    func taskSuspendedAndResumedBeforeItsProtocolExistsIsAnswered(style: ClientStyle) async {
        mock.addResponses(
            forPath: "/a", responses: [.plaintext("answer", lifetime: .eternal, delivery: .delayed(0.01))])
        // With a cache, which is read first, all three calls arrive together after the last resume.
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [mock.protocolClass]
        for _ in 1...20 {
            let probe = TaskProbe(request, as: style, configuration: configuration)
            probe.task.resume()
            probe.task.suspend()
            probe.task.resume()
            #expect(text(await probe.outcome()) == "answer")
            #expect(probe.endCount == 1)
        }
    }

    @Test func chunksPauseDuringASuspension() async {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        mock.addResponses(
            forPath: "/a", responses: [.plaintext("abcdef", delivery: .chunked(size: 2, every: .seconds(1)))])
        let probe = TaskProbe(request, as: .delegateData, configuration: mock.urlSession.configuration)
        probe.task.resume()
        await clock.waitForSleepers(1)
        await probe.settle()
        probe.task.suspend()
        clock.advance(by: .seconds(1))
        await probe.settle()
        #expect(probe.delegate?.events == [.response(status: 200), .data(Data("ab".utf8))])
        probe.task.resume()
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        let outcome = await probe.outcome()
        #expect(outcome.events == [.response(status: 200), .data(Data("abcdef".utf8)), .completed(nil)])
    }

    @Test func timeoutOfASuspendedTaskIsDeliveredWhenItIsResumed() async {
        let clock = ManualClock()
        let mock = HTTPMock(clock: clock)
        let gate = ResponseGate()
        mock.addResponses(forPath: "/a", responses: [.plaintext("late", delivery: .held(gate))])
        var request = request
        request.timeoutInterval = 5
        let probe = TaskProbe(request, as: .handlerData, configuration: mock.urlSession.configuration)
        probe.task.resume()
        await clock.waitForPendingResponses(1)
        probe.task.suspend()
        clock.advance(by: .seconds(5))
        await probe.settle()
        #expect(probe.endCount == 0)
        probe.task.resume()
        #expect(await probe.outcome().isTimedOut)
    }
}
