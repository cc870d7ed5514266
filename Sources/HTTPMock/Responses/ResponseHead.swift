import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The head of a response: its status and header fields, before any of the body.
package struct ResponseHead: Sendable {
    /// The URL that the response answers.
    package let url: URL
    package let status: Int
    let fields: WireHeaders
    /// Whether extensions such as an API contract ignore the response.
    var isOffContract = false
    /// Whether extensions have inspected the whole response when it was registered.
    var isKnownAtRegistration = false
    /// Whether the head came from the real network.
    package var isPassedThrough = false

    /// The header fields, one value for each name.
    package var headers: [String: String] { fields.dictionary }

    /// The header fields line by line, several of one name as given.
    package var fieldLines: [HTTPMock.HeaderFields.Field] { fields.lines.fields }
}

extension ResponseHead {
    init(url: URL, status: Int, headers: [String: String]) {
        self.init(url: url, status: status, fields: WireHeaders(headers))
    }

    /// Creates the head of a response from the network.
    ///
    /// Nil if the response is not HTTP.
    init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse, let url = response.url else { return nil }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
        self.init(url: url, status: response.statusCode, headers: headers)
        isPassedThrough = true
    }
}
