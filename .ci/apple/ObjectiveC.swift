public enum objc_AssociationPolicy: UInt, @unchecked Sendable {
    case OBJC_ASSOCIATION_RETAIN = 769
}

public struct Selector: @unchecked Sendable {}

public func NSSelectorFromString(_ aSelectorName: String) -> Selector

extension NSObjectProtocol {
    public func responds(to aSelector: Selector!) -> Bool
}

public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any?
public func objc_setAssociatedObject(
    _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy)
