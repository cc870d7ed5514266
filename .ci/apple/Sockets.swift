// The socket calls that Apple's headers declare otherwise than those of Linux.

public typealias sa_family_t = UInt8
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>

public struct _opaque_pthread_t {}

public let SOCK_STREAM, SHUT_WR, IPPROTO_TCP, RLIMIT_FSIZE, SO_NOSIGPIPE, SO_NWRITE: Int32

extension stat {
    public var st_mtimespec: timespec { get }
}

@frozen public struct in_addr {
    public init()
    public init(s_addr: UInt32)
    public var s_addr: UInt32
}

@frozen public struct sockaddr_in {
    public init()
    public var sin_len: UInt8
    public var sin_family: sa_family_t
    public var sin_port: UInt16
    public var sin_addr: in_addr
}

@frozen public struct sockaddr_in6 {
    public init()
    public var sin6_len: UInt8
    public var sin6_family: sa_family_t
    public var sin6_port: UInt16
    public var sin6_addr: in6_addr
}

public func pthread_self() -> pthread_t!
public func pthread_equal(_ one: pthread_t!, _ other: pthread_t!) -> Int32
@discardableResult public func pthread_detach(_ thread: pthread_t) -> Int32
@discardableResult public func pthread_join(_ thread: pthread_t, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?)
    -> Int32
public func pthread_create(
    _ thread: UnsafeMutablePointer<pthread_t?>!, _ attributes: UnsafePointer<pthread_attr_t>?,
    _ start: @escaping @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
    _ argument: UnsafeMutableRawPointer?
) -> Int32

public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer

@discardableResult
public func posix_spawn_file_actions_init(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!) -> Int32
@discardableResult
public func posix_spawn_file_actions_destroy(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!) -> Int32
@discardableResult public func posix_spawn_file_actions_adddup2(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ one: Int32, _ other: Int32
) -> Int32
@discardableResult public func posix_spawn_file_actions_addclose(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ descriptor: Int32
) -> Int32
@discardableResult public func posix_spawn(
    _ process: UnsafeMutablePointer<pid_t>!, _ path: UnsafePointer<CChar>!,
    _ actions: UnsafePointer<posix_spawn_file_actions_t?>!, _ attributes: UnsafeMutableRawPointer?,
    _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!,
    _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32
