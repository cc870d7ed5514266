import HTTPMock
import HTTPMockServer

extension HTTPMock {
    /// The port that a command listens on unless another one is wanted.
    static let usualPort = 8_080

    /// Calls a closure with the port that the user wants, or the usual one, or 0 if the usual one is in use.
    static func onPort<Result>(
        _ port: Int?, _ serve: (Int) async throws -> Result
    ) async throws -> Result {
        if let port { return try await serve(port) }
        do {
            return try await serve(usualPort)
        } catch {
            return try await serve(0)
        }
    }
}
