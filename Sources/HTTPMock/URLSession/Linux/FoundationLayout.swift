#if canImport(FoundationNetworking)
    import Dispatch
    import Foundation
    import FoundationNetworking
    @_spi(Reflection) import Swift

    /// The private properties of FoundationNetworking that a correct mock needs, looked up once.
    ///
    /// Each property is checked by name and type, and each enumeration by its cases and their payloads. A layout with
    /// anything missing makes every request fail with one error; no code path has a quieter fallback. The article
    /// <doc:FoundationOnLinux> explains why each property is needed. Created once per process; may be used on any
    /// thread.
    struct FoundationLayout: Sendable {
        // URLSessionTask
        let workQueue: StoredField<DispatchQueue>
        let session: StoredField<AnyObject?>
        let completesInline: StoredField<Bool>
        let protocolLock: StoredField<NSLock>
        let suspendCount: StoredField<Int>
        let knownBody: StoredField<UploadBody?>
        let propertyQueue: StoredField<DispatchQueue>
        let currentRequest: StoredField<URLRequest?>
        let error: StoredField<(any Error)?>
        let receivedCount: StoredField<Int64>
        let sentCount: StoredField<Int64>
        let expectedReceivedCount: StoredField<Int64>
        let expectedSentCount: StoredField<Int64>
        // URLSession
        let sessionWorkQueue: StoredField<DispatchQueue>
        let taskRegistry: StoredField<AnyObject>
        let behaviours: StoredField<[Int: TaskBehaviour]>
        let tasks: StoredField<[Int: URLSessionTask]>
        // URLProtocol
        let properties: PropertiesField

        /// The layout of the Foundation that this process runs with.
        static let current = resolve()

        /// The property that decides where an awaited task ends, which may be there although others are missing.
        static let completesInlineField: StoredField<Bool>? = {
            var lookup = FieldLookup()
            let field: StoredField<Bool> = lookup.find("_callCompletionHandlerInline", of: URLSessionTask.self)
            return lookup.missing.isEmpty ? field : nil
        }()

        /// Looks up every property.
        ///
        /// - Parameter hidden: The name of a property or a case that is treated as missing, for tests.
        /// - Returns: The layout; an ``HTTPMockError`` that names what is missing.
        static func resolve(hiding hidden: String? = nil) -> Result<FoundationLayout, HTTPMockError> {
            var lookup = FieldLookup(hidden: hidden)
            let layout = FoundationLayout(&lookup)
            return lookup.missing.isEmpty ? .success(layout) : .failure(.incompleteLayout(missing: lookup.missing))
        }

        private init(_ lookup: inout FieldLookup) {
            let (task, session) = (URLSessionTask.self, URLSession.self)
            workQueue = lookup.find("workQueue", of: task)
            self.session = lookup.find(
                "session", of: task, spelled: "Swift.Optional<FoundationNetworking.URLSessionProtocol>")
            completesInline = lookup.find("_callCompletionHandlerInline", of: task)
            protocolLock = lookup.find("_protocolLock", of: task)
            suspendCount = lookup.find("suspendCount", of: task)
            knownBody = lookup.findEnum("knownBody", of: task)
            propertyQueue = lookup.find("syncQ", of: task)
            currentRequest = lookup.find("_currentRequest", of: task)
            error = lookup.find("error", of: task)
            receivedCount = lookup.find("_countOfBytesReceived", of: task)
            sentCount = lookup.find("_countOfBytesSent", of: task)
            expectedReceivedCount = lookup.find("countOfBytesExpectedToReceive", of: task)
            expectedSentCount = lookup.find("countOfBytesExpectedToSend", of: task)
            sessionWorkQueue = lookup.find("workQueue", of: session)
            taskRegistry = lookup.find(
                "taskRegistry", of: session, spelled: "FoundationNetworking.URLSession._TaskRegistry")
            let registry: AnyClass? = lookup.type(of: "taskRegistry", in: session) as? AnyClass
            behaviours = lookup.findEnum("behaviours", of: registry)
            tasks = lookup.find("tasks", of: registry)
            properties = lookup.findProperties("properties", of: URLProtocol.self)
        }
    }

    extension HTTPMockError {
        fileprivate static func incompleteLayout(missing: [String]) -> HTTPMockError {
            HTTPMockError(
                "HTTPMock: this FoundationNetworking (\(swiftVersion)) lacks \(missing.joined(separator: ", ")), which "
                    + "HTTPMock needs to answer a request as URLSession does, so the request was not answered. To fix "
                    + "this, use a Swift release that HTTPMock's documentation lists, and report this message.",
                cause: .unsupportedFoundation)
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

    // MARK: Enumerations

    /// The body of an upload task: a copy of `URLSessionTask._Body`.
    ///
    /// ``FieldLookup`` compares the cases, so a value of Foundation's type can be read as a value of this one.
    enum UploadBody {
        case data(DispatchData)
        case file(URL)
        case stream(InputStream)
        case none
    }

    /// The receiver of a task's response: a copy of `URLSession._TaskRegistry._Behaviour`.
    ///
    /// ``FieldLookup`` compares the cases, so a value of Foundation's type can be read as a value of this one.
    enum TaskBehaviour {
        typealias DataHandler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void
        typealias DownloadHandler = @Sendable (URL?, URLResponse?, (any Error)?) -> Void

        case dataCompletionHandler(DataHandler)
        case dataCompletionHandlerWithTaskDelegate(DataHandler, (any URLSessionTaskDelegate)?)
        case downloadCompletionHandler(DownloadHandler)
        case downloadCompletionHandlerWithTaskDelegate(DownloadHandler, (any URLSessionTaskDelegate)?)
        /// The session's delegate receives the response, if there is a delegate.
        case callDelegate

        /// The task's own delegate, which receives events before a completion handler or an async method ends.
        var delegate: (any URLSessionTaskDelegate)? {
            switch self {
            case .dataCompletionHandlerWithTaskDelegate(_, let delegate): delegate
            case .downloadCompletionHandlerWithTaskDelegate(_, let delegate): delegate
            case .dataCompletionHandler, .downloadCompletionHandler, .callDelegate: nil
            }
        }
    }

    /// An enumeration's case as the compiler describes it, which decides how a value is stored.
    struct EnumCase: Hashable, CustomStringConvertible {
        let name: String
        /// The type of the payload; nil without a payload.
        let payload: String?
        let isIndirect: Bool

        var description: String { name }

        /// Returns the cases of an enumeration in the order of their tags; none for any other type.
        ///
        /// - SeeAlso: [Swift ABI: type
        ///   metadata](https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst)
        static func all(of type: any Any.Type) -> [EnumCase] {
            let metadata = unsafeBitCast(type, to: UnsafePointer<Int>.self)
            // The kind of an enumeration, and then the address of its descriptor.
            guard metadata[0] == 0x201, let descriptor = UnsafeRawPointer(bitPattern: metadata[1]) else { return [] }
            let fields = target(of: descriptor + 16)
            return (0..<Int(fields.load(fromByteOffset: 12, as: UInt32.self))).map { index in
                let record = fields + 16 + 12 * index
                let isPayload = record.load(fromByteOffset: 4, as: Int32.self) != 0
                return EnumCase(
                    name: String(cString: target(of: record + 8).assumingMemoryBound(to: CChar.self)),
                    payload: isPayload ? typeName(at: target(of: record + 4)) : nil,
                    isIndirect: record.load(as: UInt32.self) & 1 != 0)
            }
        }

        /// Returns the address that a relative pointer refers to.
        private static func target(of pointer: UnsafeRawPointer) -> UnsafeRawPointer {
            pointer + Int(pointer.load(as: Int32.self))
        }

        /// Returns the full name of the type that a mangled name refers to.
        ///
        /// Without `@Sendable`, which does not change how a function is stored.
        private static func typeName(at address: UnsafeRawPointer) -> String {
            let name = address.assumingMemoryBound(to: UInt8.self)
            var length = 0
            while name[length] != 0 {
                // References to other types, of four or eight bytes, may have zeros.
                switch name[length] {
                case 0x01...0x17: length += 5
                case 0x18...0x1F: length += 9
                default: length += 1
                }
            }
            let type = _getTypeByMangledNameInContext(
                name, UInt(length), genericContext: nil, genericArguments: nil)
            return type.map { String(reflecting: $0).replacing("@Sendable ", with: "") } ?? "?"
        }
    }

    /// A type with one enumeration in it: an optional, or a table by task.
    protocol EnumContainer {
        static var content: any Any.Type { get }
    }

    extension Optional: EnumContainer {
        static var content: any Any.Type { Wrapped.self }
    }

    extension Dictionary: EnumContainer where Key == Int {
        static var content: any Any.Type { Value.self }
    }

    // MARK: Looking up

    /// Finds private properties by name and type, and collects the names of missing ones.
    ///
    /// Created by ``FoundationLayout`` once per process.
    struct FieldLookup {
        /// The name of a property or a case that is treated as missing, as `Class.name`.
        var hidden: String?
        /// The missing properties and cases, each as `Class.name`.
        private(set) var missing: [String] = []

        /// Finds a property of a type that can be named here.
        ///
        /// - Parameters:
        ///   - name: The name of the property.
        ///   - owner: Its class.
        ///   - spelling: The full name of the type if it can't be named: a class or a class-bound protocol, optional or
        ///     not. The first word of such a property is the reference.
        mutating func find<Value>(
            _ name: String, of owner: AnyClass?, spelled spelling: String? = nil
        ) -> StoredField<Value> {
            let found = field(name, of: owner)
            let isExpected = found.map { found in
                spelling.map { String(reflecting: found.type) == $0 } ?? (found.type == Value.self)
            }
            if isExpected != true { missing.append(Self.fullName(name, of: owner)) }
            return StoredField(offset: found?.offset ?? 0)
        }

        /// Finds a property whose enumeration is repeated here, with the same cases.
        mutating func findEnum<Value: EnumContainer>(_ name: String, of owner: AnyClass?) -> StoredField<Value> {
            guard let found = field(name, of: owner), let content = (found.type as? any EnumContainer.Type)?.content,
                String(reflecting: found.type)
                    == String(reflecting: Value.self)
                    .replacing(String(reflecting: Value.content), with: String(reflecting: content))
            else {
                missing.append(Self.fullName(name, of: owner))
                return StoredField(offset: 0)
            }
            noteDifferences(of: content, from: Value.content)
            return StoredField(offset: found.offset)
        }

        /// Notes the cases that an enumeration of Foundation lacks, or that it has in addition.
        mutating func noteDifferences(of type: any Any.Type, from copy: any Any.Type) {
            let name = String(reflecting: type).replacing("FoundationNetworking.", with: "")
            let (known, found) = (
                EnumCase.all(of: copy), EnumCase.all(of: type).filter { "\(name).\($0)" != hidden }
            )
            guard known != found else { return }
            let absent = known.filter { !found.contains($0) }
            missing += absent.isEmpty ? ["\(name) with only the cases \(known)"] : absent.map { "\(name).\($0)" }
        }

        /// Finds the dictionary of a protocol's properties, which must have the key for the file of a download.
        mutating func findProperties(_ name: String, of owner: AnyClass) -> PropertiesField {
            let found = field(name, of: owner)
            let table = found?.type as? any PropertyTable.Type
            let key = PropertiesField.fileKey
            if table == nil {
                missing.append("\(owner).\(name)")
            } else if table?.hasKey(key) != true || hidden == "\(owner).\(name).\(key)" {
                missing.append("\(owner).\(name).\(key)")
            }
            return PropertiesField(offset: found?.offset ?? 0, table: table)
        }

        func type(of name: String, in owner: AnyClass) -> (any Any.Type)? { field(name, of: owner)?.type }

        /// The name in messages; only the class of the registry has to be found itself.
        private static func fullName(_ name: String, of owner: AnyClass?) -> String {
            "\(owner.map { "\($0)" } ?? "_TaskRegistry").\(name)"
        }

        private func field(_ wanted: String, of owner: AnyClass?) -> (offset: Int, type: any Any.Type)? {
            guard let owner, Self.fullName(wanted, of: owner) != hidden else { return nil }
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

    // MARK: Fields

    /// A private stored property, read and written as a type that can be named in this module.
    ///
    /// Created by ``FieldLookup``, which has checked name and type.
    struct StoredField<Value>: Sendable {
        let offset: Int

        func read(from object: AnyObject) -> Value { address(in: object).pointee }

        func write(_ value: Value, to object: AnyObject) { address(in: object).pointee = value }

        private func address(in object: AnyObject) -> UnsafeMutablePointer<Value> {
            (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: Value.self)
        }
    }

    /// The dictionary of a protocol's properties, whose keys can't be named in this module.
    struct PropertiesField: Sendable {
        /// The raw value of the key for the file of a download (FoundationOnLinux.md, "Downloads").
        static let fileKey = "temporaryFileURL"

        fileprivate let offset: Int
        /// The type of the dictionary; nil in an incomplete layout.
        // Safe, because a type is constant.
        nonisolated(unsafe) fileprivate let table: (any PropertyTable.Type)?

        /// Passes the file of a download to the loading system.
        func setDownloadedFile(_ file: URL, of urlProtocol: URLProtocol) {
            table?.insert(file, Self.fileKey, at: Unmanaged.passUnretained(urlProtocol).toOpaque() + offset)
        }
    }

    private protocol PropertyTable {
        static func hasKey(_ name: String) -> Bool

        /// Stores a value under the key with a raw value, in the dictionary at an address.
        static func insert(_ value: Any, _ name: String, at address: UnsafeMutableRawPointer)
    }

    extension Dictionary: PropertyTable where Key: RawRepresentable<String>, Value == Any {
        fileprivate static func hasKey(_ name: String) -> Bool { Key(rawValue: name) != nil }

        fileprivate static func insert(_ value: Any, _ name: String, at address: UnsafeMutableRawPointer) {
            guard let key = Key(rawValue: name) else { preconditionFailure("a property without a key was set") }
            address.assumingMemoryBound(to: Self.self).pointee[key] = value
        }
    }
#endif
