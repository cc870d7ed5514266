import Foundation
import HTTPMock

extension HAREntry {
    /// The response that plays the entry.
    var mockResponse: MockResponse {
        let error = response.error.flatMap(HARFailure.code)
        if response.status == 0 { return .failure(error ?? .unknown) }
        var chunks: [Data] = []
        var rest = response.body.bytes
        for length in response.chunks ?? [rest.count] {
            chunks.append(Data(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        let headers = response.playedHeaders.map { ($0.name, $0.value) }
        return .recorded(status: response.status, headers: headers, chunks: chunks, error: error)
    }
}
