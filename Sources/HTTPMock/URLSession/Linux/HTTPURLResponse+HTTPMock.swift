#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    extension HTTPURLResponse {
        /// Returns the response object of a head.
        static func make(_ head: ResponseHead) -> HTTPURLResponse? {
            let version = "HTTP/1.1"
            guard head.status == 401 else {
                return head.fields.response(for: head.url, status: head.status) {
                    HTTPURLResponse(
                        url: head.url, statusCode: head.status, httpVersion: version, headerFields: head.headers)
                }
            }
            return UnchallengedResponse(
                url: head.url, statusCode: head.status, httpVersion: version, headerFields: head.headers)
        }
    }
#endif
