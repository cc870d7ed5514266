#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// A session's private table of the behaviours of its tasks.
    ///
    /// Created by ``FieldLookup``, owned by the ``FoundationLayout``, and used on the work queue.
    struct BehaviourField: Sendable {
        private let offset: Int
        // Safe, because a type is constant.
        nonisolated(unsafe) private let table: any BehaviourTable.Type

        /// Creates the field; returns nil if the table is not of the expected type.
        init?(offset: Int, type: any Any.Type) {
            guard let table = type as? any BehaviourTable.Type, table.hasExpectedSize else { return nil }
            self.offset = offset
            self.table = table
        }

        /// Returns the behaviour of a task; nil if the task is not in the registry.
        func behaviour(of task: Int, in registry: AnyObject) -> Any? {
            table.behaviour(of: task, at: address(in: registry))
        }

        /// Returns whether an awaited task has no delegate of its own, without reflection.
        func isUnwatched(_ task: Int, in registry: AnyObject) -> Bool {
            table.isUnwatched(task, at: address(in: registry))
        }

        private func address(in registry: AnyObject) -> UnsafeRawPointer {
            UnsafeRawPointer(Unmanaged.passUnretained(registry).toOpaque()) + offset
        }
    }

    /// A dictionary of behaviours, whose type can't be named in this module.
    private protocol BehaviourTable {
        /// Whether a behaviour is as large as an awaited task's: a function and an optional delegate.
        static var hasExpectedSize: Bool { get }

        static func behaviour(of identifier: Int, at address: UnsafeRawPointer) -> Any?

        static func isUnwatched(_ identifier: Int, at address: UnsafeRawPointer) -> Bool
    }

    extension Dictionary: BehaviourTable where Key == Int {
        fileprivate typealias Function = @Sendable () -> Void

        fileprivate static var hasExpectedSize: Bool {
            let size = MemoryLayout<(Function, (any URLSessionTaskDelegate)?)>.size
            // The enum may need one more byte for its case.
            return MemoryLayout<Value>.size == size || MemoryLayout<Value>.size == size + 1
        }

        fileprivate static func behaviour(of identifier: Int, at address: UnsafeRawPointer) -> Any? {
            address.assumingMemoryBound(to: Self.self).pointee[identifier]
        }

        fileprivate static func isUnwatched(_ identifier: Int, at address: UnsafeRawPointer) -> Bool {
            guard let value = address.assumingMemoryBound(to: Self.self).pointee[identifier] else { return false }
            return withUnsafeBytes(of: value) {
                $0.load(fromByteOffset: MemoryLayout<Function>.size, as: UInt.self) == 0
            }
        }
    }
#endif
