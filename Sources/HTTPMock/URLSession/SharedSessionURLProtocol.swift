import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The class in the shared session.
///
/// Declines a request only if no intercepting test can have made it, or for its scheme: `data:` on Linux, and all
/// schemes but HTTP and HTTPS on Apple's systems.
final class SharedSessionURLProtocol: MockURLProtocol {
    override class func canInit(with request: URLRequest) -> Bool {
        guard super.canInit(with: request), SharedSession.mayAnswer(request) else { return false }
        return if case .nobody = SharedSession.owner { false } else { true }
    }

    // Any instance may be the one that answers the shared session.
    override class func intercepts(_ engine: MockEngine) -> Bool { true }

    override func owner() throws -> SessionFrontEnd {
        let found = SharedSession.findOwner(of: request)
        guard case .instance(let frontEnd) = found else { throw found.error }
        return frontEnd
    }
}
