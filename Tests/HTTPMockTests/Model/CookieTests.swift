import Foundation
import HTTPMock
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct CookieTests {
    private func request(cookie: String) throws -> MockRequest {
        let url = try #require(URL(string: "https://a.com/"))
        var request = URLRequest(url: url)
        request.setValue(cookie, forHTTPHeaderField: "Cookie")
        return MockRequest(request, url: url, body: Data())
    }

    @Test func twoNormalizationFormsOfAnAccentedLetterAreTwoNames() throws {
        let request = try request(cookie: "caf\u{E9}=1; cafe\u{301}=2; a=b=c; a=d; broken")
        #expect(request.cookie("caf\u{E9}") == "1")
        #expect(request.cookie("cafe\u{301}") == "2")
        #expect(request.cookie("a") == "b=c")
        #expect(request.cookie("A") == nil)
        #expect(request.cookie("broken") == nil)
    }
}
