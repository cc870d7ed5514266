import Dispatch
import Foundation

/// A weak reference as a value, as in a collection or a task-local value.
struct Weak<Object: AnyObject & Sendable>: Sendable {
    weak var object: Object?
}
