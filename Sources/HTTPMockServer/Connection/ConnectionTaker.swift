/// The owner of a connection that no longer speaks HTTP.
///
/// Created for one response, which takes the connection over; every member is called on the thread of the
/// connection's loop.
protocol ConnectionTaker: AnyObject {
    /// Whether more input is wanted now.
    var wantsInput: Bool { get }

    /// Whether the connection may end because its client reads nothing for too long.
    var hasTimeout: Bool { get }

    /// Handles input; all bytes are consumed, or removed up to those to be given again with the next ones.
    func receive(_ input: inout UnsafeRawBufferPointer)

    /// Handles the end of the client's sending direction.
    func receiveEnd()

    /// Called after output was written.
    ///
    /// - Parameter unwritten: The number of bytes that are not written yet.
    func wrote(unwritten: Int)

    /// Called once after the connection was closed.
    func connectionClosed()

    /// Writes its last words, because the server stops; the connection is closed at once afterwards.
    func stop()
}
