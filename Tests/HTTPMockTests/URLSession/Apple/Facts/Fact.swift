import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A published fact about Apple's loading system, with the experiment that shows it.
struct Fact: Sendable, CustomTestStringConvertible {
    /// The number of the fact; several experiments may ask about one.
    let number: Int
    let title: String
    /// The observation that most sources report; nil if no source knows, so that only a Mac can show it.
    let reported: String?
    /// The other observation, and the simulation's switch for it, if sources differ.
    var otherwise: (switch: Uncertainty, seen: String)?
    var experiment = Experiment()
    /// Returns the observation.
    let observe: @Sendable (Trace) -> String

    init(
        _ number: Int, _ title: String, _ reported: String?, otherwise: (switch: Uncertainty, seen: String)? = nil,
        _ experiment: Experiment = Experiment(), observe: @escaping @Sendable (Trace) -> String
    ) {
        self.number = number
        self.title = title
        self.reported = reported
        self.otherwise = otherwise
        self.experiment = experiment
        self.observe = observe
    }

    var testDescription: String { "\(number): \(title)" }
}

/// A request with a protocol that follows a script.
struct Experiment: Sendable {
    enum Interruption: Sendable {
        /// The task is cancelled in the moment after `resume()`.
        case cancelledAtOnce
        /// The task is cancelled after its protocol was started.
        case cancelled
        /// The task is suspended after its protocol was started, and resumed.
        case suspended
    }

    var request = URLRequest.example("https://facts.example.com/a")
    var configure: @Sendable (URLSessionConfiguration) -> Void = { _ in }
    /// Changes the configuration after the session was created.
    var reconfigure: @Sendable (URLSessionConfiguration) -> Void = { _ in }
    var followsRedirects = true
    var isDownload = false
    /// Whether the shared session makes the request, with a class that is registered.
    var isShared = false
    var interruption: Interruption?
    /// The calls of the protocol, on the loading thread.
    var script: @Sendable (any Probe) -> Void = { $0.answer() }

    static let canonicalRequest: @Sendable (URLRequest) -> URLRequest = { request in
        var request = request
        request.setValue("yes", forHTTPHeaderField: "X-Canonical")
        return request
    }
}

/// A protocol object that follows a script, in a real or a simulated loading system.
protocol Probe: AnyObject, Sendable {
    var request: URLRequest { get }
    /// The number of the hop, from 1.
    var hop: Int { get }
    var hasTask: Bool { get }
    func send(_ call: ProbeCall)
    /// Runs work on the loading thread after some real time.
    func later(_ work: @escaping @Sendable () -> Void)
    /// Returns a request that has a property, and whether a request has it.
    func marked(_ request: URLRequest) -> URLRequest
    var isMarked: Bool { get }
}

/// A call of the client by a protocol.
enum ProbeCall: Sendable {
    case redirect(to: URLRequest, HTTPURLResponse)
    case response(HTTPURLResponse, mayBeStored: Bool)
    case data(Data)
    case finish
    case failure(any Error)
}

/// A response whose type may be lost on the way to the client.
final class ProbeResponse: HTTPURLResponse, @unchecked Sendable {}

/// An error of Swift, whose type may be lost on the way to the client.
struct ProbeError: Error {}

extension Probe {
    /// Answers with a text of a type that no loading system keeps back.
    func answer(_ text: String = "text", headers: [String: String] = [:], mayBeStored: Bool = false) {
        let type = ["Content-Type": "application/json"]
        respond(200, headers.merging(type) { own, _ in own }, mayBeStored: mayBeStored)
        send(.data(Data(text.utf8)))
        send(.finish)
    }

    func respond(_ status: Int, _ headers: [String: String] = [:], mayBeStored: Bool = false) {
        guard let response = response(status, headers) else { return }
        send(.response(response, mayBeStored: mayBeStored))
    }

    /// Redirects the first hop, and answers the second.
    func redirectOnce(_ headers: [String: String] = [:]) {
        guard hop == 1 else { return answer("here") }
        redirect(headers)
    }

    func redirect(_ headers: [String: String] = [:], method: String = "GET", to url: URL? = nil) {
        guard let response = response(302, headers) else { return }
        var next = URLRequest.example("https://facts.example.com/hop\(hop + 1)", method: method)
        if let url { next.url = url }
        next.setValue(request.value(forHTTPHeaderField: Trace.field), forHTTPHeaderField: Trace.field)
        send(.redirect(to: marked(next), response))
    }

    private func response(_ status: Int, _ headers: [String: String]) -> HTTPURLResponse? {
        request.url.flatMap {
            ProbeResponse(url: $0, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        }
    }
}

/// The events of an experiment in their order: those of the protocols, and those of the client.
final class Trace: Sendable {
    typealias Event = (name: String, detail: String)

    /// The field of a request that names its experiment.
    static let field = "X-Fact"
    /// The value of a task-local of the test, where a class is asked.
    @TaskLocal static var caller = "hidden"
    private let list = Observed<[Event]>([])

    func note(_ name: String, _ detail: String = "") {
        list.change { $0.append((name, detail)) }
    }

    /// Runs `resume()` so that a call of ``noteQuestion()`` inside of it is seen.
    static func resume(_ work: () -> Void) {
        $caller.withValue("seen") {
            Thread.current.threadDictionary["resumes"] = true
            work()
            Thread.current.threadDictionary["resumes"] = nil
        }
    }

    /// Notes that a class is asked whether it handles the request.
    func noteQuestion() {
        note("asked", Self.caller)
        if Thread.current.threadDictionary["resumes"] != nil { note("asked in resume") }
    }

    func note(response: HTTPURLResponse) {
        note("response", "\(response.statusCode)")
        let names = response.allHeaderFields.keys.map { "\($0)" }
        note("fields", names.filter { $0 != "Content-Type" }.sorted().joined(separator: ", "))
        note("class of the response", response is ProbeResponse ? "kept" : "lost")
    }

    func note(end error: (any Error)?) {
        guard let error = error as NSError? else { return note("end", "no error") }
        note("type of the error", error as any Error is ProbeError ? "kept" : "lost")
        note("failing URL", error.userInfo[NSURLErrorFailingURLErrorKey] == nil ? "missing" : "added")
        note("own value", error.userInfo["own"] == nil ? "lost" : "kept")
        note("end", "\(error.domain) \(error.code)")
    }

    /// Notes what the session has after the end.
    func noteRest(_ configuration: URLSessionConfiguration, _ request: URLRequest) {
        for cookie in configuration.httpCookieStorage?.cookies ?? [] { note("stored cookie", cookie.name) }
        if configuration.urlCache?.cachedResponse(for: request) != nil { note("cached") }
        if let file = self["file"].first {
            note("file afterwards", FileManager.default.fileExists(atPath: file) ? "there" : "gone")
        }
    }

    func note(file: URL) {
        note("file", file.path)
        note("content of the file", (try? String(contentsOf: file, encoding: .utf8)) ?? "unreadable")
    }

    /// Waits for an event; the longest duration of a request brings an end.
    func wait(for name: String) async {
        await list.wait { $0.contains { $0.name == name } }
    }

    var events: [Event] { list.value }

    /// The details of the events of a name.
    subscript(name: String) -> [String] { events.filter { $0.name == name }.map(\.detail) }

    /// The detail of the first event of a name; "never" if there is none.
    func first(_ name: String) -> String { self[name].first ?? "never" }

    func count(_ name: String) -> String { "\(self[name].count)" }

    /// Returns two events in the order of their first times.
    func order(_ one: String, _ other: String) -> String {
        let names = events.map(\.name)
        guard let first = names.firstIndex(of: one), let second = names.firstIndex(of: other) else {
            return "not both"
        }
        return first < second ? "\(one), \(other)" : "\(other), \(one)"
    }
}
