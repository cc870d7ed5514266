import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The front end of an instance for `URLSession`: its protocol class, its session and its cookies.
///
/// Retained by the instance, and by the instance's own session, which so outlives the instance.
final class SessionFrontEnd: Sendable {
    let engine: MockEngine
    #if canImport(FoundationNetworking)
        /// The private properties of Foundation; an error if this Foundation lacks any of them.
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

    /// The class whose requests are this instance's; no other instance ever gets the class.
    var protocolClass: MockURLProtocol.Type {
        let number = classNumber.withLock { number in
            let existing = number ?? ProtocolClassRegistry.shared.add(self)
            number = existing
            return existing
        }
        return ProtocolClassRegistry.protocolClass(number: number)
    }

    /// The cookies of the requests that the instance answers for the shared session.
    var cookieStorage: HTTPCookieStorage? {
        cookies.withLock { storage in
            let existing = storage ?? URLSessionConfiguration.privateCookieStorage
            storage = existing
            return existing
        }
    }

    /// Makes the session that an instance offers as its own.
    func makeSession() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        // A cache doubles a request's cost, reorders requests, and never stores a mocked response.
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
    /// A new cookie storage in memory, which nobody else has.
    static var privateCookieStorage: HTTPCookieStorage? { ephemeral.httpCookieStorage }
}
