import HTTPMock
import HTTPMockServer

extension HTTPMock {
    /// The port that a command listens on unless another one is wanted.
    static let usualPort = 8_080

    /// Serves the instance on a port, or on the usual one, or on a free one if the usual one is in use.
    ///
    /// - Parameters:
    ///   - origin: The origin of requests that name none.
    ///   - port: The port that the user wants; nil for the usual one.
    func serve(as origin: String, onPort port: Int?) async throws -> Server {
        if let port { return try await serve(as: origin, port: port) }
        do {
            return try await serve(as: origin, port: Self.usualPort)
        } catch {
            return try await serve(as: origin)
        }
    }
}
