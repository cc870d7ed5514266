/// An element of ``HostBuilder``: headers or a path.
public protocol HostElement: Sendable {}
