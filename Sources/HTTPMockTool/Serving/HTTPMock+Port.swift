import Foundation
import HTTPMock

extension HTTPMock {
    /// The port that a command listens on unless the user names a port.
    static let usualPort = 8_080

    /// Calls a closure with the named port or, without one, with the usual port.
    ///
    /// If the usual port is in use, the closure is called again with 0, for any free port.
    static func onPort<Result>(
        _ port: Int?, _ serve: (Int) async throws -> Result
    ) async throws -> Result {
        if let port { return try await serve(port) }
        do {
            return try await serve(usualPort)
        } catch let error as HTTPMockError where error.systemCode == EADDRINUSE {
            return try await serve(0)
        }
    }
}
