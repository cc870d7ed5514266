/// What the start page of the shop shows.
public struct Shelf: Codable, Equatable, Sendable {
    public var name: String
    public var items: [String]

    public init(name: String, items: [String]) {
        self.name = name
        self.items = items
    }
}
