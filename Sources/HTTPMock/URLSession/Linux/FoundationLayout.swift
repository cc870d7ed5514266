#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    @_spi(Reflection) import Swift

    /// The private properties of FoundationNetworking that a correct mock needs, looked up once.
    ///
    /// Each property is checked by name and type, and each enumeration by its cases and their payloads. A layout with
    /// anything missing makes every request fail with one error; no request has a quieter fallback. The article
    /// <doc:FoundationOnLinux> explains why each property is needed. Every front end uses ``current``, which is created
    /// once per process, on any thread.
    final class FoundationLayout: Sendable {
        // URLSessionTask
        let workQueue = StoredField<DispatchQueue>("workQueue", of: URLSessionTask.self)
        let session = StoredField<AnyObject?>(
            "session", of: URLSessionTask.self, spelled: "Swift.Optional<FoundationNetworking.URLSessionProtocol>")
        let completesInline = FoundationLayout.completesInlineField
        let protocolLock = StoredField<NSLock>("_protocolLock", of: URLSessionTask.self)
        let suspendCount = StoredField<Int>("suspendCount", of: URLSessionTask.self)
        let knownBody = StoredField<UploadBody?>(
            "knownBody", of: URLSessionTask.self, spelled: "Swift.Optional<FoundationNetworking.URLSessionTask._Body>")
        let propertyQueue = StoredField<DispatchQueue>("syncQ", of: URLSessionTask.self)
        let currentRequest = StoredField<URLRequest?>("_currentRequest", of: URLSessionTask.self)
        let error = StoredField<(any Error)?>("error", of: URLSessionTask.self)
        let receivedCount = StoredField<Int64>("_countOfBytesReceived", of: URLSessionTask.self)
        let sentCount = StoredField<Int64>("_countOfBytesSent", of: URLSessionTask.self)
        let expectedReceivedCount = StoredField<Int64>("countOfBytesExpectedToReceive", of: URLSessionTask.self)
        let expectedSentCount = StoredField<Int64>("countOfBytesExpectedToSend", of: URLSessionTask.self)
        // URLSession
        let sessionWorkQueue = StoredField<DispatchQueue>("workQueue", of: URLSession.self)
        let taskRegistry = StoredField<AnyObject>(
            "taskRegistry", of: URLSession.self, spelled: "FoundationNetworking.URLSession._TaskRegistry")
        let behaviours = StoredField<[Int: TaskBehaviour]>(
            "behaviours", of: registryClass,
            spelled: "Swift.Dictionary<Swift.Int, FoundationNetworking.URLSession._TaskRegistry._Behaviour>")
        let tasks = StoredField<[Int: URLSessionTask]>("tasks", of: registryClass)
        // URLProtocol
        let properties = PropertiesField()

        // By its mangled name, because the class is private.
        private static let registryClass: AnyClass? =
            _typeByName("20FoundationNetworking10URLSessionC13_TaskRegistryC") as? AnyClass

        static let current = resolve()

        /// The property that decides where an awaited task ends, which may be there although others are missing.
        static let completesInlineField = StoredField<Bool>("_callCompletionHandlerInline", of: URLSessionTask.self)

        /// Looks up every property; tests hide the name of a property or a case.
        static func resolve(hiding hidden: String? = nil) -> Result<FoundationLayout, HTTPMockError> {
            let layout = FoundationLayout()
            let fields = Mirror(reflecting: layout).children.compactMap { $0.value as? any PrivateField }
            let body = _typeByName("20FoundationNetworking14URLSessionTaskC5_BodyO")
            let behaviour = _typeByName("20FoundationNetworking10URLSessionC13_TaskRegistryC10_BehaviourO")
            var needs = fields.flatMap(\.needs)
            needs += EnumCase.needs(of: UploadBody.self, in: body)
            needs += EnumCase.needs(of: TaskBehaviour.self, in: behaviour)
            let missing = needs.filter { !$0.isMet || $0.name == hidden }.map(\.name)
            guard !missing.isEmpty else { return .success(layout) }
            return .failure(
                HTTPMockError(
                    "HTTPMock: this FoundationNetworking (\(swiftVersion)) lacks \(missing.joined(separator: ", ")), "
                        + "which HTTPMock needs to answer a request as URLSession does, so the request was not "
                        + "answered. HTTPMock is tested with the Foundation of \(testedVersions). To fix this, use one of "
                        + "these releases, and report this message.", cause: .unsupportedFoundation))
        }

        /// The versions of Foundation with which the whole suite has passed, by `.ci/foundation`.
        static let testedVersions = "Swift 6.2.4, 6.3.1, 6.3.3, 6.4 and main of August 2026"

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

    /// A property, a case or a key of Foundation that the layout needs.
    struct FoundationNeed {
        /// The name, as in `Class.name`.
        let name: String
        let isMet: Bool
    }

    // MARK: Enumerations

    /// The body of an upload task: a copy of `URLSessionTask._Body`, as which Foundation's value is read.
    enum UploadBody {
        case data(DispatchData)
        case file(URL)
        case stream(InputStream)
        case none
    }

    /// The receiver of a response: a copy of `_TaskRegistry._Behaviour`, as which Foundation's value is read.
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
        let payload: String?
        let isIndirect: Bool

        var description: String { name }

        /// Returns the needs of a copied enumeration: each of its cases in Foundation's type, and no others.
        ///
        /// - Parameter type: Foundation's type; nil if it is missing.
        static func needs(of copy: any Any.Type, in type: (any Any.Type)?) -> [FoundationNeed] {
            let name = String(reflecting: type ?? copy).replacing("FoundationNetworking.", with: "")
            let (known, found) = (all(of: copy), type.map(all) ?? [])
            return known.map { FoundationNeed(name: "\(name).\($0)", isMet: found.contains($0)) }
                + [FoundationNeed(name: "\(name) with only the cases \(known)", isMet: found == known)]
        }

        /// Returns the cases of an enumeration in the order of their tags; none for any other type.
        ///
        /// - SeeAlso: [Swift ABI: type
        ///   metadata](https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst)
        static func all(of type: any Any.Type) -> [EnumCase] {
            let metadata = unsafeBitCast(type, to: UnsafePointer<Int>.self)
            // The kind of an enumeration, and then the address of its descriptor.
            guard metadata[0] == 0x201, let descriptor = UnsafeRawPointer(bitPattern: metadata[1]) else { return [] }
            // The fields have a head of 16 bytes that ends with their number. Then each has 12 bytes: flags, of which
            // the first means indirect, and the relative addresses of the payload's type and of the name.
            let fields = target(of: descriptor + 16)
            return (0..<Int(fields.load(fromByteOffset: 12, as: UInt32.self))).map { index in
                let record = fields + 16 + 12 * index
                let hasPayload = record.load(fromByteOffset: 4, as: Int32.self) != 0
                return EnumCase(
                    name: String(cString: target(of: record + 8).assumingMemoryBound(to: CChar.self)),
                    payload: hasPayload ? typeName(at: target(of: record + 4)) : nil,
                    isIndirect: record.load(as: UInt32.self) & 1 != 0)
            }
        }

        /// Returns the address that a relative pointer of four bytes leads to.
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
            let type = _getTypeByMangledNameInContext(name, UInt(length), genericContext: nil, genericArguments: nil)
            return type.map { String(reflecting: $0).replacing("@Sendable ", with: "") } ?? "?"
        }
    }

    // MARK: Fields

    /// A private property, which its initializer looks up by name and type.
    protocol PrivateField: Sendable { var needs: [FoundationNeed] { get } }

    extension PrivateField {
        fileprivate static func find(_ wanted: String, of owner: AnyClass) -> (offset: Int, type: any Any.Type)? {
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

    /// A private stored property, read and written as a type that can be named in this module.
    struct StoredField<Value>: PrivateField {
        private let name: String
        private let offset: Int
        let isFound: Bool

        /// Looks up a property of a class.
        ///
        /// - Parameters:
        ///   - name: The name of the property.
        ///   - owner: The class; nil if Foundation lacks the class of the registry.
        ///   - spelling: The full name of the property's type if `Value` is another type that is stored alike. `Value`
        ///     then has a copied enumeration, or `AnyObject` for the reference to a class or a class-bound protocol.
        init(_ name: String, of owner: AnyClass?, spelled spelling: String? = nil) {
            let found = owner.flatMap { Self.find(name, of: $0) }
            self.name = "\(owner.map { "\($0)" } ?? "_TaskRegistry").\(name)"
            offset = found?.offset ?? 0
            let expectedType = spelling ?? String(reflecting: Value.self)
            isFound = found.map { String(reflecting: $0.type) } == expectedType
        }

        var needs: [FoundationNeed] { [FoundationNeed(name: name, isMet: isFound)] }

        func read(from object: AnyObject) -> Value {
            address(in: object).pointee
        }

        func write(_ value: Value, to object: AnyObject) {
            address(in: object).pointee = value
        }

        private func address(in object: AnyObject) -> UnsafeMutablePointer<Value> {
            (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: Value.self)
        }
    }

    /// The dictionary of a protocol's properties, whose keys can't be named in this module.
    struct PropertiesField: PrivateField {
        /// The raw value of the key for the file of a download (FoundationOnLinux.md, "Downloads").
        private static let fileKey = "temporaryFileURL"

        let needs: [FoundationNeed]
        private let offset: Int
        /// The type of the dictionary; nil in an incomplete layout.
        // Safe, because a type is constant.
        nonisolated(unsafe) private let table: (any PropertyTable.Type)?

        init() {
            let (name, found) = ("URLProtocol.properties", Self.find("properties", of: URLProtocol.self))
            offset = found?.offset ?? 0
            table = found?.type as? any PropertyTable.Type
            needs = [
                FoundationNeed(name: name, isMet: table != nil),
                FoundationNeed(name: "\(name).\(Self.fileKey)", isMet: table?.hasKey(Self.fileKey) == true),
            ]
        }

        func setDownloadedFile(_ file: URL, of urlProtocol: URLProtocol) {
            table?.insert(file, Self.fileKey, at: Unmanaged.passUnretained(urlProtocol).toOpaque() + offset)
        }
    }

    private protocol PropertyTable {
        static func hasKey(_ name: String) -> Bool

        static func insert(_ value: Any, _ name: String, at address: UnsafeMutableRawPointer)
    }

    extension Dictionary: PropertyTable where Key: RawRepresentable<String>, Value == Any {
        fileprivate static func hasKey(_ name: String) -> Bool {
            Key(rawValue: name) != nil
        }

        fileprivate static func insert(_ value: Any, _ name: String, at address: UnsafeMutableRawPointer) {
            guard let key = Key(rawValue: name) else { preconditionFailure("a property without a key was set") }
            address.assumingMemoryBound(to: Self.self).pointee[key] = value
        }
    }
#endif
