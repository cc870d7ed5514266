import HTTPMock

/// The runs of one fault sweep, one for each request and each of its faults.
struct FaultSearch {
    private var sweep: Sweep
    private let attempts: FaultSweep.Attempts

    init(sweep: Sweep, attempts: FaultSweep.Attempts) {
        self.sweep = sweep
        self.attempts = attempts
    }

    /// Runs the code with each fault, and reports the failures.
    mutating func result(
        only: String?, faults: @Sendable (RecordedRequest) -> [Fault]
    ) async throws -> FaultSweep {
        let targets = try await sweep.firstRun()
        let names = targets.map(\.name)
        let selected = try sweep.selection(only, of: "sweepFaults", among: names)
        var result = FaultSweep(requests: names.filter(selected.contains))
        for target in targets where selected.contains(target.name) {
            for fault in faults(target.record) where !Task.isCancelled {
                if !result.faults.contains(fault) { result.faults.append(fault) }
                guard let change = fault.change(toResponseWith: target.record.responseBody) else { continue }
                let run = try await run(target, with: fault, change)
                if !Task.isCancelled { result.runs.append(run) }
            }
        }
        let failures = result.failures.filter { !$0.isKnown }.map(text)
        sweep.report(failures, "\(result)", as: "fault-sweep.txt")
        try Task.checkCancellation()
        if failures.isEmpty { noteWhatWasNotSeen(in: result) }
        return result
    }

    /// Runs the code with one fault of one request.
    private func run(
        _ target: Sweep.Target, with fault: Fault, _ change: @escaping @Sendable (MockResponse) -> MockResponse
    ) async throws -> FaultSweep.Run {
        var ended = try await sweep.run(target, with: "\(fault)", attempts, response: change)
        // After a fault in the first attempt only, code that tries again is answered, so it has no reason to throw.
        if attempts == .first, ended.isFine, let thrown = ended.thrownText {
            var message = "the code gave up after one attempt, and threw \(thrown)"
            if isRepeated(target.id, in: ended) {
                message = "the code tried again, was answered, and threw \(thrown)"
            }
            ended.fail(message)
        }
        return FaultSweep.Run(
            request: target.name, fault: fault, outcome: ended.outcome, thrown: ended.thrownText,
            isKnown: ended.isKnown)
    }

    /// Returns whether a request was made again after its end; an equal request that began before is another one.
    private func isRepeated(_ id: SweepRequests.ID, in ended: Sweep.Result) -> Bool {
        let equal = ended.plainRequests.filter { SweepRequests.line(of: $0.request) == id.line }
        guard id.number <= equal.count, let duration = equal[id.number - 1].duration else { return false }
        let end = equal[id.number - 1].arrival + duration
        return equal[id.number...].contains { $0.arrival >= end }
    }

    private func text(of run: FaultSweep.Run) -> String {
        let messages = run.outcome.messages.joined(separator: "\n")
        switch attempts {
        case .every: return "HTTPMock: \(run.request) with the fault \"\(run.fault)\": \(messages)"
        case .first: return "HTTPMock: \(run.request) with the fault \"\(run.fault)\" once, then an answer: \(messages)"
        }
    }

    /// Prints a note if a sweep without failures has shown little.
    private func noteWhatWasNotSeen(in result: FaultSweep) {
        if result.runs.isEmpty {
            sweep.note("changed nothing, because \(reasonForNoRun(in: result))")
        } else if result.runs.allSatisfy({ $0.thrown != nil }), let first = result.runs.first {
            sweep.noteThatEveryRunThrew("\(first.request) with \"\(first.fault)\" threw \(first.thrown ?? "")")
        }
    }

    /// Returns the reason why a sweep changed no answer, with the fix.
    private func reasonForNoRun(in result: FaultSweep) -> String {
        if result.requests.isEmpty {
            return
                "the code made no request. To fix this, use the mock that the closure receives; a request for a "
                + "WebSocket counts as none"
        }
        if result.faults.isEmpty {
            return "faults: has no fault for \(result.requests.joined(separator: ", ")). To fix this, add a fault, or "
                + "leave out faults:"
        }
        let faults = result.faults.map { "\"\($0)\"" }.joined(separator: ", ")
        return "no answer can have the fault \(faults). To fix this, add a fault that any answer can have, such as "
            + ".noConnection"
    }
}
