import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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
