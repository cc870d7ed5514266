import Foundation

/// The receiver of the events of a ``SocketEnd``; called on the thread of the loop.
protocol SocketEndReceiver: AnyObject {
    /// Bytes have arrived.
    func received(_ bytes: UnsafeRawBufferPointer, from end: SocketEnd)
    /// The other side has ended its sending direction, or the connection has failed.
    func ended(_ end: SocketEnd, isFailure: Bool)
    /// Some output may have been written, or the writing direction has ended.
    func drained(_ end: SocketEnd)
}
