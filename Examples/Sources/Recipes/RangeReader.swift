import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Reads parts of a file, as a player of videos does.
struct RangeReader: Sendable {
    let session: URLSession
    let url: URL

    /// Returns the bytes of a range, as far as the file has them, also from a server that ignores ranges.
    ///
    /// - Parameter range: The offsets of the bytes; an empty one makes no request, as no `Range` field can name it.
    /// - Throws: ``StatusError`` with 416 if the range begins after the end, unless the server ignores ranges.
    func bytes(_ range: Range<Int>) async throws -> Data {
        if range.isEmpty { return Data() }
        var request = URLRequest(url: url)
        request.setValue(
            "bytes=\(range.lowerBound)-\(range.upperBound - 1)",
            forHTTPHeaderField: "Range")
        let (data, response) = try await session.success(request)
        return response.statusCode == 206
            ? data : Data(data.dropFirst(range.lowerBound).prefix(range.count))
    }
}
