#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// A session's private table of what each task does with what it loads.
    struct BehaviourField: Sendable {
        private let offset: Int
        // A type is constant.
        nonisolated(unsafe) private let table: any BehaviourTable.Type

        /// - Returns: nil if the table is not of the expected type.
        init?(offset: Int, type: any Any.Type) {
            guard let table = type as? any BehaviourTable.Type, table.hasExpectedSize else { return nil }
            self.offset = offset
            self.table = table
        }

        /// Returns the behaviour of a task; nil for a task that the registry does not have.
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

    /// The table of a session's behaviours, whose values can't be named here.
    private protocol BehaviourTable {
        /// Whether a behaviour is as large as the one of an awaited task: a function, then a delegate or none.
        static var hasExpectedSize: Bool { get }

        static func behaviour(of identifier: Int, at address: UnsafeRawPointer) -> Any?

        static func isUnwatched(_ identifier: Int, at address: UnsafeRawPointer) -> Bool
    }

    extension Dictionary: BehaviourTable where Key == Int {
        fileprivate typealias Function = @Sendable () -> Void

        fileprivate static var hasExpectedSize: Bool {
            let size = MemoryLayout<(Function, (any URLSessionTaskDelegate)?)>.size
            // Perhaps with a byte that tells one behaviour from another.
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
