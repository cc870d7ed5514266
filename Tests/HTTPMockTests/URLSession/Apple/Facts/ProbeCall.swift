import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A call of the client by a protocol.
enum ProbeCall: Sendable {
    case redirect(to: URLRequest, HTTPURLResponse)
    case response(HTTPURLResponse, mayBeStored: Bool)
    case data(Data)
    case finish
    case failure(any Error)
}
