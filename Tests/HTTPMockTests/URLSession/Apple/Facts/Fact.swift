import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A published fact about Apple's loading system, with the experiment that shows it.
struct Fact: Sendable, CustomTestStringConvertible {
    /// The number of the fact; several experiments may ask about one.
    let number: Int
    let title: String
    /// The observation that most sources report; nil if no source knows, so that only a Mac can show it.
    let reported: String?
    /// The other observation, and the simulation's switch for it, if sources differ.
    var otherwise: (switch: Uncertainty, seen: String)?
    var experiment = Experiment()
    /// Returns the observation.
    let observe: @Sendable (Trace) -> String

    init(
        _ number: Int, _ title: String, _ reported: String?, otherwise: (switch: Uncertainty, seen: String)? = nil,
        _ experiment: Experiment = Experiment(), observe: @escaping @Sendable (Trace) -> String
    ) {
        self.number = number
        self.title = title
        self.reported = reported
        self.otherwise = otherwise
        self.experiment = experiment
        self.observe = observe
    }

    var testDescription: String { "\(number): \(title)" }
}

/// A response whose type may be lost on the way to the client.
final class ProbeResponse: HTTPURLResponse, @unchecked Sendable {}
