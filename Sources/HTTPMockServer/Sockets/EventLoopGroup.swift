import Dispatch
import Foundation
import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The event loops that all servers of the process share.
///
/// The first server starts the threads and the last one ends them, so that many servers need no more threads than one.
enum EventLoopGroup {
    private struct State {
        var loops: [EventLoop] = []
        var serverCount = 0
    }

    private static let state = Locked(State())

    /// The number of threads: as many as there are processors, from one to four.
    static let size = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount))

    /// Returns the loops, started if no other server runs.
    ///
    /// Each call needs a matching call of ``release()``.
    static func take() throws(SocketError) -> [EventLoop] {
        var failure: SocketError?
        let loops: [EventLoop] = state.withLock { state in
            if state.loops.isEmpty {
                do throws(SocketError) {
                    for _ in 0..<size { state.loops.append(try EventLoop()) }
                } catch {
                    failure = error
                    return []
                }
            }
            state.serverCount += 1
            return state.loops
        }
        if let failure {
            // Ends the loops that were started already, unless another server has taken them since.
            end(
                state.withLock { state in
                    guard state.serverCount == 0 else { return [] }
                    return exchange(&state.loops, with: [])
                })
            throw failure
        }
        return loops
    }

    /// Releases the loops of one server, and ends the threads if no other server runs.
    static func release() {
        end(
            state.withLock { state in
                state.serverCount -= 1
                guard state.serverCount == 0 else { return [] }
                return exchange(&state.loops, with: [])
            })
    }

    private static func end(_ loops: [EventLoop]) {
        for loop in loops { loop.end() }
        for loop in loops { loop.join() }
    }
}
