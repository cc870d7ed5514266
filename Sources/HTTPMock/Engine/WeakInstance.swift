import Dispatch
import Foundation

/// An instance, referenced weakly because it may be released before its engine.
struct WeakInstance: Sendable {
    weak var mock: HTTPMock?
    var recreate: (@Sendable () -> HTTPMock?)?
}
