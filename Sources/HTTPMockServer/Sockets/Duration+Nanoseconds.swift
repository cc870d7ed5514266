extension Duration {
    /// The duration in nanoseconds, from 0 to some decades, so that a sum with the loop's time can't overflow.
    var clampedNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(min(seconds, 1 << 30)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}
