import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A list in pages, each loaded when the items before it have been read.
struct Pages<Element: Decodable & Sendable>: AsyncSequence, Sendable {
    private struct Page: Decodable {
        var items: [Element]
        var next: String?
    }

    let session: URLSession
    let first: URL

    func makeAsyncIterator() -> Iterator {
        Iterator(session: session, nextPage: first)
    }

    struct Iterator: AsyncIteratorProtocol {
        let session: URLSession
        private var nextPage: URL?
        private var items: ArraySlice<Element> = []

        init(session: URLSession, nextPage: URL?) {
            self.session = session
            self.nextPage = nextPage
        }

        mutating func next() async throws -> Element? {
            while items.isEmpty {
                guard let url = nextPage else { return nil }
                let page = try JSONDecoder().decode(
                    Page.self,
                    from: await session.success(URLRequest(url: url)).0)
                items = page.items[...]
                nextPage = page.next.flatMap { URL(string: $0, relativeTo: url) }
            }
            return items.removeFirst()
        }
    }
}
