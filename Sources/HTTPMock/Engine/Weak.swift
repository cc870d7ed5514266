import Dispatch
import Foundation

/// A weak reference, as a value of a collection.
struct Weak<Object: AnyObject & Sendable>: Sendable {
    weak var object: Object?
}
