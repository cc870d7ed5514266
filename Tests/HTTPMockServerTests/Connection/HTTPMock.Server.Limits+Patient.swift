import HTTPMock
import HTTPMockServer

extension HTTPMock.Server.Limits {
    /// The limits for a client that reads slowly.
    ///
    /// A busy machine may let a client read nothing for a minute, which is the usual limit.
    static let patient = HTTPMock.Server.Limits(idleTimeout: .seconds(600))
}
