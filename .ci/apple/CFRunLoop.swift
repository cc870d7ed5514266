import Foundation

// Core Foundation, which Linux's Foundation keeps to itself.

public typealias CFTypeRef = AnyObject

public class CFString {}

public class CFRunLoop {}

public struct CFRunLoopMode: Hashable, RawRepresentable, @unchecked Sendable {
    public init(rawValue: CFString)
    public let rawValue: CFString
    public static func == (lhs: CFRunLoopMode, rhs: CFRunLoopMode) -> Bool
    public func hash(into hasher: inout Hasher)
    public static var commonModes: CFRunLoopMode! { get }
    public static var defaultMode: CFRunLoopMode! { get }
}

public func CFRunLoopGetCurrent() -> CFRunLoop!
public func CFRunLoopCopyCurrentMode(_ rl: CFRunLoop!) -> CFRunLoopMode!
public func CFRunLoopPerformBlock(_ rl: CFRunLoop!, _ mode: CFTypeRef!, _ block: (() -> Void)!)
public func CFRunLoopWakeUp(_ rl: CFRunLoop!)
