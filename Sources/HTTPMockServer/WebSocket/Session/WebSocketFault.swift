import Foundation
import HTTPMock

/// The fault of a response's delivery, which ends a WebSocket by itself.
struct WebSocketFault {
    /// The bytes of frames that still leave.
    var remaining: Int
    let code: URLError.Code

    /// The way in which the connection ends; it stays open if it has timed out, as for other responses.
    var ending: ConnectionEnding { code == .timedOut ? .stall : .reset }
}
