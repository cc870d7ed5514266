// The C library, in the types of Apple's headers, and Core Foundation, which Linux's Foundation keeps to itself.

public typealias CFTypeRef = AnyObject

public class CFRunLoop {}

public func CFRunLoopGetCurrent() -> CFRunLoop!
public func CFRunLoopPerformBlock(_ rl: CFRunLoop!, _ mode: CFTypeRef!, _ block: (() -> Void)!)
public func CFRunLoopWakeUp(_ rl: CFRunLoop!)

public typealias sigset_t = UInt32

public let RUSAGE_CHILDREN: Int32

@discardableResult public func sigemptyset(_ set: UnsafeMutablePointer<sigset_t>!) -> Int32
@discardableResult public func sigaddset(_ set: UnsafeMutablePointer<sigset_t>!, _ signal: Int32) -> Int32
@discardableResult
public func pthread_sigmask(
    _ how: Int32, _ set: UnsafePointer<sigset_t>!, _ earlier: UnsafeMutablePointer<sigset_t>!
) -> Int32

public struct __sigaction_u {
    public init()
    public var __sa_handler: (@convention(c) (Int32) -> Void)!
}

public struct sigaction {
    public init()
    public var __sigaction_u: __sigaction_u
    public var sa_flags: Int32
    // The function of this name, which Swift can't declare next to a type of this name.
    @discardableResult
    public init(_ signal: Int32, _ action: UnsafePointer<sigaction>!, _ earlier: UnsafeMutablePointer<sigaction>!)
}
