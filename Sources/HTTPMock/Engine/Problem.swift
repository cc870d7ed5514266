import Foundation

/// A mistake, or the cause of one, which a test reports at its end.
///
/// The ``Store`` keeps problems for the test; without a test, they are printed at once.
package struct Problem: Hashable, Sendable {
    package let text: String
    /// The source location of the registration; nil for a request's problem.
    package let location: CallSite?
    package let kind: Kind

    package enum Kind: Sendable {
        /// A mistake, which fails the test.
        case failure
        /// A mistake that fails no test.
        case warning
        /// A possible cause of a failure, which only a test that fails reports.
        case cause
        /// A request of another test, or one that a front end has rejected; a test that passes prints it.
        case turnedDown
    }

    package var isWarning: Bool { kind == .warning }

    package init(_ kind: Kind = .failure, text: String, location: CallSite? = nil) {
        self.text = text
        self.location = location
        self.kind = kind
    }

    /// Creates the problem of an error that a handler threw.
    ///
    /// Nil for a cancellation, and for a requirement of Swift Testing, which is an issue of its own.
    package init?(_ error: any Error, thrownAt location: CallSite?) {
        guard !(error is CancellationError), String(reflecting: type(of: error)) != "Testing.ExpectationFailedError"
        else { return nil }
        let place = location.map { " at \($0)" } ?? ""
        self.init(.cause, text: "HTTPMock: the handler\(place) threw \(Redaction.text(of: error))", location: location)
    }
}
