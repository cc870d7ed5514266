import Foundation
import HTTPMock
import HTTPMockTesting
import Testing

@testable import Recipes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.httpMock) struct PagingTests {
    let mock = HTTPMock.current

    @Test func loadsEachPageWhenItIsNeeded() async throws {
        mock.addResponses(
            forPath: "/items",
            responses: [
                .handler { request in
                    let page = Int(request.queryValue("page") ?? "1") ?? 1
                    let items = (1...3).map { page * 10 + $0 }
                    let next = page < 3 ? "\"?page=\(page + 1)\"" : "null"
                    return .json(#"{"items":\#(items),"next":\#(next)}"#)
                }
            ])

        var read: [Int] = []
        for try await item in Pages<Int>(
            session: mock.urlSession, first: .recipe("/items"))
        {
            read.append(item)
            // The next page is not loaded before it is needed.
            #expect(mock.requests.count == (read.count + 2) / 3)
        }

        #expect(read == [11, 12, 13, 21, 22, 23, 31, 32, 33])
        #expect(
            mock.requestSummary
                == "GET /items\nGET /items?page=2\nGET /items?page=3")
    }

    @Test func skipsAnEmptyPage() async throws {
        mock.addResponses(
            forPath: "/items", query: [:],
            responses: [.json(#"{"items":[],"next":"/items?page=2"}"#)])
        mock.addResponses(
            forPath: "/items", query: ["page": 2],
            responses: [.json(#"{"items":[1]}"#)])

        let items = try await Pages<Int>(
            session: mock.urlSession, first: .recipe("/items")
        ).reduce(into: []) {
            $0.append($1)
        }

        #expect(items == [1])
    }

    @Test func endsAtAPageThatFails() async throws {
        mock.addResponses(
            forPath: "/items",
            responses: [
                .json(#"{"items":[1],"next":"?page=2"}"#),
                .status(.internalServerError),
            ])

        var pages = Pages<Int>(
            session: mock.urlSession, first: .recipe("/items")
        ).makeAsyncIterator()

        #expect(try await pages.next() == 1)
        await #expect(throws: StatusError(status: 500)) {
            try await pages.next()
        }
    }
}
