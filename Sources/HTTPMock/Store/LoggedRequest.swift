/// A logged request, with everything that decides how it is answered.
package struct LoggedRequest: Sendable {
    /// The number of the request in the log.
    let number: Int
    let request: MockRequest
    /// The registrations and the policy at the request's arrival.
    let snapshot: Store.Snapshot
    /// The maximum number of bytes of a body that the log keeps.
    let bodyLimit: Int
}
