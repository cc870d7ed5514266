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
