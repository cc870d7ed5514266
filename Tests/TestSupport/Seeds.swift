import Foundation

/// The seeds of tests with random input: a few fixed ones, and more on request.
///
/// `HTTPMOCK_FUZZ=1000 swift test --filter Matching` tries a thousand more seeds, new ones in every run. A failure
/// names its seed. Add the seed to the test's list, so that every later run tries it.
public enum Seeds {
    /// Returns fixed seeds, seeds that once failed, and `HTTPMOCK_FUZZ` new ones.
    public static func first(_ count: UInt64, kept: [UInt64] = []) -> [UInt64] {
        let fixed = Array(0..<count) + kept
        guard let fresh = ProcessInfo.processInfo.environment["HTTPMOCK_FUZZ"].flatMap(Int.init) else { return fixed }
        // Far from the fixed seeds.
        let start = UInt64.random(in: (1 << 32)...(1 << 62))
        return fixed + (0..<UInt64(max(0, fresh))).map { start + $0 }
    }
}
