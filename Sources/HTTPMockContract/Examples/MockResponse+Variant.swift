import Foundation
import HTTPMock

extension MockResponse {
    /// Returns the response of a variant, which answers every request and is exempt from contracts.
    static func variant(
        _ status: Int, _ headers: some Sequence<(name: String, value: String)>, _ body: Data, _ contentType: String
    ) -> MockResponse {
        let code = MockResponse.Status(status)
        var response = MockResponse.empty(status: code, lifetime: .eternal)
        if !body.isEmpty || !contentType.isEmpty {
            response = .data(body, status: code, lifetime: .eternal, contentType: contentType)
        }
        // The media type is given, the length is that of the new body, and the body has no encoding.
        let replaced = ["content-type", "content-length", "content-encoding", "transfer-encoding"]
        return headers.filter { !replaced.contains($0.name.lowercased()) }
            .reduce(response) { $0.addingHeader($1.name, $1.value) }.offContract()
    }
}
