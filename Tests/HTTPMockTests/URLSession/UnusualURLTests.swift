import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// URLs that are not HTTP, whose unmocked requests end as natively.
@Suite(.bounded) struct UnusualURLTests {
    @Test(
        arguments: [
            "gopher://host/path", "about:blank", "mailto:a@b", "relative/path", "/path",
            "file:///tmp/none", "http:///path", "https://", "data:text/plain,hello%20there", "data:;base64,aGk=",
        ], [ClientStyle.asyncData, .handlerData, .delegateData, .handlerDownload])
    func unmockedURLEndsAsNatively(text: String, style: ClientStyle) async throws {
        // The native loader crashes on a download from a `data:` URL.
        guard !(text.hasPrefix("data:") && style == .handlerDownload) else { return }
        let request = URLRequest(url: try #require(URL(string: text)))
        let mock = HTTPMock()
        let native = await ClientDriver(session: URLSession(configuration: .uncached)).run(request, as: style)
        let mocked = await ClientDriver(session: mock.urlSession).run(request, as: style)
        #expect(mocked.comparable() == native.comparable())
    }

    @Test(arguments: [ClientStyle.asyncData, .handlerData, .delegateData])
    func requestWithoutAURLEndsAsNatively(style: ClientStyle) async throws {
        var request = URLRequest(url: try #require(URL(string: "https://example.com/")))
        request.url = nil
        let mock = HTTPMock()
        let native = await ClientDriver(session: URLSession(configuration: .uncached)).run(request, as: style)
        let mocked = await ClientDriver(session: mock.urlSession).run(request, as: style)
        #expect(mocked.comparable() == native.comparable())
    }

    @Test func schemeInCapitalsIsMocked() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.plaintext("mocked")])
        let request = URLRequest(url: try #require(URL(string: "HTTPS://EXAMPLE.com/a")))
        #expect(await ClientDriver(session: mock.urlSession).run(request, as: .asyncData).text == "mocked")
    }

    @Test func userInAURLStaysUnchanged() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.plaintext("mocked")])
        let request = URLRequest(url: try #require(URL(string: "https://user:secret@example.com/a")))
        let (_, response) = try await mock.data(for: request)
        #expect(response.url == request.url)
    }
}
