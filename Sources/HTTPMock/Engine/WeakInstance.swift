import Dispatch
import Foundation

/// An instance, referenced weakly because it may be released before its engine.
struct WeakInstance: Sendable {
    weak var mock: HTTPMock?
    /// Creates the instance again; returns nil if its front end was released too.
    var recreate: (@Sendable () -> HTTPMock?)?
}
