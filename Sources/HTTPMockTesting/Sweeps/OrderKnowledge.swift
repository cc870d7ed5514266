import Foundation
import HTTPMock

/// The requests that arrived in the runs of an order sweep, by the responses that had been released before.
struct OrderKnowledge {
    /// The requests in order of arrival in the first run; those of later runs follow.
    private(set) var names: [String] = []
    /// Whether the first run goes on, in which the order of arrival decides the numbers.
    var isFirstRun = true
    /// The requests that had arrived before a further release, by the responses that were released by then.
    private var arrivals: [Set<String>: Set<String>] = [:]

    /// The time without an event after which any code counts as waiting.
    static var longPause: Duration {
        .milliseconds(200) * waitFactor
    }

    /// The time without an event after which code may count as waiting, once the expected requests have arrived.
    static var shortPause: Duration {
        .milliseconds(5) * waitFactor
    }

    /// The factor of all pauses, which `HTTPMOCK_PATIENCE` sets for a slow machine.
    @TaskLocal static var waitFactor = factor(in: ProcessInfo.processInfo.environment["HTTPMOCK_PATIENCE"])

    /// Returns the factor in a text, from 0.01 to 1,000; 1 for nil and for a text that is no number.
    static func factor(in text: String?) -> Double {
        guard let text, let factor = Double(text), !factor.isNaN else { return 1 }
        return min(max(factor, 0.01), 1_000)
    }

    /// Returns the numbers of different requests, from 1; a new one gets the next number.
    @discardableResult
    mutating func numbers(of requests: [String]) -> [Int] {
        names += requests.filter { !names.contains($0) }
        return requests.map { (names.firstIndex(of: $0) ?? 0) + 1 }
    }

    /// Gives numbers to the requests of a run that have none.
    mutating func noteNumbers(of arrivals: [String]) {
        // In a later run, the names are in alphabetical order, so that their numbers are the same on every machine.
        numbers(of: isFirstRun ? arrivals : arrivals.sorted())
    }

    /// Returns requests in the order of their numbers.
    func sorted(_ requests: some Collection<String>) -> [String] {
        names.filter(requests.contains)
    }

    /// The least requests that arrive before the next release.
    struct Expectation {
        let arrivals: Set<String>
        /// Whether exactly these arrive, because an earlier run has released the same responses.
        let isExact: Bool
    }

    /// Returns the requests that arrive after some responses; nil until a release was noted.
    func expectation(after released: Set<String>) -> Expectation? {
        guard !arrivals.isEmpty else { return nil }
        if let exact = arrivals[released] { return Expectation(arrivals: exact, isExact: true) }
        // With more responses, the code makes at least the requests that it makes with fewer.
        let fewer = arrivals.filter { $0.key.isSubset(of: released) }.values
        let union = fewer.reduce(into: Set<String>()) { $0.formUnion($1) }
        return Expectation(arrivals: union, isExact: false)
    }

    /// Notes the requests before a release; returns whether an earlier run had others.
    mutating func note(_ arrivals: Set<String>, after released: Set<String>) -> Bool {
        guard let earlier = self.arrivals.updateValue(arrivals, forKey: released) else { return false }
        return earlier != arrivals
    }
}
