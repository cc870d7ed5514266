import Dispatch
import Foundation

/// A request that has not ended, as a report prints it.
package struct RequestInFlight: Sendable, CustomStringConvertible {
    package let request: MockRequest
    /// The event that the request waits for, or else its state, as a clause: `waits at a gate that nobody has opened`.
    package let wait: String
    /// The way to end the wait, as the end of a sentence that begins with "To fix this,".
    package let fix: String
    /// The registration whose response the request uses and has not finished; nil if there is none.
    package let registration: MockRegistration?
    /// Whether no response was found for the request, which a strict policy reports.
    package let isUnmocked: Bool

    package var location: CallSite? { registration?.location }

    package var description: String {
        let registered = location.map { " (registered at \($0))" } ?? ""
        return "\(request) \(wait)\(registered). To fix this, \(fix)."
    }
}
