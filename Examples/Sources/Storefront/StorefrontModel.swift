/// The state of the start page.
public actor StorefrontModel {
    /// The content of the page.
    public enum Content: Equatable, Sendable {
        /// Nothing, before the first load.
        case nothing
        /// All shelves.
        case shelves([Shelf])
        /// A message that loading failed.
        case failure
    }

    /// Whether the page shows a spinner.
    public private(set) var isLoading = false
    /// The content of the page.
    public private(set) var content = Content.nothing
    private let client: StorefrontClient

    /// Creates a model without content.
    public init(client: StorefrontClient) {
        self.client = client
    }

    /// Loads all shelves; the page shows all of them, or a failure.
    public func load() async {
        isLoading = true
        defer { isLoading = false }
        do {
            var shelves: [Shelf] = []
            for name in try await client.shelfNames() {
                shelves.append(try await client.shelf(name))
            }
            content = .shelves(shelves)
        } catch {
            content = .failure
        }
    }
}
