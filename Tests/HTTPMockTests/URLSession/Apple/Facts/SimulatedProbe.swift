#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import TestSupport

    @testable import HTTPMock

    extension Experiment {
        /// Runs the experiment in the simulated loading system.
        func trace(_ uncertain: Set<Uncertainty>) async -> Trace {
            let trace = Trace()
            let system = SimulatedLoadingSystem(uncertain)
            let configuration = URLSessionConfiguration.uncached
            configure(configuration)
            let probe = SimulatedClass(
                canInit: { _ in
                    trace.noteQuestion()
                    return true
                },
                canonicalRequest: Self.canonicalRequest,
                makeHop: { [script] in SimulatedProbe($0, $1, $2, trace, script) })
            let task = SimulatedTask(
                in: system, configuration: configuration,
                delegate: { [followsRedirects] next, answer in answer(followsRedirects ? next : nil) },
                of: isShared ? nil : [probe])
            reconfigure(configuration)
            system.register(probe, named: "asked")
            // Classes that decline.
            for name in ["asked later", "asked unregistered"] {
                let declining: @Sendable (URLRequest) -> Bool = { _ in
                    trace.note(name)
                    return false
                }
                system.register(
                    SimulatedClass(
                        canInit: declining, canonicalRequest: probe.canonicalRequest, makeHop: probe.makeHop),
                    named: name)
            }
            system.unregister(named: "asked unregistered")
            task.observe = { [unowned task] in trace.note($0, of: task) }
            if isDownload { task.receiveFile = { trace.note(file: $0) } }
            let created = DispatchSemaphore(value: 0)
            system.onSessionQueue { created.wait() }
            Trace.resume { task.resume(request) }
            if interruption == .cancelledAtOnce { task.cancel() }
            created.signal()
            await system.settle()
            if interruption == .cancelled { task.cancel() }
            await system.passTime()
            if trace["end"].isEmpty {
                task.passIdleTime()
                await system.settle()
                trace.note("time of the end", "\(trace["end"].isEmpty ? "" : "before ")the longest duration")
                task.passResourceTime()
            }
            await task.end()
            trace.noteRest(task.configuration ?? configuration, request)
            return trace
        }
    }

    extension Trace {
        fileprivate func note(_ event: SimulatedTask.Event, of task: SimulatedTask) {
            switch event {
            case .redirect: note("redirect", task.currentRequest?.url?.lastPathComponent ?? "no request")
            case .response(let response): note(response: response)
            case .data(let data): note("data", String(decoding: data, as: UTF8.self))
            case .finish: note(end: nil)
            case .failure(let error): note(end: error)
            }
        }
    }

    /// A protocol object of the simulation that follows a script.
    private final class SimulatedProbe: Probe, SimulatedHop {
        let request: URLRequest
        let hop: Int
        private let task: SimulatedTask
        private let trace: Trace
        private let script: @Sendable (any Probe) -> Void

        init(
            _ task: SimulatedTask, _ request: URLRequest, _ stored: CachedURLResponse?, _ trace: Trace,
            _ script: @escaping @Sendable (any Probe) -> Void
        ) {
            self.task = task
            self.request = request
            self.trace = trace
            self.script = script
            hop = trace["created"].count + 1
            trace.note("created", SimulatedThread.nameOfCurrent)
            trace.note("stored response", stored == nil ? "none" : "handed over")
        }

        var hasTask: Bool { !task.system.uncertain.contains(.hidesTask) }

        func startLoading() {
            trace.note("started", SimulatedThread.nameOfCurrent)
            trace.note("started \(hop)")
            script(self)
        }

        func stopLoading() {
            trace.note("stopped \(hop)", SimulatedThread.nameOfCurrent)
        }

        func send(_ call: ProbeCall) {
            switch call {
            case .redirect(let next, let response): task.receive(.redirect(response, next), from: self)
            case .response(let response, let mayBeStored):
                task.storesResponse = mayBeStored
                task.receive(.response(response), from: self)
            case .data(let data):
                trace.note("sent data")
                task.receive(.data(data), from: self)
            case .finish:
                trace.note("sent end")
                task.receive(.finish, from: self)
            case .failure(let error):
                trace.note("sent end")
                task.receive(.failure(SimulatedTask.error(error, of: request)), from: self)
            }
        }

        func later(_ work: @escaping @Sendable () -> Void) {
            task.system.perform(after: .milliseconds(100), work)
        }

        func marked(_ request: URLRequest) -> URLRequest {
            var request = request
            request.setValue("marked", forHTTPHeaderField: SimulatedProtocol.property)
            return request
        }

        var isMarked: Bool { request.value(forHTTPHeaderField: SimulatedProtocol.property) != nil }
    }
#endif
