/// The results of a search that starts again with each letter.
@MainActor
final class SearchModel {
    private(set) var results: [String] = []
    private let client: ShopClient
    private var searches: [Task<Void, Never>] = []
    /// The number of the latest search, whose results count.
    private var latest = 0

    init(client: ShopClient) {
        self.client = client
    }

    /// Starts a search, and returns.
    func type(_ text: String) {
        latest += 1
        let number = latest
        searches.append(
            Task {
                let found = try? await client.search(text)
                // An earlier search may be answered later.
                guard number == latest else { return }
                results = found ?? []
            })
    }

    /// Waits for all searches.
    func finish() async {
        for search in searches { await search.value }
    }
}
