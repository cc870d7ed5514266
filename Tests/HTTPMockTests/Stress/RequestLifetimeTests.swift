import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// After a request has ended, only its record in the log remains.
@Suite(.bounded) struct RequestLifetimeTests {
    /// The ways in which a request can end.
    enum Ending: CaseIterable {
        case answered
        case failing
        case refused
        case timedOut
    }

    /// A token that the content of a response retains.
    private final class Token: Sendable {}

    @Test(arguments: Ending.allCases, ClientStyle.allCases)
    func responseAndItsGateAreReleased(ending: Ending, style: ClientStyle) async throws {
        let mock = HTTPMock()
        let clock = ManualClock()
        let timed = HTTPMock(clock: clock)
        let instance = ending == .timedOut ? timed : mock
        weak var gate: ResponseGate?
        weak var token: Token?
        do {
            let (ownGate, ownToken) = (ResponseGate(), Token())
            (gate, token) = (ownGate, ownToken)
            let delivery: MockResponse.Delivery = .held(ownGate)
            instance.addResponses(
                forPath: "/a",
                responses: [
                    .handler(lifetime: .single, delivery: delivery) { _ in
                        withExtendedLifetime(ownToken) {
                            ending == .failing ? .failure(.networkConnectionLost) : .plaintext("x")
                        }
                    }
                ])
            let task = Task {
                await ClientDriver(session: instance.urlSession).run(.example("/a", method: "POST"), as: style)
            }
            await ownGate.reached()
            switch ending {
            case .answered, .failing: ownGate.open()
            case .refused: instance.end(because: "the test has ended")
            case .timedOut: clock.advance(by: .seconds(100))
            }
            _ = await task.value
        }
        #expect(await eventually { gate == nil && token == nil })
    }

    @Test func thousandsOfRequestsKeepNoBodies() async throws {
        let mock = HTTPMock()
        mock.logBodyLimit = 0
        let released = Observed(0)
        let count = 2_000
        for _ in 0..<count {
            let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 1)
            bytes.initializeMemory(as: UInt8.self, repeating: 7, count: 64)
            let body = Data(
                bytesNoCopy: bytes, count: 64,
                deallocator: .custom { pointer, _ in
                    pointer.deallocate()
                    released.change { $0 += 1 }
                })
            mock.addResponses(forPath: "/a", responses: [.data(body, contentType: "text/plain")])
        }
        for _ in 0..<count { #expect(try await mock.data(for: .example("/a")).0.count == 64) }
        await released.wait { $0 == count }
        #expect(released.value == count)
        #expect(mock.requests.count == count)
    }
}
