/// What somebody saw at a station.
struct Report: Codable, Hashable, Sendable {
    var station: String
    var text: String
}

/// What the service says of a report it has taken.
struct Receipt: Codable, Hashable, Sendable {
    var id: Int
}
