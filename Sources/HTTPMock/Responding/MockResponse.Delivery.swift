import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension MockResponse {
    /// When a response arrives, and in what pieces.
    ///
    /// Every wait runs on the mock's clock, so a test clock drives it. The request's and the session's timeouts run on
    /// the same clock and end a response that is late with `URLError.timedOut`. A wait of zero or less is none.
    public struct Delivery: Sendable {
        var waits: [Wait] = []
        var pace = Pace.whole

        enum Wait: Sendable {
            case fixed(Duration)
            case random(ClosedRange<TimeInterval>, seed: UInt64)
            case gate(ResponseGate)
            case forever
        }

        enum Pace: Sendable {
            case whole
            case chunked(size: Int, every: Duration)
            case failing(URLError.Code, afterBytes: Int)
        }

        /// All of it, at once.
        public static let instant = Delivery()

        /// All of it, after a while.
        ///
        /// - Parameter seconds: How long, in seconds of the mock's clock.
        public static func delayed(_ seconds: TimeInterval) -> Delivery {
            seconds == .infinity ? never : delayed(.clamped(seconds: seconds))
        }

        /// All of it, after a while.
        ///
        /// - Parameter duration: How long, on the mock's clock.
        public static func delayed(_ duration: Duration) -> Delivery {
            Delivery(waits: [.fixed(duration)])
        }

        /// All of it, after a while drawn at random, the same sequence of draws for the same seed.
        ///
        /// - Parameters:
        ///   - seconds: The least and the longest wait, in seconds of the mock's clock.
        ///   - seed: Fixes the sequence: the n-th serving of the response waits equally long in every run.
        public static func delayed(_ seconds: ClosedRange<TimeInterval>, seed: UInt64) -> Delivery {
            Delivery(waits: [.random(seconds, seed: seed)])
        }

        /// The body at a steady rate, in ten pieces a second.
        ///
        /// - Parameter bytesPerSecond: The rate; zero or less is all at once.
        public static func throttled(bytesPerSecond: Int) -> Delivery {
            guard bytesPerSecond > 0 else { return .instant }
            let size = max(1, bytesPerSecond / 10)
            return Delivery(pace: .chunked(size: size, every: .seconds(1) * size / bytesPerSecond))
        }

        /// The body in pieces: the first at once, the next after each interval.
        ///
        /// - Parameters:
        ///   - size: The bytes of a piece; zero or less is the whole body.
        ///   - interval: The time between two pieces, on the mock's clock.
        public static func chunked(size: Int, every interval: Duration) -> Delivery {
            size > 0 ? Delivery(pace: .chunked(size: size, every: interval)) : .instant
        }

        /// The head and the first bytes, then an error.
        ///
        /// - Parameters:
        ///   - code: The error the request ends with.
        ///   - byteCount: How many bytes of the body arrive before it; all of a shorter body.
        public static func failing(_ code: URLError.Code, afterBytes byteCount: Int) -> Delivery {
            Delivery(pace: .failing(code, afterBytes: byteCount))
        }

        /// Nothing, until the request is cancelled or times out.
        public static let never = Delivery(waits: [.forever])

        /// All of it, once the test opens the gate.
        ///
        /// - Parameter gate: The gate, which also tells when the request has come up to it.
        public static func held(_ gate: ResponseGate) -> Delivery {
            Delivery(waits: [.gate(gate)])
        }

        /// The same delivery, after a first wait.
        ///
        /// - Parameter duration: How long, on the mock's clock, before anything else.
        public func after(_ duration: Duration) -> Delivery {
            Delivery(waits: [.fixed(duration)] + waits, pace: pace)
        }

        /// The same delivery, after a first wait.
        ///
        /// - Parameter seconds: How long, in seconds of the mock's clock, before anything else.
        public func after(_ seconds: TimeInterval) -> Delivery {
            var delivery = Delivery.delayed(seconds)
            delivery.waits += waits
            delivery.pace = pace
            return delivery
        }
    }
}
