import Dispatch

extension Duration {
    /// The interval for Dispatch in whole nanoseconds; `never` if it is too long, zero if negative.
    var dispatchInterval: DispatchTimeInterval {
        guard self > .zero else { return .nanoseconds(0) }
        guard self < .longest else { return .never }
        let (seconds, attoseconds) = components
        let (whole, isProductTooLong) = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (nanoseconds, isSumTooLong) = whole.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        return isProductTooLong || isSumTooLong ? .never : .nanoseconds(nanoseconds)
    }

    /// The longest wait: about 30,000 years, so that sums of waits fit into a duration.
    static let longest = Duration.seconds(1_000_000_000_000)

    /// Returns a duration in seconds, limited to the range from zero to ``longest``.
    static func clamped(seconds: Double) -> Duration {
        seconds.isNaN ? .zero : min(.seconds(max(0, min(seconds, 1e12))), longest)
    }
}
