import Foundation
import HTTPMock

/// The registered fault of a WebSocket response's delivery.
///
/// Created for a ``WebSocketSession``, which owns the fault and counts its bytes on the loop's thread.
struct WebSocketFault {
    /// The number of bytes of frames that are still sent before the fault.
    var remaining: Int
    let code: URLError.Code

    /// The ending of the connection: a stall, in which the connection stays open, for a timeout; otherwise a reset.
    var ending: ConnectionEnding { code == .timedOut ? .stall : .reset }
}
