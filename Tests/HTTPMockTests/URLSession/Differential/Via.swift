import Foundation
import TestSupport

/// A way in which a scenario is answered other than by the native loader.
enum Via: CaseIterable, Sendable {
    /// By the mock, on the work queue.
    case mocked
    /// By the mock, matched off the work queue because a condition observes the requests.
    case observed
    /// By the server, through a mock that passes everything through.
    case passedThrough
    /// By a cassette that was recorded at the server, without the server.
    case played
    /// By the mock, on the simulation of Apple's loading system.
    case simulated
    /// The same, with the switches of the simulation whose positions no client sees.
    case simulatedOtherwise

    var isSimulated: Bool { self == .simulated || self == .simulatedOtherwise }
}
