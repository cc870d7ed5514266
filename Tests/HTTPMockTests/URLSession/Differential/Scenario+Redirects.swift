import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Scenario {
    /// The scenarios of redirects: their targets and their requests.
    static let redirects: [Scenario] = methodsOfRedirects + locations + chains + answersOfDelegates

    private static let answers: [String: [ScenarioAnswer]] = [
        "/dir/old": [.redirect(to: "/new", body: "moved")], "/new": [.text("new")], "/other": [.text("other")],
    ]

    private static func redirect(_ status: Int = 302, to location: String = "/new", body: String = "moved")
        -> [String: [ScenarioAnswer]]
    {
        answers.merging(["/dir/old": [.redirect(to: location, status: status, body: body)]]) { $1 }
    }

    private static let methodsOfRedirects: [Scenario] =
        [301, 302, 303, 307, 308].flatMap { (status: Int) in
            let asPost = Step(path: "/dir/old", method: "POST", headers: ["Content-Type": "text/x"], body: "body")
            var asPut = asPost
            asPut.method = "PUT"
            return [
                Scenario(
                    name: "\(status) of GET", answers: redirect(status),
                    steps: [Step(path: "/dir/old?x=1", headers: ["X-Own": "1"])],
                    styles: ClientStyle.data + ClientStyle.download),
                Scenario(
                    name: "\(status) of HEAD", answers: redirect(status),
                    steps: [Step(path: "/dir/old", method: "HEAD")],
                    deviations: status == 303 ? [.headStaysHead] : []),
                Scenario(
                    name: "\(status) of POST", answers: redirect(status), steps: [asPost],
                    styles: ClientStyle.data + ClientStyle.upload,
                    deviations: [status < 307 ? .getHasNoContentType : .redirectKeepsBody]),
                Scenario(
                    name: "\(status) of PUT", answers: redirect(status), steps: [asPut],
                    deviations: [status == 303 ? .getHasNoContentType : .redirectKeepsBody]),
            ]
        }

    private static let locations: [Scenario] =
        ["/new", "/new?q=1&r=%20", "{origin}/new", "{other}/new", "/new#part"].map { (location: String) in
            Scenario(name: "Location \(location)", answers: redirect(to: location), steps: [Step(path: "/dir/old")])
        }
        + [
            ("new", "/dir/new"), ("./new", "/dir/new"), ("../new", "/new"), ("/dir/../new", "/new"),
            ("?q=1", "/dir/old?q=1"), ("../new?q=1", "/new?q=1"),
        ].map { (location: String, target: String) in
            let answers = [
                "/dir/old": [.redirect(to: location), .text("again")], "/new": [.text("new")],
                "/dir/new": [ScenarioAnswer.text("dir new")],
            ]
            let body = target.hasPrefix("/new") ? "new" : target.hasPrefix("/dir/new") ? "dir new" : "again"
            return Scenario(
                name: "relative Location \(location)", answers: answers, steps: [Step(path: "/dir/old?x=1")],
                deviations: [.leads(to: target, body)])
        }

    private static let chains: [Scenario] = [
        Scenario(
            name: "a loop", answers: ["/loop": [.redirect(to: "/loop").with { $0.isEternal = true }]],
            steps: [Step(path: "/loop")], styles: ClientStyle.data + ClientStyle.download + [.delegateUpload]),
        Scenario(name: "20 redirects", answers: chain(20), steps: [Step(path: "/1")]),
        Scenario(name: "21 redirects", answers: chain(21), steps: [Step(path: "/1")]),
        Scenario(
            name: "a redirect to a 404", answers: ["/dir/old": [.redirect(to: "/none")], "/none": [.status(404)]],
            steps: [Step(path: "/dir/old")]),
        Scenario(
            name: "a redirect to an error",
            answers: ["/dir/old": [.redirect(to: "/gone")], "/gone": [ScenarioAnswer(ending: .closed)]],
            steps: [Step(path: "/dir/old")], styles: ClientStyle.data + ClientStyle.download,
            deviations: [.namesURL("/gone", "the native loader names the URL that redirected, not the one that failed")]
        ),
        Scenario(
            name: "a late redirect to chunks",
            answers: [
                "/dir/old": [.redirect(to: "/new").with { $0.delay = .milliseconds(50) }],
                "/new": [.chunks(["one ", "two ", "end"])],
            ], steps: [Step(path: "/dir/old")], styles: ClientStyle.data + ClientStyle.download),
        Scenario(
            name: "secrets stay with their origin", answers: redirect(to: "{other}/new"),
            steps: [Step(path: "/dir/old", headers: ["Authorization": "Bearer 1", "Cookie": "a=1", "X-Own": "1"])],
            deviations: [
                .asks("the native loader hands secrets to other origins (RFC 9110 §15.4, item 3 of the list)") {
                    $0.headers["authorization"] = nil
                    $0.headers["cookie"] = nil
                }
            ]),
        Scenario(
            name: "secrets go along within their origin", answers: redirect(),
            steps: [Step(path: "/dir/old", headers: ["Authorization": "Bearer 1", "Cookie": "a=1", "X-Own": "1"])]),
        Scenario(
            name: "session headers go along", answers: redirect(), steps: [Step(path: "/dir/old")],
            configure: { $0.httpAdditionalHeaders = ["X-Session": "1"] }),
    ]

    private static func chain(_ length: Int) -> [String: [ScenarioAnswer]] {
        var answers = ["/\(length + 1)": [ScenarioAnswer.text("end")]]
        for number in 1...length { answers["/\(number)"] = [.redirect(to: "/\(number + 1)")] }
        return answers
    }

    private static let replacement = RecordingDelegate.RedirectAnswer.replace { request in
        var other = request
        other.url = URL(string: "/other", relativeTo: request.url)?.absoluteURL
        other.setValue("1", forHTTPHeaderField: "X-Replaced")
        return other
    }

    private static let everyTask = ClientStyle.data + [.asyncUpload, .handlerUpload, .delegateUpload]

    private static let answersOfDelegates: [Scenario] = [
        Scenario(
            name: "the session's delegate follows", answers: answers, steps: [Step(path: "/dir/old", method: "PUT")],
            styles: everyTask + ClientStyle.download, delegates: Delegates(location: .session)),
        Scenario(
            name: "the session's delegate refuses", answers: answers, steps: [Step(path: "/dir/old", method: "PUT")],
            styles: everyTask, delegates: Delegates(location: .session, redirect: .refuse),
            deviations: [
                .keepsBody("moved", [.asyncData, .handlerData, .asyncUpload, .handlerUpload], on: Set(Via.allCases))
            ]),
        Scenario(
            name: "the session's delegate replaces", answers: answers, steps: [Step(path: "/dir/old", method: "PUT")],
            styles: everyTask + ClientStyle.download, delegates: Delegates(location: .session, redirect: replacement)),
        Scenario(
            name: "the task's delegate follows", answers: answers, steps: [Step(path: "/dir/old", method: "PUT")],
            styles: [.asyncData, .asyncUpload], delegates: Delegates(location: .task),
            deviations: [
                Deviation("the native loader asks the session's delegate alone") { observation in
                    observation.changeLast { outcome in
                        outcome.events.insert(.redirect(status: 302, method: "PUT", target: "/new"), at: 0)
                    }
                }
            ]),
        Scenario(
            name: "the task's delegate refuses", answers: answers, steps: [Step(path: "/dir/old", method: "PUT")],
            styles: [.asyncData, .asyncUpload], delegates: Delegates(location: .task, redirect: .refuse),
            deviations: [
                Deviation("the native loader asks the session's delegate alone") { observation in
                    observation.outcomes = [
                        .refused([
                            .redirect(status: 302, method: "PUT", target: "/new"),
                            .response(status: 302), .data(Data("moved".utf8)),
                        ])
                    ]
                    observation.sightings = Array(observation.sightings.prefix(1))
                }
            ]),
        Scenario(
            name: "the delegate set at the task is asked", answers: answers,
            steps: [Step(path: "/dir/old", method: "PUT")], styles: [.handlerData, .handlerUpload, .handlerDownload],
            delegates: Delegates(location: .task, redirect: replacement)),
        Scenario(
            name: "the delegate refuses a redirect without a body", answers: redirect(body: ""),
            steps: [Step(path: "/dir/old")], styles: [.delegateData, .delegateDownload],
            delegates: Delegates(redirect: .refuse)),
        Scenario(
            name: "the delegate of a download refuses", answers: answers, steps: [Step(path: "/dir/old")],
            styles: ClientStyle.download, delegates: Delegates(location: .session, redirect: .refuse),
            nativeIsUnusable: Unusable("the native loader crashes on the body of the redirect, or loses it") { style in
                let redirect = ClientEvent.redirect(status: 302, method: "GET", target: "/new")
                let events: [ClientEvent] = [
                    redirect, .wroteData(bytes: 5, total: 5, expected: 5), .downloaded(Data("moved".utf8)),
                    .completed(nil),
                ]
                return Observation(
                    outcomes: [.refused(style.isDelegateDriven ? events : [redirect])],
                    sightings: [Sighting("GET", "/dir/old")])
            }),
    ]
}

extension Deviation {
    /// Returns the deviation that a relative reference is resolved correctly.
    fileprivate static func leads(to target: String, _ body: String) -> Deviation {
        Deviation("the native loader resolves relative references against the root (RFC 3986 §5)") { observation in
            observation.changeLast { outcome in
                outcome.status = 200
                outcome.target = target
                outcome.headers["content-length"] = "\(body.utf8.count)"
                outcome.expectedLength = Int64(body.utf8.count)
                outcome.data = Data(body.utf8)
                outcome.events = outcome.events.map { event in
                    switch event {
                    case .redirect(let status, let method, _): .redirect(status: status, method: method, target: target)
                    case .response: .response(status: 200)
                    case .data: .data(Data(body.utf8))
                    default: event
                    }
                }
            }
            if !observation.sightings.isEmpty {
                observation.sightings[observation.sightings.count - 1].target = target
            }
        }
    }
}

extension ClientOutcome {
    /// Returns the outcome of a 302 that is not followed.
    fileprivate static func refused(_ events: [ClientEvent]) -> ClientOutcome {
        var outcome = ClientOutcome(data: Data("moved".utf8), response: nil, error: nil, events: events)
        outcome.status = 302
        outcome.headers = ["location": "/new", "content-length": "5"]
        outcome.target = "/dir/old"
        outcome.expectedLength = 5
        return outcome
    }
}
