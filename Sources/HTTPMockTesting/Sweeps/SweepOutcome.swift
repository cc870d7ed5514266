import Foundation
import HTTPMock
import Testing

/// The end of one run of a sweep.
public enum SweepOutcome: Sendable, Hashable, CustomStringConvertible {
    /// The code ended, and every expectation was met.
    case passed
    /// An expectation failed, a request had no response, or the code threw an error that it should not throw.
    ///
    /// The messages include those of known issues.
    case failed([String])
    /// The code did not end in time, or went on making requests.
    case hung(String)

    /// The outcome in one word.
    public var description: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .hung: "hung"
        }
    }

    package var messages: [String] {
        switch self {
        case .passed: []
        case .failed(let messages): messages
        case .hung(let message): [message]
        }
    }
}
