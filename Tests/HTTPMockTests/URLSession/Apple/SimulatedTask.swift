import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A task of a simulated Apple loading system, which creates a protocol for each hop.
///
/// Its state belongs to the loading thread; the events may be read anywhere.
final class SimulatedTask: @unchecked Sendable {
    // Sendable although its state is mutable, because it is touched on the loading thread only, or before the start.

    /// An event that the session reports to its client.
    enum Event: Sendable {
        case redirect(HTTPURLResponse, URLRequest)
        case response(HTTPURLResponse)
        case data(Data)
        case finish
        case failure(NSError)
    }

    typealias RedirectDelegate = @Sendable (URLRequest, _ answer: @escaping @Sendable (URLRequest?) -> Void) -> Void

    let system: SimulatedLoadingSystem
    /// The session's copy of the configuration; nil for a bare `protocolClass`.
    let configuration: URLSessionConfiguration?
    /// The redirect delegate, called on the delegate queue; nil if there is none.
    let delegate: RedirectDelegate?
    /// The classes that the configuration lists; nil in the shared session, which asks the registered ones.
    private let protocolClasses: [SimulatedClass]?
    /// Called with each event that the client sees.
    var observe: @Sendable (Event) -> Void = { _ in }
    /// Whether the session is the instance's own.
    var isOwnSession = false
    var isUpload = false
    /// Whether the system rejects every head.
    var lacksResponses = false
    /// Whether the protocol allows that its response is stored.
    var storesResponse = false
    /// Receives the file of a download task, which is deleted afterwards; nil for other tasks.
    var receiveFile: (@Sendable (URL) -> Void)?
    /// Whether a hop is stopped only at the end of the task.
    var stopsLate = false
    private let reported = Observed<[Event]>([])
    private(set) var isOver = false
    private(set) var currentRequest: URLRequest?
    var hops: RedirectHops?
    private var hop: (any SimulatedHop)?
    private var lateHops: [any SimulatedHop] = []
    /// The redirect for which the delegate has not decided.
    private var offer: URLRequest?
    private var held: [(Event, any SimulatedHop)] = []
    /// The response that is not reported yet, with the data so far.
    private var unreported: (response: HTTPURLResponse, data: Data)?
    private var response: HTTPURLResponse?
    private var body = Data()
    private var hasStartedAgain = false
    private var isStartingAgain = false

    init(
        in system: SimulatedLoadingSystem, configuration: URLSessionConfiguration?, delegate: RedirectDelegate?,
        of protocolClasses: [SimulatedClass]?
    ) {
        self.system = system
        self.configuration = configuration?.copy() as? URLSessionConfiguration
        self.delegate = delegate
        self.protocolClasses = protocolClasses
    }

    /// Creates a task that a mock answers.
    ///
    /// - Parameter configuration: The configuration in which the mock is installed; nil for a bare `protocolClass`.
    convenience init(
        _ mock: HTTPMock, in system: SimulatedLoadingSystem, configuration: URLSessionConfiguration? = nil,
        delegate: RedirectDelegate? = nil
    ) {
        let frontEnd = mock.frontEnd
        let known = configuration.map { frontEnd.protocolClass(for: $0) } ?? frontEnd.protocolClass
        self.init(
            in: system, configuration: configuration, delegate: delegate,
            of: [
                SimulatedClass(
                    canInit: { known.canInit(with: $0) }, canonicalRequest: { known.canonicalRequest(for: $0) },
                    makeHop: { SimulatedProtocol($0, frontEnd, known, $1, $2) })
            ])
    }

    var events: [Event] { reported.value }

    /// The events as short texts.
    var seen: [String] { events.map(\.description) }

    /// Returns at once, before any code of a protocol has run.
    func resume(_ request: URLRequest) {
        system.onSessionQueue { [self] in begin(with: prepared(request), after: nil) }
    }

    /// Makes a request, and waits until only time could bring more.
    func run(_ request: URLRequest) async {
        resume(request)
        await system.settle()
    }

    /// Waits for the end of the task.
    func end() async {
        await reported.wait { $0.last?.isEnd == true }
        await system.settle()
    }

    func cancel() {
        system.perform { [self] in fail(NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled)) }
    }

    /// Lets the session's longest duration of a request pass.
    func passResourceTime() {
        system.perform { [self] in fail(NSError(domain: NSURLErrorDomain, code: NSURLErrorTimedOut)) }
    }

    /// Fails the task as a system that never creates a protocol for it.
    func fail(withoutProtocol code: Int, _ request: URLRequest) {
        let userInfo = request.url.map { [NSURLErrorFailingURLErrorKey: $0] } ?? [:]
        system.perform { [self] in fail(NSError(domain: NSURLErrorDomain, code: code, userInfo: userInfo)) }
    }

    /// Lets the session's idle timeout pass.
    func passIdleTime() {
        if system.uncertain.contains(.endsIdleTasks) { passResourceTime() }
    }

    /// Stops and starts the protocol of the current hop again.
    func startAgain() async {
        system.perform { [self] in hop?.stopLoading() }
        system.perform { [self] in hop?.startLoading() }
        await system.settle()
    }

    /// Stops the protocol of the current hop, as a suspension does.
    func stop() async {
        system.perform { [self] in hop?.stopLoading() }
        await system.settle()
    }

    func start() async {
        system.perform { [self] in hop?.startLoading() }
        await system.settle()
    }

    // MARK: Starting

    /// Returns the request as the system hands it to a protocol.
    private func prepared(_ original: URLRequest) -> URLRequest {
        var request = original
        for case (let name as String, let value as String) in configuration?.httpAdditionalHeaders ?? [:]
        where request.value(forHTTPHeaderField: name) == nil {
            request.setValue(value, forHTTPHeaderField: name)
        }
        return Self.withBodyAsStream(request)
    }

    /// Returns the request with its body as a stream that can be read once.
    private static func withBodyAsStream(_ original: URLRequest) -> URLRequest {
        guard let body = original.httpBody else { return original }
        var request = original
        request.setValue("\(body.count)", forHTTPHeaderField: "Content-Length")
        request.httpBody = nil
        request.httpBodyStream = InputStream(data: body)
        return request
    }

    /// Creates the protocol of a hop, on the session queue.
    private func begin(with original: URLRequest, after old: (any SimulatedHop)?) {
        let times = 0..<(system.uncertain.contains(.asksTwice) ? 2 : 1)
        let known = (protocolClasses ?? system.registeredClasses).first { known in
            times.map { _ in known.canInit(original) }.allSatisfy { $0 }
        }
        guard let known else {
            Issue.record("no class accepts the request")
            return cancel()
        }
        let request = known.canonicalRequest(original)
        // Under the default policy, a stored response is never handed over.
        let isHandedOver = request.cachePolicy != .useProtocolCachePolicy
        let cached = isHandedOver ? configuration?.urlCache?.cachedResponse(for: request) : nil
        let hop = known.makeHop(self, request, cached)
        system.perform { [self] in
            if let old {
                if stopsLate { lateHops.append(old) } else { old.stopLoading() }
            }
            guard !isOver || old == nil && system.uncertain.contains(.startsCancelledTasks) else { return }
            self.hop = hop
            currentRequest = request
            let wasOver = isOver
            hop.startLoading()
            if wasOver { hop.stopLoading() }
        }
    }

    // MARK: Redirects

    private func decide(_ answer: URLRequest?) {
        // A second answer counts for nothing.
        guard offer != nil, !isOver else { return }
        offer = nil
        let late = held
        held = []
        guard let next = answer else {
            for (event, hop) in late { deliver(event, from: hop) }
            return
        }
        currentRequest = next
        let old = hop
        system.onSessionQueue { [self] in begin(with: Self.withBodyAsStream(next), after: old) }
    }

    // MARK: Calls of the protocols

    func receive(_ event: Event, from hop: any SimulatedHop) {
        guard !isOver else { return }
        if case .redirect(_, let redirected) = event {
            let next = redirected.withoutBase
            if system.uncertain.contains(.changesRequestEarly) { currentRequest = next }
            report(event)
            let count = self.events.count { if case .redirect = $0 { true } else { false } }
            if system.uncertain.contains(.limitsRedirects), count > 20 {
                return fail(NSError(domain: NSURLErrorDomain, code: NSURLErrorHTTPTooManyRedirects))
            }
            offer = next
            guard let delegate else { return system.perform { [self] in decide(next) } }
            return system.onDelegateQueue { [self] in
                delegate(next) { [self] answer in system.perform { [self] in decide(answer) } }
            }
        }
        if offer != nil { return held.append((event, hop)) }
        deliver(event, from: hop)
    }

    /// Reports an event, some time after the protocol has sent it.
    ///
    /// A response of a hop that the task has left becomes the answer, if it comes before the hop is stopped.
    private func deliver(_ event: Event, from hop: any SimulatedHop) {
        guard !isOver, !isStartingAgain else { return }
        switch event {
        case .redirect: break
        case .response(let sent):
            let response = sent.rebuilt
            self.response = response
            body = Data()
            unreported = (response, Data())
            if !system.uncertain.contains(.reportsWithData), !Self.isHeld(response, system) { reportResponse() }
            if system.uncertain.contains(.startsAgain), !hasStartedAgain { startAgain(hop) }
        case .data(let data):
            body += data
            guard let (response, earlier) = unreported else { return report(event) }
            unreported = (response, earlier + data)
            if !Self.isHeld(response, system) || earlier.count + data.count >= 512 { reportResponse() }
        case .finish:
            reportResponse()
            storeAndWrite()
            end(with: event)
        case .failure:
            // An error soon after the first data overtakes what is held.
            unreported = nil
            end(with: event)
        }
    }

    /// Stores a response and writes the file of a download, before the task ends.
    private func storeAndWrite() {
        if storesResponse, let response, let currentRequest {
            configuration?.urlCache?.storeCachedResponse(
                CachedURLResponse(response: response, data: body), for: currentRequest)
        }
        guard let receiveFile else { return }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        #expect(FileManager.default.createFile(atPath: file.path, contents: body))
        receiveFile(file)
        try? FileManager.default.removeItem(at: file)
    }

    /// Returns an error as the system passes it on: without its Swift type, with the URL and the task.
    static func error(_ error: any Error, of request: URLRequest) -> NSError {
        let error = error as NSError
        var userInfo = error.userInfo
        userInfo[NSURLErrorFailingURLErrorKey] = userInfo[NSURLErrorFailingURLErrorKey] ?? request.url
        userInfo["_NSURLErrorFailingURLSessionTaskErrorKey"] = "a task"
        return NSError(domain: error.domain, code: error.code, userInfo: userInfo)
    }

    private static func isHeld(_ response: HTTPURLResponse, _ system: SimulatedLoadingSystem) -> Bool {
        guard !system.uncertain.contains(.sendsTextAtOnce) else { return false }
        return response.value(forHTTPHeaderField: "Content-Type").map { $0.lowercased().hasPrefix("text/") } ?? true
    }

    private func reportResponse() {
        guard let (response, data) = unreported else { return }
        unreported = nil
        report(.response(response))
        if !data.isEmpty { report(.data(data)) }
    }

    private func report(_ event: Event) {
        observe(event)
        let joins = system.uncertain.contains(.joinsData)
        reported.change { events in
            if joins, case .data(let data) = event, case .data(let earlier)? = events.last {
                events[events.count - 1] = .data(earlier + data)
            } else {
                events.append(event)
            }
        }
    }

    private func startAgain(_ hop: any SimulatedHop) {
        hasStartedAgain = true
        isStartingAgain = true
        system.perform { [self] in
            hop.stopLoading()
            isStartingAgain = false
            unreported = nil
            reported.change { events in
                while case .response? = events.last { events.removeLast() }
            }
            hop.startLoading()
        }
    }

    private func fail(_ error: NSError) {
        guard !isOver else { return }
        isOver = true
        report(.failure(error))
        hop?.stopLoading()
    }

    private func end(with event: Event) {
        isOver = true
        report(event)
        for old in lateHops + (hop.map { [$0] } ?? []) {
            system.perform { old.stopLoading() }
        }
    }
}

extension SimulatedTask.Event: CustomStringConvertible {
    var isEnd: Bool {
        switch self {
        case .finish, .failure: true
        case .redirect, .response, .data: false
        }
    }

    var description: String {
        switch self {
        case .redirect(let response, _): "redirect \(response.statusCode)"
        case .response(let response): "response \(response.statusCode)"
        case .data(let data): "data \(String(decoding: data, as: UTF8.self))"
        case .finish: "finish"
        case .failure(let error): "failure \(error.code)"
        }
    }
}

extension URLRequest {
    /// The request with a relative URL as the system reads it: without a host.
    fileprivate var withoutBase: URLRequest {
        guard let url, url.baseURL != nil else { return self }
        var request = self
        request.url = URL(string: url.relativeString)
        return request
    }
}

extension HTTPURLResponse {
    /// A response with the same URL, status and fields; a subclass and its members are lost.
    fileprivate var rebuilt: HTTPURLResponse {
        let fields = Dictionary(uniqueKeysWithValues: allHeaderFields.map { ("\($0.key)", "\($0.value)") })
        return url.flatMap {
            HTTPURLResponse(url: $0, statusCode: statusCode, httpVersion: "HTTP/1.1", headerFields: fields)
        } ?? self
    }
}
