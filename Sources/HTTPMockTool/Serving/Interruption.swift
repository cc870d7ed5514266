import Dispatch
import Foundation
import HTTPMock

/// The end of a command by SIGINT, by SIGTERM, or by an output that can't be written any more.
///
/// The same signal ends the process at once if half a second has passed since the first. Until then, further signals
/// are ignored, because `timeout` and a terminal may send a signal twice.
final class Interruption: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let sources: Locked<[any DispatchSourceSignal]>

    /// Returns once no signal is lost any more.
    init() async {
        (stream, continuation) = AsyncStream.makeStream()
        sources = Locked([])
        let (registrations, registration) = AsyncStream.makeStream(of: Void.self)
        let made = [SIGINT, SIGTERM].map { number in
            // The default action would end the process before the source is called.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [continuation] in
                continuation.yield()
                DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) { signal(number, SIG_DFL) }
            }
            // Until its registration on another thread, the source misses a signal.
            source.setRegistrationHandler { registration.yield() }
            source.resume()
            return source
        }
        sources.withLock { $0 = made }
        for await _ in registrations.prefix(made.count) {}
    }

    /// Ends the wait.
    func interrupt() {
        continuation.yield()
    }

    /// Waits for the first interruption.
    func wait() async {
        for await _ in stream { return }
    }
}
