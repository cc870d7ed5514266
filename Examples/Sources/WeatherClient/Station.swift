/// A weather station.
struct Station: Codable, Hashable, Sendable {
    var id: String
    var name: String
}

/// One page of the list of stations.
struct StationPage: Codable {
    var stations: [Station]
    var nextPage: Int?
}
