import HTTPMock
import TestSupport
import Testing

@Suite(.bounded) struct HTTPMethodTests {
    @Test(arguments: [
        (HTTPMock.HTTPMethod.get, "GET"), (.head, "HEAD"), (.post, "POST"), (.put, "PUT"), (.delete, "DELETE"),
        (.connect, "CONNECT"), (.options, "OPTIONS"), (.trace, "TRACE"), (.patch, "PATCH"), ("PURGE", "PURGE"),
    ])
    func isTheTextOfTheRequestLine(method: HTTPMock.HTTPMethod, text: String) {
        #expect(method.rawValue == text)
        #expect(method == HTTPMock.HTTPMethod(rawValue: text))
        #expect("\(method)" == text)
    }

    @Test func caseCounts() {
        #expect(HTTPMock.HTTPMethod("get") != .get)
        #expect(Set<HTTPMock.HTTPMethod>(["get", "GET", .get]).count == 2)
    }
}
