import Foundation
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A protocol object with the transport that ships.
final class SimulatedProtocol: LoadingSystem, SimulatedHop, @unchecked Sendable {
    // Sendable for the same reason as ``SimulatedTask``.

    private let task: SimulatedTask
    private let frontEnd: SessionFrontEnd
    private let protocolClass: MockURLProtocol.Type
    private let request: URLRequest
    private var exchange: Exchange?
    private var transport: AppleLoadTransport?
    /// The calls so far; calls out of order are mistakes.
    private var phase = Phase.beforeResponse

    private enum Phase {
        case beforeResponse, inBody, ended
    }

    init(
        _ task: SimulatedTask, _ frontEnd: SessionFrontEnd, _ protocolClass: MockURLProtocol.Type,
        _ request: URLRequest, _ cachedResponse: CachedURLResponse?
    ) {
        self.task = task
        self.frontEnd = frontEnd
        self.protocolClass = protocolClass
        self.request = request
        #expect(!SimulatedThread.isCurrent, "a protocol is created on the session's queue")
        #expect(request.httpBody == nil)
        #expect(cachedResponse == nil)
    }

    deinit {
        guard let exchange else { return }
        exchange.transport.perform { if !exchange.isOver { exchange.cancel() } }
    }

    func startLoading() {
        expectLoadingThread()
        phase = .beforeResponse
        if let exchange { return transport?.startAgain(self, exchange) ?? () }
        let configuration = frontEnd.configuration(of: protocolClass)
        let transport = AppleLoadTransport(
            self, on: task.system, configuration: configuration,
            cookieStorage: configuration == nil ? frontEnd.cookieStorage : nil, isOwnSession: task.isOwnSession)
        let exchange = Exchange(engine: frontEnd.engine, transport: transport)
        self.transport = transport
        self.exchange = exchange
        transport.start(request, exchange)
    }

    func stopLoading() {
        expectLoadingThread()
        if let exchange { transport?.stopLoading(exchange) }
    }

    private var hasTask: Bool { !task.system.uncertain.contains(.hidesTask) }
    var isTaskOver: Bool { hasTask && task.isOver }
    var currentRequest: URLRequest? { hasTask ? task.currentRequest : nil }
    var delegateMayRefuse: Bool { !hasTask || task.delegate != nil }

    var isUpload: Bool { hasTask && task.isUpload }

    func response(_ head: ResponseHead) -> HTTPURLResponse? {
        guard !task.lacksResponses else { return nil }
        return HTTPURLResponse(
            url: head.url, statusCode: head.status, httpVersion: "HTTP/1.1", headerFields: head.headers)
    }

    func deliverRedirect(to next: URLRequest, _ response: HTTPURLResponse) {
        expect(.beforeResponse, then: .beforeResponse)
        task.receive(.redirect(response, next), from: self)
    }

    func deliver(_ response: URLResponse) {
        expect(.beforeResponse, then: .inBody)
        guard let response = response as? HTTPURLResponse else { return }
        task.receive(.response(response), from: self)
    }

    func deliver(_ chunk: Data) {
        expect(.inBody, then: .inBody)
        task.receive(.data(chunk), from: self)
    }

    func deliverEnd() {
        expect(.inBody, then: .ended)
        task.receive(.finish, from: self)
    }

    func deliver(failure: any Error) {
        expect(phase == .ended ? .inBody : phase, then: .ended)
        task.receive(.failure(SimulatedTask.error(failure, of: request)), from: self)
    }

    /// The field in the place of a property of the request, because Foundation on Linux loses such properties.
    static let property = "X-Simulated-Property"

    var hops: RedirectHops? {
        get { hasTask ? task.hops : nil }
        set { if hasTask { task.hops = newValue } }
    }

    func redirectCount(of request: URLRequest) -> Int {
        request.value(forHTTPHeaderField: Self.property).flatMap { Int($0) } ?? 0
    }

    func request(_ request: URLRequest, noting redirectCount: Int) -> URLRequest {
        var request = request
        request.setValue("\(redirectCount)", forHTTPHeaderField: Self.property)
        return request
    }

    private func expect(_ expected: Phase, then next: Phase) {
        expectLoadingThread()
        #expect(phase == expected, "a call out of order")
        phase = next
    }

    private func expectLoadingThread() {
        #expect(SimulatedThread.isCurrent, "a protocol and its client are called on the loading thread")
    }
}
