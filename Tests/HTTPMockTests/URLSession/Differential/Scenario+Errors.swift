import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Scenario {
    /// The scenarios of errors and timeouts.
    static let errors: [Scenario] = [
        Scenario(
            name: "closed without an answer", answers: ["/": [ScenarioAnswer(ending: .closed)]],
            styles: ClientStyle.allCases),
        Scenario(
            name: "closed in the body",
            answers: ["/": [ScenarioAnswer(chunks: ["0123456789"], ending: .truncated(afterBytes: 4))]],
            styles: ClientStyle.data + [.handlerUpload, .delegateUpload] + ClientStyle.download,
            deviations: [
                Deviation("the native loader sets the response of a download task only at its end", [.delegateDownload])
                {
                    observation in
                    observation.changeLast { outcome in
                        outcome.status = 200
                        outcome.headers = ["content-length": "10"]
                        outcome.target = "/"
                        outcome.expectedLength = 10
                    }
                },
                .hasRecordedLength(
                    4,
                    [
                        .handlerData, .delegateData, .handlerUpload, .delegateUpload, .handlerDownload,
                        .delegateDownload,
                    ]),
            ]),
        Scenario(
            name: "the request's timeout", answers: ["/": [ScenarioAnswer(ending: .hanging)]],
            steps: [Step(path: "/?slow", timeout: 1)],
            styles: ClientStyle.data + [.handlerUpload, .delegateUpload] + ClientStyle.download,
            deviations: [.namesURL("/?slow")]),
        Scenario(
            name: "the session's timeout", answers: ["/": [ScenarioAnswer(ending: .hanging)]],
            configure: { $0.timeoutIntervalForRequest = 1 }, deviations: [.namesURL("/")]),
        Scenario(
            name: "the request's timeout before the session's", answers: ["/": [ScenarioAnswer(ending: .hanging)]],
            steps: [Step(timeout: 1)], configure: { $0.timeoutIntervalForRequest = 30 }, deviations: [.namesURL("/")]),
        Scenario(
            name: "a timeout in the body",
            answers: ["/": [ScenarioAnswer(chunks: ["0123", "4567"], ending: .stuck)]], steps: [Step(timeout: 5)],
            deviations: [.namesURL("/"), .hasRecordedLength(4, [.delegateData])]),
        Scenario(
            name: "late but in time", answers: ["/": [.text("late").with { $0.delay = .milliseconds(300) }]],
            steps: [Step(timeout: 60)]),
        // All chunks take longer than the timeout, and a busy machine may delay each by seconds.
        Scenario(
            name: "each chunk in time, though not all",
            answers: ["/": [.chunks(["1", "2", "3", "4"], pause: .milliseconds(2_500))]], steps: [Step(timeout: 7)]),
        Scenario(
            name: "a timeout after a redirect",
            answers: ["/old": [.redirect(to: "/new")], "/new": [ScenarioAnswer(ending: .hanging)]],
            steps: [Step(path: "/old", timeout: 5)], deviations: [.namesURL("/new")]),
    ]
}
