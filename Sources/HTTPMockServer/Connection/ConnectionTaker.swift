/// The owner of a connection that no longer speaks HTTP.
///
/// Created for one response, which takes the connection over; every member is called on the thread of the
/// connection's loop.
protocol ConnectionTaker: AnyObject {
    /// Whether more input is wanted now.
    var wantsInput: Bool { get }

    /// Whether nothing more is read, answered or timed until the client is gone; earlier output is still written.
    var isStalled: Bool { get }

    /// Handles input, and removes the bytes that it has consumed; the rest is given again, before the next input.
    func receive(_ input: inout UnsafeRawBufferPointer)

    /// Handles the end of the client's sending direction; may be called several times.
    func receiveEnd()

    /// Called at the end of a turn that may have written output.
    ///
    /// - Parameter unwritten: The number of bytes that are not written yet.
    func wrote(unwritten: Int)

    /// Called once when the connection is closed, before its descriptor is.
    func connectionClosed()

    /// Writes the last bytes of the taker, because the server stops; the connection is closed at once afterwards.
    func stop()
}
