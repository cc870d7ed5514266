extension HTTPMock {
    /// Changes the responses of some requests; the registered response stays in its queue.
    ///
    /// - Parameter injector: Called for each matched request, on the transport's queue; nil changes nothing.
    package func injectFaults(_ injector: FaultInjector?) {
        engine.store.faultInjector = injector
    }

    /// The errors that handlers threw, without cancellations and without repetitions.
    package var handlerFailures: [HandlerFailure] { engine.handlerFailures.withLock { $0 } }
}
