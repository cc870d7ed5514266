import Foundation
import HTTPMock

/// The work that one run of a check may cost, all schemas and patterns together.
struct CheckBudget {
    /// The most steps: schemas applied, and members and elements looked at.
    static let stepLimit = 10_000_000
    /// The most seconds of the processor's time; a large value may get more.
    ///
    /// The time of a clock would let a busy machine change a verdict.
    static let timeLimit = 1.0

    private var steps = 0
    /// The number of steps at which the clock is read next.
    private var nextLookAtTheClock = CheckBudget.stepsBetweenLooks
    private static let stepsBetweenLooks = 1_000
    private let seconds: Double
    /// The time that ends the check; nil until the clock is read.
    ///
    /// The first reading is put off, because reading the clock costs as much as 50 steps.
    private var end: Double?

    /// Creates the budget of a check that runs on this thread.
    ///
    /// - Parameter seconds: The processor's time that the check may need.
    init(seconds: Double = CheckBudget.timeLimit) {
        self.seconds = seconds
    }

    /// The seconds that are left.
    var remainingTime: Double { end.map { $0 - Self.processorTime } ?? seconds }

    /// Sets the end of the check, unless the end has been set before.
    mutating func startClock() {
        if end == nil { end = Self.processorTime + seconds }
    }

    /// Counts steps, and returns whether the check may go on.
    ///
    /// The limits are looked at once in about 1,000 steps.
    mutating func spend(_ count: Int) -> Bool {
        steps &+= count
        guard steps >= nextLookAtTheClock else { return true }
        startClock()
        nextLookAtTheClock = steps + Self.stepsBetweenLooks
        return steps <= Self.stepLimit && remainingTime > 0
    }

    /// The seconds that this thread has run.
    static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
