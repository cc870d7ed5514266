import Foundation

/// A value protected by a lock, of which every access is one whole transition.
///
/// The closure runs under the lock, so it must not run user code, call `URLSession` or wait. `Mutex` is not used
/// because it needs macOS 15 and iOS 18.
package final class Locked<State>: @unchecked Sendable {
    // Sendable although `state` is mutable, because only `withLock` accesses `state`, under `lock`.
    // Its accesses need no check of their own, because the lock excludes others.
    @exclusivity(unchecked) private var state: State

    package init(_ state: sending State) {
        self.state = state
        #if canImport(Glibc)
            lock.initialize()
        #endif
    }

    #if canImport(Glibc)
        private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

        deinit {
            pthread_mutex_destroy(lock)
            lock.deallocate()
        }
    #else
        private let lock = NSLock()
    #endif

    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}

#if canImport(Glibc)
    extension UnsafeMutablePointer<pthread_mutex_t> {
        /// Makes a lock that spins before it sleeps, because a transition is shorter than the waking of a thread.
        fileprivate func initialize() {
            var attributes = pthread_mutexattr_t()
            pthread_mutexattr_init(&attributes)
            pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
            pthread_mutex_init(self, &attributes)
            pthread_mutexattr_destroy(&attributes)
        }

        fileprivate func lock() { pthread_mutex_lock(self) }

        fileprivate func unlock() { pthread_mutex_unlock(self) }
    }
#endif
