import Foundation

/// A judge of what an instance is registered with, asked for, and answers, such as an API contract.
///
/// Called on the thread that registers, matches or answers, so an observer must be quick, and must not use the instance.
package protocol TrafficObserver: Sendable {
    /// Judges a response when it is registered, and when the observer is added.
    func problems(of response: RegisteredTraffic) -> [TrafficProblem]

    /// Judges a request before it is matched.
    ///
    /// - Returns: The problems, and the text that refuses the request, if it is refused.
    func examine(_ request: MockRequest, number: Int) -> (problems: [TrafficProblem], refusal: String?)

    /// Judges a response that has been sent, before the client sees its end.
    func problems(of response: ServedTraffic) -> [TrafficProblem]
}

/// A mistake that an observer has found.
package struct TrafficProblem: Hashable, Sendable {
    /// The whole message.
    package let text: String
    /// The source location of the registration; nil for a request's problem.
    package let location: CallSite?
    /// Whether the problem is printed only, and fails no test.
    package let isWarning: Bool

    package init(text: String, location: CallSite?, isWarning: Bool) {
        self.text = text
        self.location = location
        self.isWarning = isWarning
    }
}

/// A registered response whose status is known before any request.
package struct RegisteredTraffic: Sendable {
    package let registration: MockRegistration
    package let status: Int
    package let headers: [String: String]
    /// The whole body; nil if it is known only when it is served.
    package let body: Data?
}

/// A response that has been sent for a registration.
package struct ServedTraffic: Sendable {
    package let request: MockRequest
    /// The number of the request in the log, from 1.
    package let number: Int
    package let registration: MockRegistration
    package let status: Int
    package let headers: [String: String]
    /// The whole body; nil if it is too large to be kept.
    package let body: Data?
}

extension RegisteredResponse {
    /// The response for observers; nil if it is made when it is served, or exempt.
    var traffic: RegisteredTraffic? {
        guard case .body(let body) = response.content, !response.isOffContract, problem == nil else { return nil }
        let data: Data? =
            switch body {
            case .data(let data): data
            case .file(let url): try? Data(contentsOf: url)
            case .chunks(let chunks, _): chunks.reduce(into: Data()) { $0 += $1 }
            case .sequence: nil
            }
        return RegisteredTraffic(
            registration: registration, status: response.status.code, headers: headers.dictionary, body: data)
    }
}

extension HTTPMock {
    /// Adds an observer, which judges what is registered already.
    package func add(_ observer: any TrafficObserver) {
        engine.store.add(observer)
        judgeRegistrations(with: observer)
    }

    /// Has an observer judge what is registered.
    package func judgeRegistrations(with observer: any TrafficObserver) {
        engine.store.report(engine.store.registered.compactMap(\.traffic).flatMap(observer.problems))
    }

    /// The observers, in the order in which they were added.
    package var observers: [any TrafficObserver] { engine.store.observers }

    /// The observers' problems, without warnings, each once.
    package var trafficProblems: [TrafficProblem] { engine.store.trafficProblems }
}

extension Store {
    /// Has the observers judge responses that were just registered.
    func judge(_ responses: [RegisteredResponse]) {
        let observers = observers
        guard !observers.isEmpty else { return }
        let traffic = responses.compactMap(\.traffic)
        report(observers.flatMap { observer in traffic.flatMap(observer.problems) })
    }

    /// Keeps problems for the end of the test, and prints what no test fails for.
    func report(_ problems: [TrafficProblem]) {
        guard !problems.isEmpty else { return }
        let isPrinted = !hasSummary.withLock { $0 }
        for problem in note(problems) where isPrinted || problem.isWarning {
            StandardError.report(problem.text)
        }
    }
}

extension LoggedRequest {
    /// The work that deciding the request needs, observers included: these read a body, which may be in a file.
    var matchingWork: MatchingWork {
        guard !snapshot.observers.isEmpty, case .file = request.content else { return snapshot.matchingWork }
        return max(snapshot.matchingWork, .readsBody)
    }

    /// Has the observers judge the request.
    ///
    /// - Returns: The text that refuses the request, if an observer refuses it.
    func refusalOfObservers(reportingTo store: Store) -> String? {
        var refusal: String?
        for observer in snapshot.observers {
            let examination = observer.examine(request, number: number + 1)
            store.report(examination.problems)
            refusal = refusal ?? examination.refusal
        }
        return refusal
    }
}
