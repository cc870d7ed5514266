/// A connection that a response has taken over, as the log of its request keeps it.
package protocol TakenConnection: AnyObject, Sendable {
    /// Drops everything that the log has kept of the connection, and keeps nothing more.
    ///
    /// Called under the lock of the ``Store``.
    func forget()

    /// The members that the request's entry in a HAR has besides those of other entries.
    var harMembers: OrderedJSON.Members { get }
}
