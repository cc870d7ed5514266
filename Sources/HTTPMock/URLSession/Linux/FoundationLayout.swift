#if canImport(FoundationNetworking)
    import Dispatch
    import Foundation
    import FoundationNetworking

    /// The private properties of FoundationNetworking that a correct mock needs, looked up once.
    ///
    /// Each property is checked by name and type. A layout with anything missing makes every request fail with one
    /// error; no code path has a quieter fallback. The article <doc:FoundationOnLinux> explains why each property is
    /// needed. Created once per process; may be used on any thread.
    struct FoundationLayout: Sendable {
        // URLSessionTask
        let workQueue: StoredField<DispatchQueue>
        let session: ReferenceField
        let completesInline: StoredField<Bool>
        let protocolLock: StoredField<NSLock>
        let suspendCount: StoredField<Int>
        let knownBody: OpaqueField
        let propertyQueue: StoredField<DispatchQueue>
        let currentRequest: StoredField<URLRequest?>
        let error: StoredField<(any Error)?>
        let receivedCount: StoredField<Int64>
        let sentCount: StoredField<Int64>
        let expectedReceivedCount: StoredField<Int64>
        let expectedSentCount: StoredField<Int64>
        // URLSession
        let sessionWorkQueue: StoredField<DispatchQueue>
        let taskRegistry: ReferenceField
        let behaviours: BehaviourField
        // URLProtocol
        let properties: OpaqueField

        /// The layout of the Foundation that this process runs with.
        static let current = resolve()

        /// The property that decides where an awaited task ends, which may be there although others are missing.
        static let completesInlineField: StoredField<Bool>? = {
            var lookup = FieldLookup(hidden: nil)
            return lookup.find("_callCompletionHandlerInline", of: URLSessionTask.self)
        }()

        /// Looks up every property.
        ///
        /// - Parameter hidden: The name of a property that is treated as missing, for tests.
        /// - Returns: The layout; an ``HTTPMockError`` that names the missing properties.
        static func resolve(hiding hidden: String? = nil) -> Result<FoundationLayout, HTTPMockError> {
            var lookup = FieldLookup(hidden: hidden)
            let (task, session) = (URLSessionTask.self, URLSession.self)
            let workQueue: StoredField<DispatchQueue>? = lookup.find("workQueue", of: task)
            let owner = lookup.findReference(
                "session", of: task, type: "Swift.Optional<FoundationNetworking.URLSessionProtocol>")
            let completesInline: StoredField<Bool>? = lookup.find("_callCompletionHandlerInline", of: task)
            let protocolLock: StoredField<NSLock>? = lookup.find("_protocolLock", of: task)
            let suspendCount: StoredField<Int>? = lookup.find("suspendCount", of: task)
            let knownBody = lookup.findOpaque(
                "knownBody", of: task, type: "Swift.Optional<FoundationNetworking.URLSessionTask._Body>")
            let propertyQueue: StoredField<DispatchQueue>? = lookup.find("syncQ", of: task)
            let currentRequest: StoredField<URLRequest?>? = lookup.find("_currentRequest", of: task)
            let error: StoredField<(any Error)?>? = lookup.find("error", of: task)
            let receivedCount: StoredField<Int64>? = lookup.find("_countOfBytesReceived", of: task)
            let sentCount: StoredField<Int64>? = lookup.find("_countOfBytesSent", of: task)
            let expectedReceivedCount: StoredField<Int64>? = lookup.find("countOfBytesExpectedToReceive", of: task)
            let expectedSentCount: StoredField<Int64>? = lookup.find("countOfBytesExpectedToSend", of: task)
            let sessionWorkQueue: StoredField<DispatchQueue>? = lookup.find("workQueue", of: session)
            let taskRegistry = lookup.findReference(
                "taskRegistry", of: session, type: "FoundationNetworking.URLSession._TaskRegistry")
            let behaviours = lookup.findBehaviours(in: "taskRegistry", of: session)
            let properties = lookup.findOpaque("properties", of: URLProtocol.self, type: nil)
            guard lookup.missing.isEmpty, let workQueue, let owner, let completesInline, let protocolLock,
                let suspendCount, let knownBody, let propertyQueue, let currentRequest, let error, let receivedCount,
                let sentCount, let expectedReceivedCount, let expectedSentCount, let sessionWorkQueue,
                let taskRegistry, let behaviours, let properties
            else { return .failure(.incompleteLayout(missing: lookup.missing)) }
            return .success(
                FoundationLayout(
                    workQueue: workQueue, session: owner, completesInline: completesInline,
                    protocolLock: protocolLock, suspendCount: suspendCount, knownBody: knownBody,
                    propertyQueue: propertyQueue, currentRequest: currentRequest, error: error,
                    receivedCount: receivedCount, sentCount: sentCount,
                    expectedReceivedCount: expectedReceivedCount, expectedSentCount: expectedSentCount,
                    sessionWorkQueue: sessionWorkQueue, taskRegistry: taskRegistry, behaviours: behaviours,
                    properties: properties))
        }
    }

    extension HTTPMockError {
        fileprivate static func incompleteLayout(missing: [String]) -> HTTPMockError {
            HTTPMockError(
                "HTTPMock: this FoundationNetworking (\(swiftVersion)) lacks \(missing.joined(separator: ", ")), which "
                    + "HTTPMock needs to answer a request as URLSession does, so the request was not answered. To fix "
                    + "this, use a Swift release that HTTPMock's documentation lists, and report this message.")
        }

        private static var swiftVersion: String {
            #if compiler(>=6.4)
                "compiled with Swift 6.4 or later"
            #elseif compiler(>=6.3)
                "compiled with Swift 6.3"
            #elseif compiler(>=6.2)
                "compiled with Swift 6.2"
            #else
                "compiled with Swift 6.1 or earlier"
            #endif
        }
    }
#endif

#if canImport(FoundationNetworking)
    @_spi(Reflection) import Swift

    /// Finds private properties by name and type, and collects the names of missing ones.
    ///
    /// Created by ``FoundationLayout`` once per process.
    struct FieldLookup {
        /// The name of a property that is treated as missing, as `Class.name`.
        let hidden: String?
        /// The missing properties, each as `Class.name`.
        private(set) var missing: [String] = []

        init(hidden: String?) {
            self.hidden = hidden
        }

        mutating func find<Value>(_ name: String, of owner: AnyClass) -> StoredField<Value>? {
            guard let (offset, type) = field(name, of: owner), type == Value.self else { return note(name, owner) }
            return StoredField(offset: offset)
        }

        /// Finds a property that refers to an object.
        ///
        /// - Parameter spelling: The full name of the type: a class or a class-bound protocol, optional or not. The
        ///   first word of such a property is the reference.
        mutating func findReference(_ name: String, of owner: AnyClass, type spelling: String) -> ReferenceField? {
            guard let (offset, type) = field(name, of: owner), String(reflecting: type) == spelling
            else { return note(name, owner) }
            return ReferenceField(offset: offset)
        }

        /// Finds a property of a type that can't be named in this module.
        ///
        /// - Parameter spelling: The full name of the type; nil for any type.
        mutating func findOpaque(_ name: String, of owner: AnyClass, type spelling: String?) -> OpaqueField? {
            guard let (offset, type) = field(name, of: owner), spelling.map({ String(reflecting: type) == $0 }) ?? true
            else { return note(name, owner) }
            return OpaqueField(offset: offset, type: type)
        }

        /// Finds the table of behaviours, in the class of a session's registry.
        mutating func findBehaviours(in registry: String, of owner: AnyClass) -> BehaviourField? {
            guard let registryClass = field(registry, of: owner)?.type as? AnyClass,
                let (offset, type) = field("behaviours", of: registryClass),
                let behaviours = BehaviourField(offset: offset, type: type)
            else { return note("taskRegistry.behaviours", owner) }
            return behaviours
        }

        private mutating func note<Field>(_ name: String, _ owner: AnyClass) -> Field? {
            missing.append("\(owner).\(name)")
            return nil
        }

        private func field(_ wanted: String, of owner: AnyClass) -> (offset: Int, type: any Any.Type)? {
            guard "\(owner).\(wanted)" != hidden else { return nil }
            var found: (Int, any Any.Type)?
            // `.classType`, by its raw value because the compiler treats the constant as a mutable global.
            let options = _EachFieldOptions(rawValue: 1)
            _ = _forEachField(of: owner, options: options) { name, offset, type, _ in
                guard String(cString: name) == wanted else { return true }
                found = (offset, type)
                return false
            }
            return found
        }
    }
#endif

#if canImport(FoundationNetworking)
    /// A private stored property of a type that can be named in this module.
    ///
    /// Created by ``FieldLookup``, which has checked name and type.
    struct StoredField<Value>: Sendable {
        let offset: Int

        func read(from object: AnyObject) -> Value {
            address(in: object).assumingMemoryBound(to: Value.self).pointee
        }

        func write(_ value: Value, to object: AnyObject) {
            address(in: object).assumingMemoryBound(to: Value.self).pointee = value
        }

        private func address(in object: AnyObject) -> UnsafeMutableRawPointer {
            Unmanaged.passUnretained(object).toOpaque() + offset
        }
    }

    /// A private stored property that refers to an object of an unnameable type.
    struct ReferenceField: Sendable {
        let offset: Int

        func read(from object: AnyObject) -> AnyObject? {
            let address = Unmanaged.passUnretained(object).toOpaque() + offset
            return address.assumingMemoryBound(to: Unmanaged<AnyObject>?.self).pointee?.takeUnretainedValue()
        }
    }
#endif

#if canImport(FoundationNetworking)
    /// A private stored property of a type that can't be named in this module.
    ///
    /// Created by ``FieldLookup`` and owned by the ``FoundationLayout``.
    struct OpaqueField: Sendable {
        let offset: Int
        let type: any Any.Type

        /// Returns the value in an object, for a cast to the expected type.
        func read(from object: AnyObject) -> Any {
            func load<Value>(_ type: Value.Type) -> Any {
                (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: type).pointee
            }
            return _openExistential(type, do: load)
        }

        /// Changes the value in an object, if the type conforms to ``ChangeableField``.
        ///
        /// - Returns: Whether the type conforms and the change was made.
        func change(in object: AnyObject, _ change: (inout any ChangeableField) -> Bool) -> Bool {
            func apply<Value>(_ type: Value.Type) -> Bool {
                let address = (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: type)
                guard var value = address.pointee as? any ChangeableField, change(&value), let changed = value as? Value
                else { return false }
                address.pointee = changed
                return true
            }
            return _openExistential(type, do: apply)
        }
    }

    /// A type whose values can be changed without naming the type.
    protocol ChangeableField {
        /// Stores a value under a key's raw value; returns false for an unknown key.
        mutating func insert(_ value: Any, forKeyNamed name: String) -> Bool
    }

    extension Dictionary: ChangeableField where Key: RawRepresentable<String>, Value == Any {
        mutating func insert(_ value: Any, forKeyNamed name: String) -> Bool {
            guard let key = Key(rawValue: name) else { return false }
            self[key] = value
            return true
        }
    }
#endif

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
