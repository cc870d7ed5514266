import Foundation

/// A mistake, or the cause of one, which a test reports at its end.
///
/// The ``Store`` keeps problems for the test. Without a test, all but causes are printed at once.
package struct Problem: Hashable, Sendable {
    package let text: String
    /// The source location of the registration; nil if the problem belongs to none.
    package let location: CallSite?
    package let kind: Kind
    /// The mistakes that the text lists, in words that are the same for each request.
    ///
    /// A problem is reported if any of its mistakes is new. By default, the problem itself is the only mistake.
    package let mistakes: Set<String>
    /// Whether the problem was found at the registration and no request has had it yet, so that one may expect it.
    package var isOfRegistration = false

    package enum Kind: Sendable {
        /// A mistake, which fails the test.
        case failure
        /// A mistake that fails no test.
        case warning
        /// A possible cause of a failure, which only a test that fails reports.
        case cause
        /// A request of another test, or input that a front end has rejected; a test that passes only prints it.
        case turnedDown
    }

    package var isWarning: Bool { kind == .warning }

    package init(
        _ kind: Kind = .failure, text: String, location: CallSite? = nil, mistakes: Set<String>? = nil
    ) {
        self.text = text
        self.mistakes = mistakes ?? ["\(kind) \(text) \(location.map { "\($0)" } ?? "")"]
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
