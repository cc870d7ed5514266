import Dispatch
import Foundation
import HTTPMock

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One thread that waits for many descriptors and calls their sources.
///
/// An ``EventLoopGroup`` creates and ends the loops.
final class EventLoop: @unchecked Sendable {
    // Sendable, because a lock guards `inbox`, `thread` is written before the loop is shared, and all other mutable
    // state is used only on the loop's own thread.
    private let inbox = Locked(Inbox())
    private let wakeUp: (reading: Int32, writing: Int32)
    private var thread: pthread_t?

    private var poller: Poller
    private var sources: [UInt64: any EventSource] = [:]
    /// The sources whose ``EventSource/turnEnded()`` is called at the end of this turn.
    private var touched: [any EventSource] = []
    private var lastID = wakeUpID
    /// The identifier of the pipe that wakes the loop; those of sources are greater.
    private static let wakeUpID: UInt64 = 0
    /// The next check of deadlines, at most a millisecond after the earliest deadline.
    private var nextDeadline = UInt64.max
    /// The buffer that every source of the loop reads into.
    let scratch: UnsafeMutableRawBufferPointer
    private static let scratchSize = 64 << 10
    /// The time of this turn, in nanoseconds.
    private(set) var now = EventLoop.clock

    private struct Inbox {
        var works: [@Sendable () -> Void] = []
        /// Work that also runs while the loop's thread waits for other loops; see ``waitForAll(_:_:)``.
        var urgentWorks: [@Sendable () -> Void] = []
        var isEnding = false
        /// True once the loop runs no more work.
        var hasEnded = false

        /// Whether nothing has woken the loop since it last looked, neither work nor ``EventLoop/end()``.
        var isEmpty: Bool { works.isEmpty && urgentWorks.isEmpty && !isEnding }
    }

    /// Makes a loop and starts its thread.
    init() throws(SocketError) {
        poller = try Poller()
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            let code = errno
            poller.close()
            throw SocketError(call: "pipe", code: code)
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        }
        wakeUp = (ends[0], ends[1])
        scratch = .allocate(byteCount: Self.scratchSize, alignment: 16)
        _ = poller.add(wakeUp.reading, id: Self.wakeUpID, .reading)
        // The new thread waits until `thread` is written, because `isCurrent` reads that.
        let isReady = DispatchSemaphore(value: 0)
        thread = Self.startThread { [self] in
            isReady.wait()
            run()
        }
        isReady.signal()
    }

    deinit {
        // The thread retains the loop while it runs, so ``run()`` has returned.
        poller.close()
        Socket.closeDescriptor(wakeUp.reading)
        Socket.closeDescriptor(wakeUp.writing)
        scratch.deallocate()
    }

    /// True on the loop's own thread.
    var isCurrent: Bool { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }

    // MARK: Work from other threads

    /// Runs some work on the loop's thread, soon, in the order of the calls.
    ///
    /// Nothing is run after the loop's end, when no connection is left.
    func post(_ work: @escaping @Sendable () -> Void) {
        add(work, to: \.works)
    }

    /// Runs some work on the loop's thread even while that thread waits for other loops.
    ///
    /// - Returns: False if the loop has ended.
    @discardableResult
    func postUrgently(_ work: @escaping @Sendable () -> Void) -> Bool {
        add(work, to: \.urgentWorks)
    }

    @discardableResult
    private func add(
        _ work: @escaping @Sendable () -> Void, to works: WritableKeyPath<Inbox, [@Sendable () -> Void]>
    ) -> Bool {
        let (wasEmpty, hasEnded) = inbox.withLock { inbox in
            guard !inbox.hasEnded else { return (false, true) }
            let wasEmpty = inbox.isEmpty
            inbox[keyPath: works].append(work)
            return (wasEmpty, false)
        }
        if wasEmpty { wake() }
        return !hasEnded
    }

    /// Ends the thread once it has run what was posted.
    func end() {
        inbox.withLock { $0.isEnding = true }
        wake()
    }

    /// Waits until the thread has ended; on the thread itself, only lets the system free it after its end.
    func join() {
        guard let thread else { return }
        // A thread can't join itself.
        if isCurrent {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    /// Runs some work on each of several loops, except those that have ended, and returns when all have run it.
    ///
    /// May be called on the thread of one of the loops. That loop runs urgent work while it waits, so that two loops
    /// which wait for each other do not deadlock.
    static func waitForAll(_ loops: [EventLoop], _ work: @escaping @Sendable (EventLoop) -> Void) {
        let done = DispatchSemaphore(value: 0)
        var runCount = 0
        for loop in loops {
            let willRun = loop.postUrgently {
                work(loop)
                done.signal()
            }
            if willRun { runCount += 1 }
        }
        let current = loops.first(where: \.isCurrent)
        for _ in 0..<runCount {
            guard let current else {
                done.wait()
                continue
            }
            repeat { current.runUrgentWorks() } while done.wait(timeout: .now() + .milliseconds(1)) == .timedOut
        }
    }

    private func wake() {
        // The loop itself looks into its inbox before it waits.
        guard !isCurrent else { return }
        var byte: UInt8 = 0
        // The write fails if the pipe is full, but then the loop wakes anyway.
        _ = write(wakeUp.writing, &byte, 1)
    }

    // MARK: Sources

    /// Adds a source, which is called when its descriptor is ready.
    ///
    /// - Returns: The identifier of the source; nil if the system can't wait for the descriptor.
    func add(_ source: any EventSource, descriptor: Int32, _ interest: Interest) -> UInt64? {
        lastID += 1
        guard poller.add(descriptor, id: lastID, interest) else { return nil }
        sources[lastID] = source
        deadlineChanged(of: source)
        return lastID
    }

    func change(_ id: UInt64, descriptor: Int32, _ interest: Interest) {
        poller.change(descriptor, id: id, interest)
    }

    func remove(_ id: UInt64, descriptor: Int32) {
        guard sources.removeValue(forKey: id) != nil else { return }
        poller.remove(descriptor, id: id)
    }

    /// Notes that the deadline of a source may have become earlier; a later deadline needs no note.
    func deadlineChanged(of source: any EventSource) {
        nextDeadline = min(nextDeadline, source.deadline)
    }

    /// Calls ``EventSource/turnEnded()`` of a source at the end of this turn.
    func touch(_ source: any EventSource) {
        touched.append(source)
    }

    /// Removes and closes all sources of one server.
    func closeAll(of owner: AnyObject) {
        for source in sources.values where source.owner === owner { source.stop() }
    }

    /// Returns the number of sources of one server.
    func sourceCount(of owner: AnyObject) -> Int {
        sources.values.count { $0.owner === owner }
    }

    // MARK: The thread

    private func run() {
        while true {
            runUrgentWorks()
            let works = inbox.withLock { exchange(&$0.works, with: []) }
            for work in works { work() }
            endTurn()
            passDeadlines()
            let (isEmpty, hasEnded) = inbox.withLock { inbox in
                let isEmpty = inbox.works.isEmpty && inbox.urgentWorks.isEmpty
                if isEmpty, inbox.isEnding { inbox.hasEnded = true }
                return (isEmpty, inbox.hasEnded)
            }
            if hasEnded { return }
            // With work to do, the loop only looks which descriptors are ready.
            let ready = poller.wait(milliseconds: isEmpty ? millisecondsToDeadline : 0)
            now = Self.clock
            for readiness in ready {
                if readiness.id == Self.wakeUpID { drainWakeUp() }
                sources[readiness.id]?.ready(readiness)
            }
        }
    }

    private func runUrgentWorks() {
        let works = inbox.withLock { exchange(&$0.urgentWorks, with: []) }
        for work in works { work() }
    }

    private func endTurn() {
        // The end of a source's turn may touch the source again.
        while let source = touched.popLast() { source.turnEnded() }
    }

    /// Empties the pipe, some bytes at a time.
    private func drainWakeUp() {
        var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let size = MemoryLayout.size(ofValue: bytes)
        while read(wakeUp.reading, &bytes, size) == size {}
    }

    /// Calls the sources whose deadline has passed.
    ///
    /// All sources are scanned only when `nextDeadline` has passed, because ``deadlineChanged(of:)`` makes
    /// `nextDeadline` earlier for each earlier deadline.
    private func passDeadlines() {
        guard nextDeadline <= now else { return }
        for source in Array(sources.values) where source.deadline <= now { source.deadlinePassed() }
        nextDeadline = sources.values.reduce(.max) { min($0, $1.deadline) }
        // Deadlines within a millisecond are handled in one scan.
        if nextDeadline != .max { nextDeadline = max(nextDeadline, now + 1_000_000) }
        endTurn()
    }

    private var millisecondsToDeadline: Int32 {
        guard nextDeadline != .max else { return -1 }
        guard nextDeadline > now else { return 0 }
        // Rounded up, so that the last millisecond does not spin.
        return Int32(clamping: (nextDeadline - now) / 1_000_000 + 1)
    }

    private static var clock: UInt64 { DispatchTime.now().uptimeNanoseconds }

    private static func startThread(_ body: @escaping () -> Void) -> pthread_t? {
        let entry = Unmanaged.passRetained(ThreadEntry(body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(&thread, nil, { ThreadEntry.run($0) }, entry.toOpaque())
        precondition(code == 0, "pthread_create: \(String(cString: strerror(code)))")
        return thread
    }
}

/// The body of a thread, as an object that the system's call can pass on.
private final class ThreadEntry {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) {
        self.body = body
    }

    static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        Unmanaged<ThreadEntry>.fromOpaque(context).takeRetainedValue().body()
        return nil
    }
}
