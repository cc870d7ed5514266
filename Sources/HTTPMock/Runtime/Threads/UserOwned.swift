import Dispatch

/// Owns a value of the user, such as a handler or a clock, and releases it where its deinitializer may do anything.
///
/// The deinitializer of what a handler captures may use a `URLSession`, which a work queue must not do
/// (FoundationOnLinux.md, "Blocking the work queue"). So the engine stores such a value in this object. Any thread may
/// drop the last reference to the object, and then one of the ``WorkerThreads`` releases the value. The engine reads
/// `value` only while it retains this object.
package final class UserOwned<Value: Sendable>: Sendable {
    private let storage: Storage

    private final class Storage: @unchecked Sendable {
        // Sendable although `value` is mutable, because it is only changed after the owner is gone, by one thread.
        var value: Value?

        init(_ value: Value) {
            self.value = value
        }
    }

    package init(_ value: Value) {
        storage = Storage(value)
    }

    package var value: Value {
        guard let value = storage.value else { preconditionFailure("a released value was read") }
        return value
    }

    deinit {
        let storage = storage
        // The value is removed there, so it does not matter which thread releases the storage.
        WorkerThreads.releases.run { storage.value = nil }
    }
}
