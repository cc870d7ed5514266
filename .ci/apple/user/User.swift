import AppleFoundation
import AppleXCTest
import HTTPMock
import HTTPMockTesting
import Testing

// A user's tests. The lines that end with `watchOS` must not compile there.
func title() -> String { "title" }

final class Receiver: NSObject, URLSessionDataDelegate {
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}
}

@Test(.httpMock(host: "a.com") { Path("/a", when: .header("A", "b")) { MockResponse.handler { _ in .empty() } } })
func loads() async throws {
    let (mock, configuration) = (HTTPMock.current, URLSessionConfiguration.ephemeral)
    mock.addResponses(forPath: "/b", responses: [.handler { _ in .plaintext(await title()) }])
    mock.install(in: configuration)  // watchOS
    configuration.protocolClasses = [mock.protocolClass]  // watchOS
    _ = URLSession(configuration: configuration, delegate: Receiver(), delegateQueue: nil)
    _ = try await mock.data(for: URLRequest(url: URL(fileURLWithPath: title())))  // watchOS
    _ = mock.urlSession  // watchOS
}

@Test(.httpMock(interceptingSharedSession: true)) func loadsThroughTheSharedSession() {}  // watchOS

func make(in test: XCTestCase) -> HTTPMock { test.makeHTTPMock(interceptingSharedSession: true) }  // watchOS
