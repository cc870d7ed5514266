/// Values of the user that a request has used, such as handlers.
///
/// Created and owned by an ``Exchange``, whose other references to the values are gone when the request is over. The
/// values are released on a thread of their own, because the deinitializer of an object that a handler captures may use
/// a `URLSession`, which a work queue must not do (FoundationOnLinux.md, "Blocking the work queue").
final class UserValues: @unchecked Sendable {
    // Sendable although its state is mutable, because the exchange touches it on its transport's queue only, until it
    // passes it to the releasing thread.
    private var values: [any Sendable] = []

    func keep(_ value: some Sendable) {
        values.append(value)
    }

    /// Releases the values asynchronously; nothing may be kept afterwards.
    func release() {
        BackgroundThread.run { self.values = [] }
    }
}
