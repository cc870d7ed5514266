/// An observation at a station.
struct Report: Codable, Hashable, Sendable {
    var station: String
    var text: String
}

/// The service's answer to a report.
struct Receipt: Codable, Hashable, Sendable {
    var id: Int
}
