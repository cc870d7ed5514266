/// An element of ``MockBuilder``: a host or a path of the default domain.
public protocol MockElement: Sendable {}
