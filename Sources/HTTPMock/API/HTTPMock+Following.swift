extension HTTPMock {
    /// The requests that end from now on, each when it has ended, in that order.
    ///
    /// ```swift
    /// for await record in mock.requestUpdates { print(record) }
    /// ```
    ///
    /// Each access returns a stream of its own. The stream ends when the instance is released.
    public var requestUpdates: AsyncStream<RecordedRequest> { engine.store.makeUpdates() }

    /// Returns when no request is in flight.
    ///
    /// Returns at once if none is, and also if the task is cancelled. A request that the code under test makes later is
    /// not waited for.
    public func waitUntilIdle() async {
        _ = await engine.store.wait(for: .idle)
    }
}
