import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The facts about Apple's loading system: measured there, and promised of its simulation on Linux.
///
/// With `HTTPMOCK_FACTS` in the environment, each fact adds a line to that file, which `.ci/apple/first-run` makes a
/// report of. Another observation than reported is no failure on Apple's systems, because the report is for that.
@Suite(.bounded) struct FactTests {
    #if canImport(FoundationNetworking)
        @Test(arguments: Fact.all)
        func factIsTrueOfTheSimulation(fact: Fact) async {
            let trace = await fact.experiment.trace([])
            let seen = fact.observe(trace)
            FactReport.add(fact, seen, trace)
            #expect(seen == fact.reported ?? seen, "\(trace.text)")
            #expect(!trace["end"].isEmpty)
        }

        @Test(arguments: Fact.all.filter { $0.otherwise != nil })
        func switchTurnsTheFactRound(fact: Fact) async {
            guard let otherwise = fact.otherwise else { return }
            let trace = await fact.experiment.trace([otherwise.switch])
            #expect(fact.observe(trace) == otherwise.seen, "\(trace.text)")
        }
    #else
        @Test(arguments: Fact.all)
        func factIsMeasured(fact: Fact) async {
            let trace = await fact.experiment.trace()
            FactReport.add(fact, fact.observe(trace), trace)
            #expect(!trace["end"].isEmpty)
        }
    #endif
}

/// The file of what was seen, one line of a table for each fact.
private enum FactReport {
    static func add(_ fact: Fact, _ seen: String, _ trace: Trace) {
        let verdict =
            switch seen {
            case fact.reported: "as reported"
            case _ where fact.reported == nil: "was unknown"
            case fact.otherwise?.seen: "as others reported"
            default: "**differs**"
            }
        let cells = ["\(fact.number)", fact.title, fact.reported ?? "", seen, verdict, trace.text]
        let line = "| \(cells.joined(separator: " | ")) |\n"
        print(line, terminator: "")
        guard let path = ProcessInfo.processInfo.environment["HTTPMOCK_FACTS"], let file = fopen(path, "a") else {
            return
        }
        fputs(line, file)
        fclose(file)
    }
}

extension Trace {
    /// The events in their order, in one cell of a table.
    fileprivate var text: String {
        let all = events.map { $0.detail.isEmpty ? $0.name : "\($0.name) (\($0.detail))" }.joined(separator: ", ")
        return all.replacingOccurrences(of: "|", with: "/").replacingOccurrences(of: "\n", with: " ")
    }
}
