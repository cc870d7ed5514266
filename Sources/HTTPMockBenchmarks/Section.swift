import Foundation

/// One table of the report.
struct Section: Codable, Sendable {
    /// The measured quantity and its unit; the title of a main result begins with "ratio".
    var title: String
    /// The number of decimal places.
    var digits = 1
    var rows: [Row]

    struct Row: Codable, Sendable {
        var name: String
        var median: Double
        /// The ends of the middle half of the values; nil for a single measurement.
        var low: Double?
        var high: Double?
        /// The maximum that the value should have.
        var goal: Double?

        /// Creates a row from samples.
        init(_ name: String, _ samples: Samples, goal: Double? = nil) {
            self.name = name
            median = samples.median
            low = samples.spread.lowerBound
            high = samples.spread.upperBound
            self.goal = goal
        }

        /// Creates a row from a single measurement.
        init(_ name: String, _ value: Double, goal: Double? = nil) {
            self.name = name
            median = value
            self.goal = goal
        }
    }

    /// Whether the title says that the rows are ratios, which are the main results.
    var isRatio: Bool { title.hasPrefix("ratio") }

    /// The table as text.
    var text: String {
        func number(_ value: Double) -> String {
            String(format: "%.\(digits)f", value)
        }
        func left(_ text: String, _ width: Int) -> String {
            text.padding(toLength: max(width, text.count), withPad: " ", startingAt: 0)
        }
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let lines = rows.map { row in
            var line = "  " + left(row.name, 44) + right(number(row.median), 12)
            if let low = row.low, let high = row.high {
                line += "   " + left("\(number(low))…\(number(high))", 20)
            }
            if let goal = row.goal {
                let isReached = row.median <= goal
                line += "   goal \(number(goal)): \(isReached ? "reached" : "missed")"
            }
            return line
        }
        return ([title] + lines).joined(separator: "\n")
    }
}
