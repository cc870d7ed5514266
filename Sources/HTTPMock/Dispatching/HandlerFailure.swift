/// An error that a handler threw, for the report of a test that failed.
package struct HandlerFailure: Sendable, Hashable {
    /// The source location of the handler's registration; nil for a handler of the unmocked policy.
    package let location: CallSite?
    /// The error as text, with secrets masked.
    package let text: String

    init(_ error: any Error, of registration: MockRegistration) {
        location = registration.location
        text = Redaction.text(of: error)
    }
}
