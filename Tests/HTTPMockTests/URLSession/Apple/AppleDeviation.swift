import Foundation
import TestSupport

/// A difference between Apple's simulated loading system and the native loader of Linux, in some rows of the table.
///
/// It comes after the deviations of the mock on Linux. A published fact, by its number, is the reason.
struct AppleDeviation: Sendable {
    let applies: @Sendable (Scenario.Case) -> Bool
    let deviation: Deviation

    private init(
        fact: Int, _ reason: String, where applies: @escaping @Sendable (Scenario.Case) -> Bool,
        change: @escaping @Sendable (inout Observation) -> Void
    ) {
        self.applies = applies
        deviation = Deviation("fact \(fact): \(reason)", change: change)
    }

    /// All differences.
    static let all = [noUploadProgress, noCredentialsAfterRedirects, errorOvertakesResponse]

    private static let noUploadProgress = AppleDeviation(
        fact: 16, "a protocol can't report upload progress, nor ask for a stream",
        where: { row in
            let hears = row.style.isDelegateDriven || row.style.isAsync && row.scenario.delegates.location == .task
            let sends = row.scenario.steps.contains { $0.body?.isEmpty == false }
            return hears && (sends || row.style == .delegateStreamUpload) && row.scenario.name != "GET with a body"
        },
        change: { observation in
            for index in observation.outcomes.indices {
                observation.outcomes[index].events.removeAll { event in
                    switch event {
                    case .sentBody, .bodyStreamNeeded: true
                    default: false
                    }
                }
            }
        })

    private static let noCredentialsAfterRedirects = AppleDeviation(
        fact: 33, "every redirect loses Authorization",
        where: { $0.scenario.name == "secrets go along within their origin" },
        change: { observation in
            guard let last = observation.sightings.indices.last else { return }
            observation.sightings[last].headers["authorization"] = nil
        })

    /// The responses of these rows have no media type, so that they are held (fact 43).
    private static let errorOvertakesResponse = AppleDeviation(
        fact: 44, "an error soon after the first data overtakes the response",
        where: { row in
            let rows = [
                "a length beyond the body", "a length and no body", "closed in the body", "a timeout in the body",
            ]
            return row.style.isDelegateDriven && rows.contains(row.scenario.name)
        },
        change: { observation in
            observation.changeLast { outcome in
                let end = outcome.events.suffix(1)
                outcome = ClientOutcome(data: nil, response: nil, error: outcome.error, events: Array(end))
            }
        })
}
