import Foundation

/// A registered response whose status is known before any request.
package struct RegisteredTraffic: Sendable {
    package let registration: MockRegistration
    package let status: Int
    package let headers: [String: String]
    /// The whole body; nil if it is known only when it is served, or too large.
    package let body: Data?
}

extension RegisteredResponse {
    /// The response for inspectors; nil if it is made when it is served, or exempt.
    var traffic: RegisteredTraffic? {
        guard case .body(let body) = response.content, !response.isOffContract, problem == nil else { return nil }
        let data: Data? =
            switch body {
            case .data(let data): data
            case .file(let url): Self.contents(of: url)
            case .chunks(let chunks, _): Data(joining: chunks)
            case .sequence: nil
            }
        return RegisteredTraffic(
            registration: registration, status: response.status.code, headers: headers.dictionary, body: data)
    }

    /// The bytes of a file; nil if it is too large to be kept for inspectors, or can't be read.
    private static func contents(of url: URL) -> Data? {
        guard let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize,
            size <= ServedTraffic.bodyLimit
        else { return nil }
        return try? Data(contentsOf: url)
    }
}
