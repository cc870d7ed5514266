/// The registrations and the extensions.
extension Store {
    /// Adds registrations, all in one transition.
    ///
    /// - Parameters:
    ///   - registrations: The registrations, in order.
    ///   - problems: The problems found while the registrations were built.
    /// - Returns: `problems`, and the problems of the registrations.
    func add(
        _ registrations: [Registration], problems: [RegistrationProblem] = []
    ) -> [RegistrationProblem] {
        let (problems, responses, extensions) = change { state in
            var problems = problems
            var responses: [RegisteredResponse] = []
            for registration in registrations {
                let added = state.add(registration)
                problems += added.problems
                responses += added.responses
            }
            state.contents.problems += problems
            return (problems, responses, state.contents.extensions)
        }
        if responses.contains(where: \.response.runsUserCode) || registrations.contains(where: \.runsUserCode) {
            noteUserCode()
        }
        for inspector in extensions { inspect(responses, with: inspector) }
        return problems
    }

    func clear() {
        change { $0.clear() }
    }

    func clear(host: HostPattern) {
        change { state in
            for route in state.contents.table.removeAll(host: host) {
                state.discarded.append((route, state.contents.queues.removeValue(forKey: route.id)))
            }
        }
    }

    /// The unused responses that must be used; those of extensions come last.
    var unused: [UnusedResponse] {
        let (queued, extensions) = read { state in
            (state.contents.sortedQueues.flatMap(\.unused), state.contents.extensions)
        }
        return queued + extensions.flatMap(\.unusedResponses)
    }

    // MARK: Extensions

    var extensions: [any EngineExtension] { read(\.contents.extensions) }

    /// Adds an extension, which is called after those that are there.
    func insert(_ new: any EngineExtension) {
        noteUserCode()
        change { $0.contents.extensions.append(new) }
    }

    /// Returns the extension of a kind, which is added if there is none.
    func insert<Extension: EngineExtension>(ifMissing new: Extension) -> Extension {
        change { state in
            if let known = state.contents.extensions.lazy.compactMap({ $0 as? Extension }).first { return known }
            state.contents.extensions.append(new)
            return new
        }
    }

    /// Makes an extension inspect the responses that wait in the queues.
    func inspectRegistrations(with inspector: any EngineExtension) {
        inspect(read { $0.contents.sortedQueues.flatMap(\.responses) }, with: inspector)
    }

    private func inspect(_ responses: [RegisteredResponse], with inspector: any EngineExtension) {
        report(responses.filter(\.isInspectable).flatMap(inspector.problems))
    }

    /// The problems that extensions have found, without warnings.
    var extensionProblems: [ExtensionProblem] { read { $0.contents.extensionProblems.filter { !$0.isWarning } } }

    /// Keeps problems for the end of the test, and prints those that fail no test.
    func report(_ problems: [ExtensionProblem]) {
        guard !problems.isEmpty else { return }
        let (new, isPrinted) = transition { state in
            let new = problems.filter { problem in
                guard !state.contents.extensionProblems.contains(problem) else { return false }
                state.contents.extensionProblems.append(problem)
                return true
            }
            return (new, !state.hasSummary)
        }
        for problem in new where isPrinted || problem.isWarning { StandardError.report(problem.text) }
    }
}

extension Registration {
    fileprivate var runsUserCode: Bool { conditions.contains { $0.work == .runsUserCode } }
}

extension MockResponse {
    /// Whether the response calls closures of the user, or iterates a sequence of the user.
    var runsUserCode: Bool {
        switch content {
        case .handler, .passthrough(_?), .body(.sequence): true
        case .body, .failure, .passthrough(nil), .wire, .unusable: false
        }
    }
}

extension Store.Contents {
    /// The queues in the order in which their routes were registered.
    fileprivate var sortedQueues: [ResponseQueue] { queues.sorted { $0.key < $1.key }.map(\.value) }
}
