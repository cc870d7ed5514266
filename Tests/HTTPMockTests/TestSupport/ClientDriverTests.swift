import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct ClientDriverTests {
    private let driver = ClientDriver(session: URLSession(configuration: .ephemeral))

    @Test(arguments: ClientStyle.allCases)
    func everyStyleSeesTheAnswer(style: ClientStyle) async {
        let server = LoopbackServer { request in
            .text("answer to \(request.bodyText)", status: 202, headers: ["Content-Type": "text/plain", "X-A": "1"])
        }
        var request = URLRequest(url: server.url("/path/?q=%20"))
        request.httpMethod = ClientStyle.upload.contains(style) ? "POST" : "GET"

        let outcome = await driver.run(request, as: style, body: Data("me".utf8))

        let isUpload = ClientStyle.upload.contains(style)
        #expect(outcome.text == (isUpload ? "answer to me" : "answer to "))
        #expect(outcome.status == 202)
        #expect(outcome.target == "/path/?q=%20")
        #expect(outcome.mimeType == "text/plain")
        #expect(outcome.error == nil)
        #expect(outcome.expectedLength == (isUpload ? 12 : 10))
        #expect(
            outcome.comparable().headers
                == ["content-type": "text/plain", "content-length": isUpload ? "12" : "10", "x-a": "1"])
        #expect(outcome.events.last == (style.isDelegateDriven ? .completed(nil) : nil))
    }

    @Test(arguments: ClientStyle.allCases)
    func everyStyleSeesTheError(style: ClientStyle) async {
        let server = LoopbackServer { _ in .closing }
        var request = URLRequest(url: server.url("/gone"))
        request.httpMethod = ClientStyle.upload.contains(style) ? "POST" : "GET"

        let outcome = await driver.run(request, as: style)

        let error = ClientError(
            domain: NSURLErrorDomain, code: URLError.badServerResponse.rawValue, isURLError: true,
            failingTarget: "/gone")
        #expect(outcome.error == error)
        #expect(outcome.status == nil)
        #expect(outcome.events.last == (style.isDelegateDriven ? .completed(error) : nil))
        #expect(outcome.comparable(ignoringFailingURL: true).error?.failingTarget == nil)
    }

    @Test(arguments: [ClientStyle.asyncData, .handlerUpload, .delegateDownload])
    func hangIsAnOutcome(style: ClientStyle) async {
        let server = LoopbackServer { _ in .hanging }
        let impatient = ClientDriver(session: driver.session, timeLimit: .milliseconds(300))
        // Longer than a busy machine needs, because the native timeout uses real time.
        var request = URLRequest(url: server.url(), timeoutInterval: 600)
        request.httpMethod = style == .handlerUpload ? "POST" : "GET"
        let outcome = await impatient.run(request, as: style)
        #expect(outcome.error == .hung)
    }

    @Test(arguments: ClientStyle.data)
    func sessionDelegateAnswersRedirects(style: ClientStyle) async {
        let server = LoopbackServer { request in
            request.path == "/old" ? .redirect(to: "/new", body: "moved") : .text(request.path)
        }
        let request = URLRequest(url: server.url("/old"))
        let redirect = ClientEvent.redirect(status: 302, method: "GET", target: "/new")

        let followed = RecordingDelegate()
        let followedOutcome = await driver.run(request, as: style, delegate: followed)
        #expect(followedOutcome.text == "/new")
        #expect(followedOutcome.events.first == redirect)

        let refused = RecordingDelegate()
        refused.redirectAnswer = .refuse
        let refusedOutcome = await driver.run(request, as: style, delegate: refused)
        #expect(refusedOutcome.status == 302)
        #expect(refusedOutcome.events.first == redirect)

        let replaced = RecordingDelegate()
        replaced.redirectAnswer = .replace { _ in URLRequest(url: server.url("/elsewhere")) }
        let replacedOutcome = await driver.run(request, as: style, delegate: replaced)
        #expect(replacedOutcome.text == "/elsewhere")
        #expect(replacedOutcome.target == "/elsewhere")
    }

    @Test func delegateSuppliesTheStreamAndSeesTheUpload() async {
        let server = LoopbackServer { .text($0.bodyText) }
        var request = URLRequest(url: server.url())
        request.httpMethod = "POST"
        let outcome = await driver.run(request, as: .delegateStreamUpload, body: Data("streamed".utf8))
        #expect(
            outcome.comparable().events == [
                .bodyStreamNeeded, .sentBody(bytes: 8, total: 8, expected: 0), .response(status: 200),
                .data(Data("streamed".utf8)), .completed(nil),
            ])
    }

    @Test func chunksAreMerged() {
        let events: [ClientEvent] = [
            .sentBody(bytes: 1, total: 1, expected: 3), .sentBody(bytes: 2, total: 3, expected: 3),
            .response(status: 200), .data(Data([1])), .data(Data([2, 3])), .completed(nil),
        ]
        #expect(
            events.mergingChunks == [
                .sentBody(bytes: 3, total: 3, expected: 3), .response(status: 200), .data(Data([1, 2, 3])),
                .completed(nil),
            ])
    }
}
