import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The error of the client for a status that is no success.
struct ClientError: Error {
    let status: Int?

    init(_ response: URLResponse) {
        status = (response as? HTTPURLResponse)?.statusCode
    }
}
