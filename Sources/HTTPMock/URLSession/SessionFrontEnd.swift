import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The `URLSession` front end of an instance: its protocol class, session and cookies.
///
/// Created by the instance. Retained by the instance and by the instance's own session, which therefore goes on working
/// after the instance is released. May be used on any thread.
final class SessionFrontEnd: Sendable {
    let engine: MockEngine
    #if canImport(FoundationNetworking)
        /// The layout of Foundation's private properties; an error if any of them is missing.
        let layout: Result<FoundationLayout, HTTPMockError>
    #endif
    private let classNumber = Locked<Int?>(nil)
    private let cookies = Locked<HTTPCookieStorage?>(nil)

    #if canImport(FoundationNetworking)
        init(_ engine: MockEngine, layout: Result<FoundationLayout, HTTPMockError> = FoundationLayout.current) {
            self.engine = engine
            self.layout = layout
        }
    #else
        init(_ engine: MockEngine) {
            self.engine = engine
        }
    #endif

    /// The instance's protocol class, which no other instance ever gets.
    var protocolClass: MockURLProtocol.Type {
        let number = classNumber.withLock { number in
            let existing = number ?? ProtocolClassRegistry.shared.add(self)
            number = existing
            return existing
        }
        return ProtocolClassRegistry.protocolClass(number: number)
    }

    /// The cookie storage of the requests that the instance answers for the shared session.
    var cookieStorage: HTTPCookieStorage? {
        cookies.withLock { storage in
            let existing = storage ?? URLSessionConfiguration.privateCookieStorage
            storage = existing
            return existing
        }
    }

    /// Creates the session that an instance offers as its own.
    func makeSession() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        // A cache doubles a request's cost, reorders requests, and never stores a mocked response
        // (FoundationOnLinux.md, "Caches").
        configuration.urlCache = nil
        configuration.protocolClasses = [protocolClass]
        let queue = SessionQueue(keeping: self)
        #if canImport(FoundationNetworking)
            let session = OwnSession(configuration: configuration, delegate: nil, delegateQueue: queue)
            if case .success(let layout) = layout { session.markWorkQueue(layout) }
            return session
        #else
            return URLSession(configuration: configuration, delegate: nil, delegateQueue: queue)
        #endif
    }
}

extension URLSessionConfiguration {
    /// A new cookie storage in memory, shared with no other session.
    static var privateCookieStorage: HTTPCookieStorage? { ephemeral.httpCookieStorage }
}
