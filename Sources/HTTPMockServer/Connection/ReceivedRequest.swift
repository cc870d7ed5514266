import Foundation
import HTTPMock

/// A request with its whole body.
struct ReceivedRequest: Sendable {
    let head: RequestHead
    let body: Data
    /// The origin that the port serves.
    let origin: Origin
}
