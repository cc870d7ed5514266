import Dispatch
import Foundation

struct Weak<Object: AnyObject & Sendable>: Sendable {
    weak var object: Object?
}
