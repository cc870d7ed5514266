import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension MockResponse {
    /// Creates a recorded response, whose header fields are sent unchanged.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields in order.
    ///   - chunks: The body, in the chunks in which it arrives.
    ///   - error: The error that follows the body; nil for none.
    package static func recorded(
        status: Int, headers: [(name: String, value: String)], chunks: [Data], error: URLError.Code?
    ) -> MockResponse {
        let delivery = error.map { Delivery.failing($0, afterBytes: chunks.reduce(0) { $0 + $1.count }) } ?? .instant
        var response = MockResponse.stream(chunks, status: Status(status), delivery: delivery)
        if chunks.count < 2 {
            response = .data(chunks.first ?? Data(), status: Status(status), delivery: delivery, contentType: "")
        }
        response.contentType = nil
        for field in headers { response = response.addingHeader(field.name, field.value) }
        return response
    }
}
