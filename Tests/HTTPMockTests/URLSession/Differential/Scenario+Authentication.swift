import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Scenario {
    /// The scenarios of 401 and 407, which are delivered unchanged.
    static let authentication: [Scenario] =
        [401, 407].flatMap { (status: Int) in
            ["Digest realm=\"r\", nonce=\"n\"", "Bearer realm=\"r\"", "Basic", "Negotiate"].map { (challenge: String) in
                Scenario(
                    name: "\(status) \(challenge)",
                    answers: ["/": [.text("who?", status: status, headers: [field(status): challenge])]],
                    styles: ClientStyle.data + [.handlerUpload, .delegateUpload] + ClientStyle.download)
            }
        } + [
            Scenario(
                name: "401 without a challenge", answers: ["/": [.text("who?", status: 401)]],
                styles: ClientStyle.allCases),
            Scenario(
                name: "407 Basic",
                answers: ["/": [.text("who?", status: 407, headers: [field(407): "Basic realm=\"r\""])]],
                styles: ClientStyle.data + ClientStyle.download),
        ]
        + ["Basic realm=\"r\"", "basic realm=r, charset=\"UTF-8\"", "Bearer realm=\"x\", Basic realm=\"y\""].flatMap {
            (challenge: String) in
            challengeAnswers.prefix(challenge.hasPrefix("Basic") ? 5 : 1).map {
                (name: String, answer: RecordingDelegate.ChallengeAnswer) in
                Scenario(
                    name: "401 \(challenge), \(name)",
                    answers: ["/": [.text("who?", status: 401, headers: [field(401): challenge])]],
                    styles: ClientStyle.data + [.asyncUpload, .handlerUpload, .delegateUpload] + ClientStyle.download,
                    delegates: Delegates(location: name == "nobody asked" ? nil : .session, challenge: answer),
                    deviations: endsNatively(name) ? [.asksNoDelegate] : [],
                    nativeIsUnusable: nativeChallenge(challenge, name))
            }
        }

    /// Whether the native loader ends a 401 with a Basic challenge that nobody answers, as it does since 6.3.2.
    ///
    /// `.ci/foundation` asks each Foundation that it loads, and says so here.
    private static var deliversNativeChallenge: Bool {
        if let said = ProcessInfo.processInfo.environment["HTTPMOCK_NATIVE_401"] { return said == "1" }
        #if compiler(>=6.3.2)
            return true
        #else
            return false
        #endif
    }

    /// Returns whether the native loader ends the request of a scenario that is named for its answer.
    private static func endsNatively(_ answer: String) -> Bool {
        deliversNativeChallenge && answer == "nobody asked"
    }

    /// The reason for not asking the native loader; nil where it ends the request.
    private static func nativeChallenge(_ challenge: String, _ answer: String) -> Unusable? {
        if endsNatively(answer) { return nil }
        let reason =
            "a Basic challenge never ends, is cancelled, or is answered, by what the delegate says; what comes before "
            + "is not delivered"
        return Unusable(reason) { unchallenged(challenge, $0) }
    }

    private static let challengeAnswers: [(String, RecordingDelegate.ChallengeAnswer)] = [
        ("nobody asked", .init()),
        ("default handling", .init(.performDefaultHandling)),
        ("credential", .init(.useCredential, credential: URLCredential(user: "u", password: "p", persistence: .none))),
        ("cancelled", .init(.cancelAuthenticationChallenge)),
        ("rejected", .init(.rejectProtectionSpace)),
    ]

    private static func field(_ status: Int) -> String {
        status == 401 ? "WWW-Authenticate" : "Proxy-Authenticate"
    }

    private static func unchallenged(_ challenge: String, _ style: ClientStyle) -> Observation {
        var outcome = ClientOutcome(data: Data("who?".utf8), response: nil, error: nil)
        outcome.status = 401
        outcome.headers = ["www-authenticate": challenge, "content-length": "4"]
        outcome.target = "/"
        outcome.expectedLength = 4
        switch style {
        case .delegateData: outcome.events = [.response(status: 401), .data(Data("who?".utf8)), .completed(nil)]
        case .delegateUpload: outcome.events = [.response(status: 401), .data(Data("who?".utf8)), .completed(nil)]
        case .delegateDownload:
            outcome.events = [
                .wroteData(bytes: 4, total: 4, expected: 4), .downloaded(Data("who?".utf8)), .completed(nil),
            ]
        default: break
        }
        let isUpload = ClientStyle.upload.contains(style)
        return Observation(outcomes: [outcome], sightings: [Sighting(isUpload ? "POST" : "GET", "/")])
    }
}
