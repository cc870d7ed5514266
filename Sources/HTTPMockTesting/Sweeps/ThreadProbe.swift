/// A wait until code that is ready to run has had a thread.
///
/// A busy machine, or tasks of other tests that hold the threads of the cooperative pool, make code look as if it
/// waited. Jobs begin in the order in which they become ready, so that a job which is added now begins after that code.
enum ThreadProbe {
    /// The most real time of a probe.
    static let timeLimit = Duration.seconds(2)
    /// The number of turns that a probe waits for, because code may change its executor a few times before it makes a
    /// request.
    private static let turnCount = 3

    /// Waits until code that is ready to run has had a thread a few times, or the time limit has passed.
    static func run() async {
        let deadline = ContinuousClock.now + timeLimit
        for _ in 0..<turnCount where ContinuousClock.now < deadline {
            await takeTurn(before: deadline)
        }
    }

    /// Waits until a job in the pool, with the priority of the current task, and one on the main actor have run.
    private static func takeTurn(before deadline: ContinuousClock.Instant) async {
        let (turns, turn) = AsyncStream.makeStream(of: Void.self)
        Task { turn.yield() }
        Task { @MainActor in turn.yield() }
        let timer = Task {
            try await Task.sleep(until: deadline, clock: .continuous)
            turn.finish()
        }
        var missing = 2
        for await _ in turns {
            missing -= 1
            if missing == 0 { break }
        }
        timer.cancel()
    }
}
