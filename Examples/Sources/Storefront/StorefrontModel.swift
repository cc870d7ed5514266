/// The state of the start page.
public actor StorefrontModel {
    /// What the page shows.
    public enum Content: Equatable, Sendable {
        case nothing
        case shelves([Shelf])
        case failure
    }

    /// Whether the page shows a spinner.
    public private(set) var isLoading = false
    public private(set) var content = Content.nothing
    private let client: StorefrontClient

    public init(client: StorefrontClient) {
        self.client = client
    }

    /// Loads all shelves, one after the other; the page shows all of them, or a failure.
    public func load() async {
        isLoading = true
        defer { isLoading = false }
        do {
            var shelves: [Shelf] = []
            for name in try await client.shelfNames() { shelves.append(try await client.shelf(name)) }
            content = .shelves(shelves)
        } catch {
            content = .failure
        }
    }
}
