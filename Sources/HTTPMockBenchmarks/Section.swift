import Foundation

/// One table of the report.
struct Section: Codable, Sendable {
    /// What was measured, and in which unit.
    var title: String
    /// Digits behind the point.
    var digits = 1
    var rows: [Row]

    struct Row: Codable, Sendable {
        var name: String
        var median: Double
        /// The middle half of the values; nil for what was measured once.
        var low: Double?
        var high: Double?
        /// What the value should be at most.
        var goal: Double?

        /// A row of samples.
        init(_ name: String, _ samples: Samples, goal: Double? = nil) {
            self.name = name
            median = samples.median
            low = samples.spread.lowerBound
            high = samples.spread.upperBound
            self.goal = goal
        }

        /// A row of something that was measured once.
        init(_ name: String, _ value: Double, goal: Double? = nil) {
            self.name = name
            median = value
            self.goal = goal
        }
    }

    /// Whether these are ratios, which are what counts.
    var isRatio: Bool { title.hasPrefix("ratio") }

    /// The table as text.
    var text: String {
        func number(_ value: Double) -> String { String(format: "%.\(digits)f", value) }
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
                line += "   goal \(number(goal)): \(row.median <= goal ? "reached" : "missed")"
            }
            return line
        }
        return ([title] + lines).joined(separator: "\n")
    }
}
