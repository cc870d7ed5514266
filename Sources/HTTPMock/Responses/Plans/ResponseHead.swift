import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The status and the header fields of a response, with the address that they answer.
package struct ResponseHead: Sendable {
    let address: RequestAddress
    package let status: Int
    let fields: ResponseHeaders
    /// Whether extensions such as an API contract ignore the response.
    var isOffContract = false
    /// Whether the whole response was known when it was registered, so that extensions could inspect it.
    var isKnownAtRegistration = false
    package var isPassedThrough = false

    package var url: URL { address.url }

    package var headers: [String: String] { fields.dictionary }

    package var fieldLines: [HTTPMock.HeaderFields.Field] {
        fields.lines.fields
    }
}

extension ResponseHead {
    init(url: URL, status: Int, headers: [String: String]) {
        let fields = ResponseHeaders(HTTPMock.HeaderFields(headers), contentLength: nil)
        self.init(address: .url(url), status: status, fields: fields)
    }

    /// Creates the head of a response from the network; nil if that response is not HTTP.
    init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse, let url = response.url else { return nil }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
        self.init(url: url, status: response.statusCode, headers: headers)
        isPassedThrough = true
    }
}
