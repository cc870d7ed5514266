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
        Iterator(session: session, next: first)
    }

    struct Iterator: AsyncIteratorProtocol {
        let session: URLSession
        var next: URL?
        private var items: ArraySlice<Element> = []

        init(session: URLSession, next: URL?) {
            self.session = session
            self.next = next
        }

        mutating func next() async throws -> Element? {
            while items.isEmpty {
                guard let url = next else { return nil }
                let page = try JSONDecoder().decode(
                    Page.self,
                    from: await session.success(URLRequest(url: url)).0)
                items = page.items[...]
                next = page.next.flatMap { URL(string: $0, relativeTo: url) }
            }
            return items.removeFirst()
        }
    }
}
