// Core Foundation, which Linux's Foundation keeps to itself.

public typealias CFTypeRef = AnyObject

public class CFRunLoop {}

public func CFRunLoopGetCurrent() -> CFRunLoop!
public func CFRunLoopPerformBlock(_ rl: CFRunLoop!, _ mode: CFTypeRef!, _ block: (() -> Void)!)
public func CFRunLoopWakeUp(_ rl: CFRunLoop!)
