import Foundation
import TestSupport

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension ScenarioRun {
    /// The observation of a client on the simulation of Apple's loading system.
    func simulated(_ uncertain: Set<Uncertainty> = []) async -> Observation {
        let mock = HTTPMock()
        let sightings = Observed<[Sighting]>([])
        register(in: mock, noting: sightings)
        let configuration = makeConfiguration()
        let system = SimulatedLoadingSystem(uncertain, isRealTime: true)
        var outcomes: [ClientOutcome] = []
        for step in scenario.steps {
            let client = SimulatedClient(style: style, delegates: scenario.delegates)
            var request = makeRequest(step)
            if ClientStyle.upload.contains(style) { request.httpBody = Data((step.body ?? "").utf8) }
            let task = SimulatedTask(
                mock, in: system, configuration: configuration,
                delegate: client.hasDelegate ? client.answer(_:_:) : nil)
            task.isUpload = ClientStyle.upload.contains(style)
            if style.isFileUpload, step.body == nil {
                task.fail(withoutProtocol: NSURLErrorFileDoesNotExist, request)
            } else {
                task.resume(request)
            }
            await task.end()
            outcomes.append(client.outcome(of: task.events).comparable())
        }
        return Observation(outcomes: outcomes, sightings: sightings.value.map(\.withoutProperty))
    }
}

extension Sighting {
    /// The request without the field in the place of a property.
    fileprivate var withoutProperty: Sighting {
        var copy = self
        copy.headers[SimulatedProtocol.property.lowercased()] = nil
        return copy
    }
}

/// The client's side of a simulated task: which delegate methods are called, and with what it ends.
private struct SimulatedClient: Sendable {
    let style: ClientStyle
    let delegates: Scenario.Delegates

    var hasDelegate: Bool { style.isDelegateDriven || delegates.location != nil }

    func answer(_ next: URLRequest, _ answer: @Sendable (URLRequest?) -> Void) {
        switch delegates.redirect {
        case .follow: answer(next)
        case .refuse: answer(nil)
        case .replace(let replacement): answer(replacement(next))
        }
    }

    func outcome(of events: [SimulatedTask.Event]) -> ClientOutcome {
        var body: Data?
        var response: URLResponse?
        var error: ClientError?
        var calls: [ClientEvent] = []
        for event in events {
            switch event {
            case .redirect(let head, let next):
                let target = next.url.flatMap { ClientOutcome.target(of: $0) } ?? ""
                calls.append(.redirect(status: head.statusCode, method: next.httpMethod ?? "", target: target))
            case .response(let head):
                response = head
                if !isDownload { calls.append(.response(status: head.statusCode)) }
            case .data(let data):
                body = (body ?? Data()) + data
                calls.append(
                    isDownload
                        ? .wroteData(
                            bytes: Int64(data.count), total: Int64(body?.count ?? 0),
                            expected: response?.expectedContentLength ?? -1) : .data(data))
            case .finish:
                if isDownload { calls.append(.downloaded(body ?? Data())) }
                calls.append(.completed(nil))
            case .failure(let failure):
                // On Apple's systems an error of this domain matches `URLError`.
                var seen = ClientError(failure)
                seen.isURLError = failure.domain == NSURLErrorDomain
                error = seen
                calls.append(.completed(seen))
            }
        }
        let isWhole = error == nil
        if style.isDelegateDriven {
            if isDownload { body = isWhole ? body ?? Data() : nil }
        } else {
            body = isWhole ? body ?? Data() : nil
            if !isWhole { response = nil }
            // Of the methods for data, an async method calls those of the task's own delegate.
            calls = calls.filter { call in
                switch call {
                case .redirect: true
                case .response, .data: style.isAsync && delegates.location == .task && !isDownload
                default: false
                }
            }
        }
        return ClientOutcome(data: body, response: response, error: error, events: hasDelegate ? calls : [])
    }

    private var isDownload: Bool { ClientStyle.download.contains(style) }
}

extension ClientOutcome {
    /// Returns the path and the query of a URL, as outcomes have them.
    fileprivate static func target(of url: URL) -> String? {
        HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil).flatMap {
            ClientOutcome(data: nil, response: $0, error: nil).target
        }
    }
}
