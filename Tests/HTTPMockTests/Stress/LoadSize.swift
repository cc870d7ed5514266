import Foundation

/// How much the tests of correctness under load do.
enum LoadSize {
    /// So many times as much as the usual few seconds: `HTTPMOCK_LOAD=50 swift test --filter Load`.
    static let factor = ProcessInfo.processInfo.environment["HTTPMOCK_LOAD"].flatMap(Int.init) ?? 1
}
