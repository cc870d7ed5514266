import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct RedirectTests {
    /// The examples of RFC 3986 §5.4, and references with characters that may not stand in a URL.
    ///
    /// - SeeAlso: [RFC 3986 §5.4](https://www.rfc-editor.org/rfc/rfc3986.html#section-5.4)
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("https://other/x?y#z", "https://other/x?y#z"), (" g ", "http://a/b/c/g"),
        ("https://z.com/x/../y", "https://z.com/y"), ("//h/x/./y", "http://h/x/y"),
        ("/to?ids[]=1&q=a%20b", "http://a/to?ids%5B%5D=1&q=a%20b"), ("/ü?q=%zz%20", "http://a/%C3%BC?q=%25zz%20"),
    ])
    func locationIsResolved(location: String, target: String) throws {
        #expect(try next("http://a/b/c/d;p?q", location)?.url?.absoluteString == target)
    }

    @Test(arguments: [
        ("http://a", "g", "http://a/g"), ("http://a", "?q", "http://a?q"), ("http://a/b#part", "g", "http://a/g#part"),
        ("http://a/b#part", "g#own", "http://a/g#own"), ("http://a/%2F/x", "y%20z", "http://a/%2F/y%20z"),
        ("http://u:p@a:8080/b", "/g", "http://u:p@a:8080/g"),
    ])
    func locationIsResolvedAgainstAnyURL(base: String, location: String, target: String) throws {
        #expect(try next(base, location)?.url?.absoluteString == target)
    }

    @Test func redirectWithoutALocationHasNoTarget() throws {
        let url = try #require(URL(string: "http://a/b"))
        let request = MockRequest(URLRequest(url: url), url: url, body: Data())
        for headers in [[:], ["Location": ""], ["Location": " "]] {
            let head = ResponseHead(url: url, status: 302, headers: headers)
            #expect(Redirect.target(of: head, for: request) == nil)
        }
        for status in [200, 201, 300, 304, 305, 306, 309] {
            let head = ResponseHead(url: url, status: status, headers: ["Location": "/c"])
            #expect(Redirect.target(of: head, for: request) == nil)
        }
    }

    @Test(arguments: [
        (301, "GET", "GET"), (301, "HEAD", "HEAD"), (301, "POST", "GET"), (301, "PUT", "PUT"),
        (301, "DELETE", "DELETE"),
        (302, "GET", "GET"), (302, "HEAD", "HEAD"), (302, "POST", "GET"), (302, "PUT", "PUT"), (302, "PATCH", "PATCH"),
        (303, "GET", "GET"), (303, "HEAD", "HEAD"), (303, "POST", "GET"), (303, "PUT", "GET"), (303, "DELETE", "GET"),
        (307, "GET", "GET"), (307, "HEAD", "HEAD"), (307, "POST", "POST"), (307, "PUT", "PUT"), (308, "POST", "POST"),
    ])
    func methodAndBodyFollowTheStatus(status: Int, method: String, nextMethod: String) throws {
        let url = try #require(URL(string: "http://a/b"))
        var original = URLRequest(url: url)
        original.httpMethod = method
        let isBodied = method != "GET" && method != "HEAD"
        original.httpBody = isBodied ? Data("body".utf8) : nil
        original.setValue("text/x", forHTTPHeaderField: "Content-Type")
        original.setValue("kept", forHTTPHeaderField: "X-Own")
        let request = MockRequest(original, url: url, body: original.httpBody ?? Data())
        let head = ResponseHead(url: url, status: status, headers: ["location": "/c"])
        let next = try #require(Redirect.target(of: head, for: request))
        #expect(next.httpMethod == nextMethod)
        #expect((next.httpBody != nil) == (isBodied && nextMethod == method))
        #expect((next.value(forHTTPHeaderField: "Content-Type") == nil) == (nextMethod != method))
        #expect(next.value(forHTTPHeaderField: "X-Own") == "kept")
    }

    @Test(arguments: [
        ("http://a/c", true), ("http://A:80/c", true), ("https://a/c", false), ("http://b/c", false),
        ("http://a:8080/c", false), ("http://sub.a/c", false),
    ])
    func secretsStayWithinTheOrigin(location: String, isKept: Bool) throws {
        let url = try #require(URL(string: "http://a/b"))
        var original = URLRequest(url: url)
        original.setValue("Bearer 1", forHTTPHeaderField: "Authorization")
        original.setValue("a=1", forHTTPHeaderField: "Cookie")
        let head = ResponseHead(url: url, status: 302, headers: ["Location": location])
        let next = Redirect.target(of: head, for: MockRequest(original, url: url, body: Data()))
        #expect((next?.value(forHTTPHeaderField: "Authorization") != nil) == isKept)
        #expect((next?.value(forHTTPHeaderField: "Cookie") != nil) == isKept)
    }

    private func next(_ base: String, _ location: String) throws -> URLRequest? {
        let url = try #require(URL(string: base))
        let head = ResponseHead(url: url, status: 302, headers: ["Location": location])
        return Redirect.target(of: head, for: MockRequest(URLRequest(url: url), url: url, body: Data()))
    }
}
