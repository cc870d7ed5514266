import Foundation

/// The seeds of tests with random input: the same few in every run, and as many more as the environment asks for.
///
/// `HTTPMOCK_FUZZ=1000 swift test --filter Matching` tries a thousand more of each, others in every run. A seed that fails
/// is named with the failure; it is kept in the test's list from then on, so that what it found stays found.
public enum Seeds {
    /// So many fixed seeds, those that once failed, and fresh ones where `HTTPMOCK_FUZZ` says how many.
    public static func first(_ count: UInt64, kept: [UInt64] = []) -> [UInt64] {
        let fixed = Array(0..<count) + kept
        guard let fresh = ProcessInfo.processInfo.environment["HTTPMOCK_FUZZ"].flatMap(Int.init) else { return fixed }
        // Far from the fixed ones.
        let start = UInt64.random(in: (1 << 32)...(1 << 62))
        return fixed + (0..<UInt64(max(0, fresh))).map { start + $0 }
    }
}
