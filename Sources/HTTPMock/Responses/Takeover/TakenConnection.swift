/// A connection that a response has taken over, as the log of its request keeps it.
package protocol TakenConnection: AnyObject, Sendable {
    /// Returns the URL of the request in a HAR, whose scheme may be another one.
    func harURL(_ url: String) -> String

    /// Drops everything that the log has kept of the connection, and keeps nothing more.
    ///
    /// Called under the lock of the ``Store``.
    func forget()

    /// The members that the request's entry in a HAR has besides those of other entries.
    var harMembers: OrderedJSON.Members { get }
}
