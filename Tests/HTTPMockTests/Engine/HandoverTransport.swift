import Foundation

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport that hands redirects over, and answers for the client.
final class HandoverTransport: ResponseTransport {
    let handedOver = Locked<URLRequest?>(nil)

    let isOpen = true

    func perform(_ work: @escaping @Sendable () -> Void) { work() }

    func timeouts(for request: MockRequest) -> Timeouts { Timeouts(idle: nil, total: nil) }

    func deliver(_ head: ResponseHead) {}

    func deliver(_ chunk: Data, then ready: (@Sendable () -> Void)?) { ready?() }

    func finish() {}

    func fail(_ error: any Error) {}

    func stop() {}

    func deliverRedirect(
        to next: URLRequest, after head: ResponseHead, answer: @escaping @Sendable (URLRequest?) -> Void
    ) {
        answer(next)
    }

    func beginHop(_ next: URLRequest, after head: ResponseHead) -> URLRequest? {
        handedOver.withLock { $0 = next }
        return nil
    }
}
