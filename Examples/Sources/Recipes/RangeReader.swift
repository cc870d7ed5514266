import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Reads parts of a file, as a player of videos does.
struct RangeReader: Sendable {
    let session: URLSession
    let url: URL

    /// Returns some bytes of the file, also from a server that ignores ranges.
    func bytes(_ range: Range<Int>) async throws -> Data {
        var request = URLRequest(url: url)
        request.setValue(
            "bytes=\(range.lowerBound)-\(range.upperBound - 1)",
            forHTTPHeaderField: "Range")
        let (data, response) = try await session.success(request)
        return response.statusCode == 206
            ? data : Data(data.dropFirst(range.lowerBound).prefix(range.count))
    }
}
