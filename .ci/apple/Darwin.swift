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
public func CFRunLoopPerformBlock(_ rl: CFRunLoop!, _ mode: CFTypeRef!, _ block: (() -> Void)!)
public func CFRunLoopWakeUp(_ rl: CFRunLoop!)

// The C library, in the types of Apple's headers.

public typealias sigset_t = UInt32

public var STDERR_FILENO: Int32 { get }
public var errno: Int32 { get set }
public var EINTR: Int32 { get }
public var SIGPIPE: Int32 { get }
public var SIG_BLOCK: Int32 { get }
public var SIG_SETMASK: Int32 { get }

public func write(_ fd: Int32, _ buffer: UnsafeRawPointer!, _ count: Int) -> Int
@discardableResult public func atexit(_ function: (@convention(c) () -> Void)!) -> Int32
@discardableResult public func sigemptyset(_ set: UnsafeMutablePointer<sigset_t>!) -> Int32
@discardableResult public func sigaddset(_ set: UnsafeMutablePointer<sigset_t>!, _ signal: Int32) -> Int32
@discardableResult public func sigismember(_ set: UnsafePointer<sigset_t>!, _ signal: Int32) -> Int32
@discardableResult public func sigpending(_ set: UnsafeMutablePointer<sigset_t>!) -> Int32
@discardableResult
public func sigwait(_ set: UnsafePointer<sigset_t>!, _ signal: UnsafeMutablePointer<Int32>!) -> Int32
@discardableResult
public func pthread_sigmask(
    _ how: Int32, _ set: UnsafePointer<sigset_t>!, _ earlier: UnsafeMutablePointer<sigset_t>!
) -> Int32
