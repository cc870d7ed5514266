import Foundation

/// The weather that a station expects for the next days.
struct Forecast: Codable, Hashable, Sendable {
    var issued: Date
    var days: [Day]

    /// The least and the greatest temperature of a day, in degrees Celsius.
    struct Day: Codable, Hashable, Sendable {
        var low: Double
        var high: Double
    }
}
