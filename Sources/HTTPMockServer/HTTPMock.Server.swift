import HTTPMock

extension HTTPMock {
    /// The mocks of an instance on a loopback port.
    public final class Server: Sendable {
    }
}
