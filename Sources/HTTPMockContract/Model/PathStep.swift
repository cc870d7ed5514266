import HTTPMock

/// One step from a value to a value in it.
enum PathStep: Hashable, Sendable {
    case member(String)
    case element(Int)
}
