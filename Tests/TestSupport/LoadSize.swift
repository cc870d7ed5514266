import Foundation

/// The amount of work of the stress tests.
public enum LoadSize {
    /// The factor on the usual few seconds: `HTTPMOCK_LOAD=50 swift test --filter Load`.
    public static let factor = ProcessInfo.processInfo.environment["HTTPMOCK_LOAD"].flatMap(Int.init) ?? 1
}
