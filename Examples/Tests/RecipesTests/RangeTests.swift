import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

@testable import Recipes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension MockResponse {
    /// Answers requests for a range of a file, as servers of videos do.
    static func ranges(of file: Data, contentType: String) -> MockResponse {
        .handler { request in
            let range = request.header("Range")?
                .wholeMatch(of: /bytes=(\d+)-(\d*)/)
            guard let range, let first = Int(range.1),
                first <= Int(range.2) ?? .max
            else {
                return .data(
                    file, headers: ["Accept-Ranges": "bytes"],
                    contentType: contentType)
            }
            guard first < file.count else {
                return .status(
                    .rangeNotSatisfiable,
                    headers: ["Content-Range": "bytes */\(file.count)"])
            }
            let last = min(Int(range.2) ?? .max, file.count - 1)
            return .data(
                file[first...last], status: .partialContent,
                headers: [
                    "Content-Range": "bytes \(first)-\(last)/\(file.count)"
                ],
                contentType: contentType)
        }
    }
}

@Suite(.httpMock) struct RangeTests {
    let mock = HTTPMock.current
    let video = Data((0..<1_000).map { UInt8($0 % 251) })
    let reader: RangeReader

    init() {
        reader = RangeReader(session: mock.urlSession, url: .recipe("/video.mp4"))
    }

    @Test(arguments: [0..<10, 500..<600, 990..<2_000])
    func readsAPart(range: Range<Int>) async throws {
        mock.addResponses(
            forPath: "/video.mp4",
            responses: [.ranges(of: video, contentType: "video/mp4")])

        let part = try await reader.bytes(range)

        #expect(part == video[range.clamped(to: 0..<video.count)])
        #expect(mock.requests.first?.status == 206)
    }

    @Test func failsAfterTheEnd() async throws {
        mock.addResponses(
            forPath: "/video.mp4",
            responses: [.ranges(of: video, contentType: "video/mp4")])

        await #expect(throws: StatusError(status: 416)) {
            try await reader.bytes(1_000..<1_010)
        }
    }

    @Test func readsNothingForAnEmptyRange() async throws {
        #expect(try await reader.bytes(5..<5).isEmpty)
        #expect(mock.requests.isEmpty)
    }

    @Test func aRangeThatEndsBeforeItsBeginningIsIgnored() async throws {
        mock.addResponses(
            forPath: "/video.mp4",
            responses: [.ranges(of: video, contentType: "video/mp4")])
        var request = URLRequest.recipe("/video.mp4")
        request.setValue("bytes=5-3", forHTTPHeaderField: "Range")

        let (data, response) = try await mock.urlSession.success(request)

        #expect(response.statusCode == 200)
        #expect(data == video)
    }

    @Test func readsFromAServerThatIgnoresRanges() async throws {
        mock.addResponses(
            forPath: "/video.mp4",
            responses: [.data(video, contentType: "video/mp4")])

        #expect(try await reader.bytes(500..<600) == video[500..<600])
    }
}
