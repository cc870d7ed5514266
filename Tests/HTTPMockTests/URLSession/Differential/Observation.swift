import Foundation
import TestSupport
import Testing

/// All values that are compared: the outcomes of the client and the received requests.
struct Observation: Sendable, Equatable {
    var outcomes: [ClientOutcome]
    var sightings: [Sighting]
}

extension Observation: CustomTestStringConvertible {
    var testDescription: String {
        let seen = outcomes.map(\.description) + sightings.map(\.description)
        return "\n    " + seen.joined(separator: "\n    ") + "\n"
    }
}
