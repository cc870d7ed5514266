/// A shelf of the shop, as the start page shows it.
public struct Shelf: Codable, Equatable, Sendable {
    /// The name, which is also the last segment of its path.
    public var name: String
    /// The names of the items.
    public var items: [String]

    /// Creates a shelf.
    public init(name: String, items: [String]) {
        self.name = name
        self.items = items
    }
}
