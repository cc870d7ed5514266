import Foundation

extension MockResponse {
    /// The delays and the chunks in which a response arrives, or the bytes after which it fails.
    ///
    /// Every delay runs on the mock's clock, so a test can control it with a ``ManualClock``. The timeouts of the
    /// request and the session run on the same clock, and end a late response with `URLError.timedOut`. A delay of zero
    /// or less means no delay.
    public struct Delivery: Sendable {
        /// The waits before the head; each gets the number of requests that the response has answered before.
        var waits: [@Sendable (_ earlierCount: Int) -> ResponsePlan.Step] = []
        var pace = Pace.whole

        enum Pace: Sendable {
            case whole
            case chunked(size: Int, every: Duration)
            case failing(URLError.Code, afterBytes: Int)
        }

        /// Sends the whole response at once.
        public static let instant = Delivery()

        /// Sends the whole response after a delay in seconds.
        ///
        /// - Parameter seconds: The delay in seconds, on the mock's clock; infinity means ``never``.
        public static func delayed(_ seconds: TimeInterval) -> Delivery {
            guard seconds != .infinity else { return never }
            return delayed(.clamped(seconds: seconds))
        }

        /// Sends the whole response after a delay.
        ///
        /// - Parameter duration: The delay, on the mock's clock.
        public static func delayed(_ duration: Duration) -> Delivery {
            Delivery(waits: [{ _ in .wait(duration) }])
        }

        /// Sends the whole response after a random delay, which a seed makes reproducible.
        ///
        /// - Parameters:
        ///   - seconds: The shortest and the longest delay in seconds, on the mock's clock.
        ///   - seed: The seed of the delays. With the same seed, the n-th request waits equally long in every run.
        public static func delayed(_ seconds: ClosedRange<TimeInterval>, seed: UInt64) -> Delivery {
            Delivery(waits: [{ .wait(SplitMix64.draw(seconds, seed: seed, number: $0)) }])
        }

        /// Sends the body at a steady rate, in about ten chunks a second.
        ///
        /// Below 20 bytes per second, each chunk has one byte. A chunk has at most 1 MiB.
        ///
        /// - Parameter bytesPerSecond: The rate in bytes per second; zero or less sends the whole body at once.
        public static func throttled(bytesPerSecond: Int) -> Delivery {
            guard bytesPerSecond > 0 else { return .instant }
            // A chunk is in memory, so a high rate sends more chunks a second instead of larger ones.
            let longestChunk = 1 << 20
            let size = min(max(1, bytesPerSecond / 10), longestChunk)
            return Delivery(pace: .chunked(size: size, every: .seconds(1) * size / bytesPerSecond))
        }

        /// Sends the body in chunks: the first at once, one more after each interval.
        ///
        /// - Parameters:
        ///   - size: The size of a chunk in bytes; zero or less sends the whole body at once.
        ///   - interval: The time between two chunks, on the mock's clock; none by default.
        public static func chunked(size: Int, every interval: Duration = .zero) -> Delivery {
            guard size > 0 else { return .instant }
            return Delivery(pace: .chunked(size: size, every: interval))
        }

        /// Sends the head and the first bytes of the body, then fails the request.
        ///
        /// - Parameters:
        ///   - code: The code of the `URLError`.
        ///   - byteCount: The number of bytes that arrive before the error. A shorter body arrives whole. If your
        ///     own `Content-Length` is at most this number, a client reads only the stated bytes, and gets no error.
        public static func failing(_ code: URLError.Code, afterBytes byteCount: Int) -> Delivery {
            Delivery(pace: .failing(code, afterBytes: byteCount))
        }

        /// Sends nothing; the request waits until it is cancelled or times out.
        public static let never = Delivery(waits: [{ _ in .forever }])

        /// Sends the whole response once the test opens a gate.
        ///
        /// - Parameter gate: The gate. The test can also wait until a request has reached it.
        public static func held(_ gate: ResponseGate) -> Delivery {
            Delivery(waits: [{ _ in .gate(gate) }])
        }

        /// Returns this delivery with a delay before everything else.
        ///
        /// - Parameter duration: The delay, on the mock's clock.
        public func after(_ duration: Duration) -> Delivery {
            Delivery(waits: Delivery.delayed(duration).waits + waits, pace: pace)
        }

        /// Returns this delivery with a delay in seconds before everything else.
        ///
        /// - Parameter seconds: The delay in seconds, on the mock's clock; infinity means ``never``.
        public func after(_ seconds: TimeInterval) -> Delivery {
            Delivery(waits: Delivery.delayed(seconds).waits + waits, pace: pace)
        }
    }
}
