/// The measured values of one candidate, in the order in which they were measured.
struct Samples: Sendable {
    private(set) var values: [Double] = []

    mutating func add(_ value: Double) {
        values.append(value)
    }

    var median: Double { quantile(0.5) }
    /// The range of the middle half of the values.
    var spread: ClosedRange<Double> {
        quantile(0.25)...quantile(0.75)
    }

    /// Returns the ratios to other values, round by round.
    func ratio(to others: Samples) -> Samples {
        var ratios = Samples()
        for (own, other) in zip(values, others.values) { ratios.add(own / other) }
        return ratios
    }

    /// Returns the differences from other values, round by round.
    static func - (one: Samples, other: Samples) -> Samples {
        var differences = Samples()
        for (own, other) in zip(one.values, other.values) { differences.add(own - other) }
        return differences
    }

    private func quantile(_ fraction: Double) -> Double {
        guard !values.isEmpty else { return .nan }
        let position = fraction * Double(values.count - 1)
        let sorted = values.sorted()
        let lower = sorted[Int(position.rounded(.down))]
        let upper = sorted[Int(position.rounded(.up))]
        return lower + (upper - lower) * position.truncatingRemainder(dividingBy: 1)
    }
}
