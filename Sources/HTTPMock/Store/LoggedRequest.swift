/// A request that the log has, with everything that decides its answer.
package struct LoggedRequest: Sendable {
    /// The number of the request in the log.
    let number: Int
    let request: MockRequest
    /// The registrations and the policy at the request's arrival.
    let snapshot: Store.Snapshot
    /// The most bytes of a body that the log keeps.
    let bodyLimit: Int
}
