import Foundation
import HTTPMock

extension HAREntry {
    /// Creates an entry from an exchange with the network.
    init(_ exchange: CompletedExchange, keepingChunks: Bool) {
        let request = exchange.request
        // Not those of `urlRequest`, which joins the values of a request that arrived at a port.
        let requestHeaders = request.headers.map { HARField($0.name, $0.value) }
        let received = exchange.joinedHeaders.sorted { $0.key < $1.key }.flatMap(Self.fields)
        let headers = received.filter { !$0.isOfConnection && (request.method == .head || !$0.isLength) }
        let body = exchange.body
        let type = headers.firstValue("Content-Type")
        var response = HARResponse(
            status: exchange.status ?? 0, headers: exchange.status == nil ? [] : headers,
            body: HARBody(body, type: type))
        response.error = exchange.error.flatMap(HARFailure.text)
        let isStream = type?.lowercased().hasPrefix("text/event-stream") ?? false
        if keepingChunks || isStream, !body.isEmpty {
            response.chunks = exchange.chunks.map(\.count).filter { $0 > 0 }
        }
        self.init(
            startedDateTime: HARDate.text(of: exchange.start),
            request: HARRequest(
                method: request.method.rawValue, url: request.url.absoluteString,
                headers: requestHeaders.filter { !$0.isOfConnection && !$0.isLength },
                body: request.body.isEmpty ? nil : HARBody(request.body, type: request.header("Content-Type"))),
            response: response)
    }

    /// Returns a header field as the service sent it: the loader joins the fields of several cookies.
    private static func fields(_ name: String, _ value: String) -> [HARField] {
        let values = name.lowercased() == "set-cookie" ? SetCookie.split(value) : [value]
        return values.map { HARField(name, $0) }
    }
}
