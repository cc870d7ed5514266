import Dispatch
import Foundation

/// A weak reference to an instance, which may be released before its engine, and the way to create it again.
struct WeakInstance: Sendable {
    weak var mock: HTTPMock?
    /// Creates the instance again; returns nil if its front end was released too.
    var recreate: (@Sendable () -> HTTPMock?)?
}
