import HTTPMock
import Testing

@Suite struct HTTPMethodTests {
    @Test(arguments: [
        (HTTPMethod.get, "GET"), (.head, "HEAD"), (.post, "POST"), (.put, "PUT"), (.delete, "DELETE"),
        (.connect, "CONNECT"), (.options, "OPTIONS"), (.trace, "TRACE"), (.patch, "PATCH"), ("PURGE", "PURGE"),
    ])
    func isTheTextOfTheRequestLine(method: HTTPMethod, text: String) {
        #expect(method.rawValue == text)
        #expect(method == HTTPMethod(rawValue: text))
        #expect("\(method)" == text)
    }

    @Test func caseCounts() {
        #expect(HTTPMethod("get") != .get)
        #expect(Set<HTTPMethod>(["get", "GET", .get]).count == 2)
    }
}
