import HTTPMock

@testable import HTTPMockServer

extension HTTPMock.Server.Limits {
    /// The limits for a client that reads slowly, and closes its WebSockets slowly.
    ///
    /// A busy machine may let a client read nothing for a minute, and answer no close frame for five seconds, which are
    /// the usual limits.
    static let patient = {
        var limits = HTTPMock.Server.Limits(idleTimeout: .seconds(600))
        limits.closeTimeout = .seconds(600)
        return limits
    }()
}
