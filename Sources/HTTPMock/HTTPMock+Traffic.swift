extension HTTPMock {
    /// Adds an inspector, which judges what is registered already.
    package func add(_ inspector: any TrafficInspector) {
        engine.store.add(inspector)
        judgeRegistrations(with: inspector)
    }

    /// Has an inspector judge what is registered.
    package func judgeRegistrations(with inspector: any TrafficInspector) {
        engine.store.report(engine.store.registered.compactMap(\.traffic).flatMap(inspector.problems))
    }

    /// The inspectors, in the order in which they were added.
    package var inspectors: [any TrafficInspector] { engine.store.inspectors }

    /// The inspectors' problems, without warnings, each once.
    package var trafficProblems: [TrafficProblem] { engine.store.trafficProblems }
}
