/// Lets other tasks run, then spends some time, so that each round of a race has another order of events.
///
/// - Parameters:
///   - steps: The time to spend; none for zero, which lets no other task run either.
///   - step: The time of a step, by default a small part of a mocked request.
public func jitter(_ steps: Int, of step: Duration = .microseconds(20)) async {
    guard steps > 0 else { return }
    // Not once a step, because each time waits for all tasks of the process that are ready.
    await Task.yield()
    let end = ContinuousClock.now + step * steps
    while ContinuousClock.now < end {}
}
