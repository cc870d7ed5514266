import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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
