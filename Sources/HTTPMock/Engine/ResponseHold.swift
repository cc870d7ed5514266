import Foundation

/// Keeps the responses of an instance until each is released, as an order sweep does.
package protocol ResponseHold: AnyObject, Sendable {
    /// The wait of a held request, as ``RequestInFlight/wait`` of a report.
    var wait: String { get }
    /// The way to end the wait of a held request, as ``RequestInFlight/fix`` of a report.
    var fix: String { get }

    /// Keeps one response, of which the client has seen nothing.
    ///
    /// The request does not time out meanwhile. A released response is sent whole, without its delay and without pauses
    /// between its chunks. Not held are passed-through responses, answers to upgrades, and those that wait at a gate or
    /// are never sent.
    ///
    /// - Parameters:
    ///   - number: The number of the request in the log.
    ///   - release: Sends the response; may be called on any thread.
    /// - Returns: The function that is called when the wait ends, after the release or with the request.
    func hold(_ number: Int, release: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}
