import Foundation
import HTTPMock

/// The fault of a response's delivery, which ends a WebSocket by itself.
struct WebSocketFault {
    /// The bytes of frames that still leave.
    var remaining: Int
    let code: URLError.Code

    /// A timed-out connection stays open, as for other responses.
    var ending: ConnectionFailure { code == .timedOut ? .stall : .reset }
}
