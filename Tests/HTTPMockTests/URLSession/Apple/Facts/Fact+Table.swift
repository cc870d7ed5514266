import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Fact {
    /// The facts that a program can show, by topic.
    static let all: [Fact] = requests + redirects + responses + lives + unknown

    private static let requests = [
        Fact(1, "resume returns before a class is asked", "0") { $0.count("asked in resume") },
        Fact(2, "a protocol is created on another thread than the loading thread", "true") {
            "\($0.first("created") != $0.first("started"))"
        },
        Fact(2, "a protocol is started and stopped on one thread", "true") {
            "\($0.first("started") == $0.first("stopped 1"))"
        },
        Fact(3, "the loading thread has a name", "com.apple.CFNetwork.CustomProtocols") { $0.first("started") },
        Fact(4, "a class is asked without the caller's task-local values", "hidden") { $0.first("asked") },
        Fact(8, "a class is asked once", "1", otherwise: (.asksTwice, "2")) { $0.count("asked") },
        Fact(
            9, "a protocol has a task", "true", otherwise: (.hidesTask, "false"),
            Experiment(script: { $0.answer("\($0.hasTask)") })
        ) { $0.first("data") },
        Fact(
            14, "the body of data is a stream", "stream",
            Experiment(request: post, script: { $0.answer($0.request.httpBodyStream == nil ? "none" : "stream") })
        ) { $0.first("data") },
        field(15, "the length of a body of data is a field", "Content-Length", "4", Experiment(request: post)),
        Fact(16, "upload progress is not reported", "0", Experiment(request: post)) { $0.count("sent") },
        field(
            18, "the session's fields are in the request", "X-Session", "session",
            Experiment(configure: { $0.httpAdditionalHeaders = ["X-Session": "session"] })),
        field(18, "the canonical request is used", "X-Canonical", "yes", Experiment()),
        Fact(
            17, "a body that nobody reads does not keep the request from its end", "no error",
            Experiment(request: post)
        ) { $0.first("end") },
        Fact(
            19, "the request has no policies of the session", "true true true",
            Experiment(
                configure: { configuration in
                    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
                    configuration.allowsCellularAccess = false
                    configuration.httpShouldSetCookies = false
                },
                script: { probe in
                    let request = probe.request
                    let isDefault = request.cachePolicy == .useProtocolCachePolicy
                    probe.answer("\(isDefault) \(request.allowsCellularAccess) \(request.httpShouldHandleCookies)")
                })
        ) { $0.first("data") },
        Fact(
            19, "the request has no timeout of the session", "60.0",
            Experiment(
                configure: { $0.timeoutIntervalForRequest = 7 }, script: { $0.answer("\($0.request.timeoutInterval)") })
        ) { $0.first("data") },
        field(
            20, "stored cookies are not in the request", "Cookie", "none",
            Experiment(configure: { configuration in
                let properties: [HTTPCookiePropertyKey: Any] = [
                    .name: "a", .value: "1", .domain: "facts.example.com", .path: "/",
                ]
                HTTPCookie(properties: properties).map { configuration.httpCookieStorage?.setCookie($0) }
            })),
        field(
            60, "a session copies its configuration", "X-Late", "none",
            Experiment(reconfigure: { $0.httpAdditionalHeaders = ["X-Late": "late"] })),
        Fact(
            59, "the shared session asks the class that was registered last first", "asked later, asked",
            Experiment(isShared: true)
        ) { $0.order("asked later", "asked") },
        Fact(59, "another session asks no registered class", "0") { $0.count("asked later") },
        Fact(
            61, "an unregistered class is not asked", "0", otherwise: (.keepsUnregisteredClasses, "1"),
            Experiment(isShared: true)
        ) { $0["asked unregistered"].isEmpty ? "0" : "1" },
    ]

    private static let post = URLRequest.example("https://facts.example.com/a", method: "POST", body: "body")

    /// Returns a fact about a field of the request that a protocol sees.
    private static func field(
        _ number: Int, _ title: String, _ name: String, _ reported: String, _ experiment: Experiment
    ) -> Fact {
        var experiment = experiment
        experiment.script = { $0.answer($0.request.value(forHTTPHeaderField: name) ?? "none") }
        return Fact(number, title, reported, experiment) { $0.first("data") }
    }

    private static let redirects = [
        Fact(
            22, "properties of a request survive a redirect", "true",
            Experiment(script: { $0.hop == 1 ? $0.redirect() : $0.answer("\($0.isMarked)") })
        ) { $0.first("data") },
        Fact(
            23, "cookies of a redirect are not stored", "0",
            Experiment(script: { $0.redirectOnce(["Set-Cookie": "a=1; Path=/"]) })
        ) { $0.count("stored cookie") },
        Fact(26, "a followed redirect makes a new protocol", "2", Experiment(script: { $0.redirectOnce() })) {
            $0.count("created")
        },
        Fact(
            30, "the first protocol is stopped before the second is started", "stopped 1, started 2",
            Experiment(script: { $0.redirectOnce() })
        ) { $0.order("stopped 1", "started 2") },
        Fact(
            30, "a response during the decision is dropped if the redirect is followed", "200",
            Experiment(script: { probe in
                probe.redirectOnce()
                guard probe.hop == 1 else { return }
                probe.respond(302)
                probe.send(.finish)
            })
        ) { $0.first("response") },
        Fact(
            30, "a response after the redirect was followed becomes the answer", "302",
            Experiment(script: { probe in
                if probe.hop == 1 { probe.redirect() }
                probe.later {
                    guard probe.hop == 1 else { return probe.later { probe.answer() } }
                    probe.respond(302)
                    probe.send(.finish)
                }
            })
        ) { $0.first("response") },
        Fact(
            0, "the current request of a task during the decision about a redirect", nil,
            otherwise: (.changesRequestEarly, "hop2"), Experiment(script: { $0.redirectOnce() })
        ) { $0.first("redirect") },
        Fact(
            27, "a refused redirect hangs if the protocol is silent", "the longest duration",
            Experiment(configure: shortly, followsRedirects: false, script: { $0.redirect() })
        ) { $0.first("time of the end") },
        Fact(
            28, "a refused redirect delivers the response that the protocol sends later", "302",
            Experiment(
                followsRedirects: false,
                script: { probe in
                    probe.redirect()
                    probe.later {
                        probe.respond(302)
                        probe.send(.finish)
                    }
                })
        ) { $0.first("response") },
        Fact(
            29, "a refused redirect ends with an error if the protocol does", "NSCocoaErrorDomain 3072",
            Experiment(
                followsRedirects: false,
                script: { probe in
                    probe.redirect()
                    probe.later { probe.send(.failure(CocoaError(.userCancelled))) }
                })
        ) { $0.first("end") },
        Fact(
            31, "the next request is taken as given", "PUT",
            Experiment(script: { $0.hop == 1 ? $0.redirect(method: "PUT") : $0.answer($0.request.httpMethod ?? "") })
        ) { $0.first("data") },
        Fact(
            36, "a relative URL of a redirect loses its host", "none",
            Experiment(script: { probe in
                guard probe.hop > 1 else {
                    return probe.redirect(to: URL(string: "/next", relativeTo: probe.request.url))
                }
                probe.answer(probe.request.url?.host ?? "none")
            })
        ) { $0.first("data") },
        Fact(
            34, "25 redirects are followed", "no error", otherwise: (.limitsRedirects, "NSURLErrorDomain -1007"),
            Experiment(script: { $0.hop <= 25 ? $0.redirect() : $0.answer() })
        ) { $0.first("end") },
    ]

    private static let responses = [
        Fact(
            23, "cookies of a response are not stored", "0",
            Experiment(script: { $0.answer(headers: ["Set-Cookie": "a=1; Path=/"]) })
        ) { $0.count("stored cookie") },
        Fact(25, "the parser of cookies knows the exact name Set-Cookie only", "1 0") { _ in
            guard let url = URL(string: "https://facts.example.com/a") else { return "no URL" }
            let counts = ["Set-Cookie", "set-cookie"].map { name in
                HTTPCookie.cookies(withResponseHeaderFields: [name: "a=1"], for: url).count
            }
            return "\(counts[0]) \(counts[1])"
        },
        Fact(
            45, "names of fields are canonicalized", "Etag, WWW-Authenticate, X-own",
            Experiment(script: { $0.answer(headers: ["eTAG": "a", "www-authenticate": "b", "X-own": "c"]) })
        ) { $0.first("fields") },
        Fact(38, "a response loses its class", "lost") { $0.first("class of the response") },
        Fact(39, "a Swift error loses its type", "lost", failing(ProbeError())) { $0.first("type of the error") },
        Fact(
            39, "a URLError keeps its domain and code", "NSURLErrorDomain -1009",
            failing(URLError(.notConnectedToInternet))
        ) { $0.first("end") },
        Fact(40, "an error gains the failing URL", "added", failing(URLError(.timedOut))) { $0.first("failing URL") },
        Fact(40, "an error keeps its own values", nil, failing(NSError(domain: "own", code: 1, userInfo: ["own": "a"])))
        {
            $0.first("own value")
        },
        Fact(
            41, "an end after an error is ignored", "1",
            Experiment(script: { probe in
                probe.send(.failure(URLError(.timedOut)))
                probe.send(.finish)
            })
        ) { $0.count("end") },
        Fact(
            42, "a response is reported before its data", "response, sent data",
            otherwise: (.reportsWithData, "sent data, response"), slow("application/json")
        ) { $0.order("response", "sent data") },
        held("text/plain", isHeld: true), held(nil, isHeld: true),
        held("application/json", isHeld: false), held("application/octet-stream", isHeld: false),
        Fact(
            44, "an error soon after short text discards it", "0",
            Experiment(script: { probe in
                probe.respond(200, ["Content-Type": "text/plain"])
                probe.send(.data(Data("short".utf8)))
                probe.send(.failure(URLError(.networkConnectionLost)))
            })
        ) { $0.count("response") },
        Fact(
            46, "a coding is left to the client", "text",
            Experiment(script: { $0.answer(headers: ["Content-Encoding": "gzip"]) })
        ) { $0.first("data") },
        Fact(
            47, "a 401 raises no challenge", "0",
            Experiment(script: { probe in
                probe.respond(401, ["WWW-Authenticate": "Basic realm=\"a\""])
                probe.send(.finish)
            })
        ) { $0.count("challenge") },
        stored(true), stored(false),
        Fact(
            49, "a stored response is not handed to a protocol", "none",
            Experiment(configure: { configuration in
                let request = URLRequest.example("https://facts.example.com/a")
                let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
                configuration.urlCache = cache
                let response = request.url.flatMap {
                    HTTPURLResponse(
                        url: $0, statusCode: 200, httpVersion: "HTTP/1.1",
                        headerFields: ["Cache-Control": "max-age=600"])
                }
                response.map { cache.storeCachedResponse(CachedURLResponse(response: $0, data: Data()), for: request) }
            })
        ) { $0.first("stored response") },
        Fact(0, "a download's file has the data", "text", Experiment(isDownload: true)) {
            $0.first("content of the file")
        },
        Fact(0, "a download's file is deleted", "gone", Experiment(isDownload: true)) { $0.first("file afterwards") },
    ]

    private static func failing(_ error: any Error & Sendable) -> Experiment {
        Experiment(script: { $0.send(.failure(error)) })
    }

    /// Returns an experiment whose data come some time after the response, and whose end comes later.
    private static func slow(_ type: String?) -> Experiment {
        Experiment(script: { probe in
            probe.respond(200, type.map { ["Content-Type": $0] } ?? [:])
            probe.later {
                probe.send(.data(Data("short".utf8)))
                probe.later { probe.send(.finish) }
            }
        })
    }

    private static func held(_ type: String?, isHeld: Bool) -> Fact {
        Fact(
            43, "a short response of \(type ?? "no type") is \(isHeld ? "held" : "reported before its end")",
            isHeld ? "sent end, response" : "response, sent end",
            otherwise: isHeld ? (.sendsTextAtOnce, "response, sent end") : nil, slow(type)
        ) { $0.order("response", "sent end") }
    }

    private static func stored(_ mayBeStored: Bool) -> Fact {
        Fact(
            48, "the session's cache has a response that \(mayBeStored ? "may" : "must not") be stored",
            mayBeStored ? "1" : "0",
            Experiment(
                configure: { $0.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil) },
                script: { $0.answer(headers: ["Cache-Control": "max-age=600"], mayBeStored: mayBeStored) })
        ) { $0.count("cached") }
    }

    /// Makes the idle timeout shorter than the longest duration of a request.
    private static let shortly: @Sendable (URLSessionConfiguration) -> Void = { configuration in
        configuration.timeoutIntervalForRequest = 1
        configuration.timeoutIntervalForResource = 4
    }

    private static let lives = [
        Fact(
            50, "the idle timeout is not enforced", "the longest duration",
            otherwise: (.endsIdleTasks, "before the longest duration"), Experiment(configure: shortly, script: { _ in })
        ) { $0.first("time of the end") },
        Fact(52, "a protocol is stopped after its end", "end, stopped 1") { $0.order("end", "stopped 1") },
        Fact(
            53, "a task that is cancelled at once is not started", "0", otherwise: (.startsCancelledTasks, "1"),
            Experiment(interruption: .cancelledAtOnce)
        ) { $0.count("started") },
        Fact(55, "a protocol is started once", "1", otherwise: (.startsAgain, "2")) { $0.count("started") },
        Fact(
            56, "a cancelled task ends with -999", "NSURLErrorDomain -999",
            Experiment(interruption: .cancelled, script: { _ in })
        ) { $0.first("end") },
        Fact(
            0, "a suspension stops a protocol", nil,
            Experiment(interruption: .suspended, script: { probe in probe.later { probe.answer() } })
        ) { $0.order("stopped 1", "end") },
    ]

    #if canImport(FoundationNetworking)
        private static let unknown: [Fact] = []
    #else
        /// The unknowns that need settings or calls that FoundationNetworking does not have.
        private static let unknown = [
            Fact(0, "the metrics of a task are collected", nil) { $0.first("metrics") },
            Fact(
                0, "the metrics of a redirected task are collected", nil, Experiment(script: { $0.redirectOnce() })
            ) { $0.first("metrics") },
            Fact(
                0, "a session that waits for connectivity asks a protocol", nil,
                Experiment(configure: { $0.waitsForConnectivity = true })
            ) { $0.first("end") },
            Fact(
                0, "App Transport Security leaves a protocol its http requests", nil,
                Experiment(request: .example("http://facts.example.com/a"))
            ) { $0.first("end") },
        ]
    #endif
}
