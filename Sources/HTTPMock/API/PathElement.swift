/// An element of ``PathBuilder``: a response, headers or a nested path.
public protocol PathElement: Sendable {}
