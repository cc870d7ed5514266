// swift-format-ignore-file: NeverForceUnwrap
// A probe that fails has no other use.

// What FoundationNetworking does with a custom `URLProtocol`, one behaviour a process: probes NAME PORT
//
// `probes list` prints the names, `probes table` the name, the heading in FoundationOnLinux.md and the question of
// each.
// A probe prints one short line. A crash or a wait without end is an answer as well.

import Dispatch
import Foundation
import FoundationNetworking

/// A protocol as somebody writes it who knows only its documentation.
final class Naive: URLProtocol {
    nonisolated(unsafe) static var start: (Naive) -> Void = { $0.answer() }
    nonisolated(unsafe) static var stopCount = 0

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() { Self.start(self) }
    override func stopLoading() { Self.stopCount += 1 }

    func answer(_ status: Int = 200, _ fields: [String: String] = [:], chunks: [String] = ["ok"]) {
        let response = HTTPURLResponse(
            url: request.url!, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)!
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        for chunk in chunks { client?.urlProtocol(self, didLoad: Data(chunk.utf8)) }
        client?.urlProtocolDidFinishLoading(self)
    }
}

struct Probe {
    let name: String
    let heading: String
    let question: String
    let run: () async throws -> Void
}

final class Delegate: NSObject, URLSessionDownloadDelegate, URLSessionDataDelegate, @unchecked Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        completionHandler(.useCredential, URLCredential(user: "u", password: "p", persistence: .none))
    }
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if String(decoding: data, as: UTF8.self).hasSuffix("bytes") { finish("is sent to the network") }
    }
    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo file: URL) {
        finish("has a file")
    }
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        finish(error == nil ? "ends" : "fails")
    }
}

func finish(_ answer: String) -> Never {
    print(answer)
    exit(0)
}

func local(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(CommandLine.arguments[2])\(path)")! }

func session(isMocked: Bool = true, delegate: Delegate? = nil) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    if isMocked { configuration.protocolClasses = [Naive.self] }
    return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
}

/// Makes a request with a completion handler, and prints what the handler gets.
func get(
    _ session: URLSession, _ request: URLRequest,
    _ answer: @escaping @Sendable (Data?, HTTPURLResponse) -> String = { _, response in "\(response.statusCode)" }
) -> Never {
    session.dataTask(with: request) { data, response, error in
        if let error { finish("fails with \((error as? URLError).map { "\($0.code.rawValue)" } ?? "\(error)")") }
        finish(answer(data, response as! HTTPURLResponse))
    }.resume()
    while true { sleep(60) }
}

let mocked = session()
let native = session(isMocked: false)
let url = URL(string: "http://example.com/a")!
let request = URLRequest(url: url)
let challenge = ["WWW-Authenticate": "Basic realm=\"r\""]

let probes = [
    Probe(name: "off-queue", heading: "The work queue", question: "the client is called on another queue") {
        Naive.start = { loading in
            nonisolated(unsafe) let loading = loading
            DispatchQueue.global().async { loading.answer() }
        }
        for _ in 1...20 {
            await withTaskGroup(of: Void.self) { group in
                for _ in 1...1_000 { group.addTask { _ = try? await mocked.data(for: request) } }
            }
        }
        finish("20,000 requests end")
    },
    Probe(name: "cancel", heading: "Blocking the work queue", question: "`cancel()` in `startLoading`") {
        Naive.start = { $0.task?.cancel() }
        get(mocked, request)
    },
    Probe(name: "suspend", heading: "Blocking the work queue", question: "`suspend()` in `startLoading`") {
        Naive.start = { loading in
            loading.task?.suspend()
            finish("returns")
        }
        get(mocked, request)
    },
    Probe(
        name: "other-task", heading: "Blocking the work queue",
        question: "a task of another session is created in `startLoading`"
    ) {
        Naive.start = { loading in
            _ = native.dataTask(with: local("/echo"))
            finish("returns")
        }
        get(mocked, request)
    },
    Probe(
        name: "cancelled-task", heading: "Cancelling an awaited task",
        question: "2,000 awaited requests are cancelled as they end"
    ) {
        for round in 1...2_000 {
            let task = Task { _ = try await mocked.data(for: request) }
            for _ in 0..<round % 40 { await Task.yield() }
            task.cancel()
            _ = await task.result
        }
        finish("all end")
    },
    Probe(name: "cancel-waits", heading: "Cancelling", question: "`cancel()` while the work queue is busy") {
        Naive.start = { _ in usleep(1_000_000) }
        let task = mocked.dataTask(with: url) { _, _, _ in }
        task.resume()
        usleep(200_000)
        let start = DispatchTime.now().uptimeNanoseconds
        task.cancel()
        let time = DispatchTime.now().uptimeNanoseconds - start
        finish(time > 200_000_000 ? "waits" : "returns at once")
    },
    Probe(name: "stop", heading: "Cancelling", question: "`stopLoading` after a normal end") {
        _ = try await mocked.data(for: request)
        usleep(200_000)
        finish(Naive.stopCount == 0 ? "is not called" : "is called")
    },
    Probe(name: "late-call", heading: "Calls after the end", question: "the client is called after a cancellation") {
        Naive.start = { loading in
            nonisolated(unsafe) let loading = loading
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) {
                loading.client?.urlProtocol(loading, didLoad: Data("late".utf8))
                finish("is ignored")
            }
        }
        let task = mocked.dataTask(with: url) { _, _, _ in }
        task.resume()
        usleep(100_000)
        task.cancel()
        sleep(60)
    },
    Probe(
        name: "no-response", heading: "Ends without a response", question: "an awaited request ends without a response"
    ) {
        Naive.start = { $0.client?.urlProtocolDidFinishLoading($0) }
        _ = try? await mocked.data(for: request)
        finish("ends")
    },
    Probe(name: "invalidated", heading: "Invalidated sessions", question: "a task of an invalidated session is created")
    {
        mocked.invalidateAndCancel()
        mocked.dataTask(with: url).resume()
        finish("is created")
    },
    Probe(name: "mocked-401", heading: "Challenges", question: "a mocked 401 with a Basic challenge") {
        Naive.start = { $0.answer(401, challenge) }
        get(mocked, request)
    },
    Probe(name: "native-401", heading: "Challenges", question: "a 401 of a server with a Basic challenge") {
        get(native, URLRequest(url: local("/401")))
    },
    Probe(name: "credential", heading: "Challenges", question: "a mocked 401 that a delegate answers with a credential")
    {
        Naive.start = { $0.answer(401, challenge) }
        session(delegate: Delegate()).dataTask(with: local("/echo")).resume()
        sleep(60)
    },
    Probe(name: "live", heading: "Live configurations", question: "a protocol class is added to a session that exists")
    {
        native.configuration.protocolClasses = [Naive.self]
        get(native, request) { _, _ in "is used" }
    },
    Probe(name: "upload", heading: "Request bodies", question: "`httpBody` and `httpBodyStream` of an upload task") {
        Naive.start = { finish($0.request.httpBody == nil && $0.request.httpBodyStream == nil ? "are nil" : "have it") }
        var upload = request
        upload.httpMethod = "POST"
        mocked.uploadTask(with: upload, from: Data("body".utf8)) { _, _, _ in }.resume()
        sleep(60)
    },
    Probe(name: "chunks", heading: "Chunks of a body", question: "a handler receives the chunks a, b, c") {
        Naive.start = { $0.answer(chunks: ["a", "b", "c"]) }
        get(mocked, request) { data, _ in String(decoding: data ?? Data(), as: UTF8.self) }
    },
    Probe(name: "download", heading: "Downloads", question: "a download with a delegate") {
        session(delegate: Delegate()).downloadTask(with: url).resume()
        sleep(60)
    },
    Probe(name: "redirect", heading: "Redirects", question: "`urlProtocol(_:wasRedirectedTo:redirectResponse:)`") {
        Naive.start = { loading in
            let response = HTTPURLResponse(
                url: url, statusCode: 302, httpVersion: nil, headerFields: ["Location": "/b"])
            loading.client?.urlProtocol(loading, wasRedirectedTo: request, redirectResponse: response!)
            finish("returns")
        }
        get(mocked, request)
    },
    Probe(name: "passed-on", heading: "Redirects", question: "a mocked 302 that is passed on") {
        Naive.start = { $0.answer(302, ["Location": "/b"]) }
        get(mocked, request)
    },
    Probe(name: "native-307", heading: "Redirects", question: "the native loader follows a 307 of a POST with 4 bytes")
    {
        var post = URLRequest(url: local("/307"))
        post.httpMethod = "POST"
        post.httpBody = Data("body".utf8)
        get(native, post) { data, _ in "with " + String(decoding: data ?? Data(), as: UTF8.self) }
    },
    Probe(name: "cookies", heading: "Cookies of a response", question: "a mocked response sets a cookie") {
        Naive.start = { $0.answer(200, ["Set-Cookie": "a=1"]) }
        _ = try await mocked.data(for: request)
        finish(mocked.configuration.httpCookieStorage?.cookies?.isEmpty == false ? "is stored" : "is not stored")
    },
    Probe(name: "cookie-name", heading: "Cookies with unusual names", question: "a cookie is named by flags") {
        _ = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": "🇩🇪🇩🇪🇩🇪=1"], for: url)
        finish("is read")
    },
    Probe(name: "timeout", heading: "Timeouts", question: "a mocked request without a response, with a timeout of 1 s")
    {
        Naive.start = { _ in }
        DispatchQueue.global().asyncAfter(deadline: .now() + 4) { finish("has no timeout") }
        var limited = request
        limited.timeoutInterval = 1
        get(mocked, limited)
    },
    Probe(name: "infinite", heading: "Timeouts", question: "the native loader with an infinite timeout") {
        var unlimited = URLRequest(url: local("/echo"))
        unlimited.timeoutInterval = .infinity
        get(native, unlimited)
    },
    Probe(name: "no-blank", heading: "Errors of the native loader", question: "a field without a blank after its colon")
    {
        get(native, URLRequest(url: local("/no-blank")))
    },
    Probe(
        name: "cut-head", heading: "Errors of the native loader",
        question: "a connection that ends in the head of a response"
    ) {
        get(native, URLRequest(url: local("/cut-head")))
    },
]

setvbuf(stdout, nil, _IOLBF, 0)
switch CommandLine.arguments.dropFirst().first {
case "list":
    for probe in probes { print(probe.name) }
case "table":
    for probe in probes { print("\(probe.name)\t\(probe.heading)\t\(probe.question)") }
case let name:
    try await probes.first { $0.name == name }?.run()
}
