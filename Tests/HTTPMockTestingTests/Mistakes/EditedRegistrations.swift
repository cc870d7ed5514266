// swift-format-ignore-file
import HTTPMock
import HTTPMockTesting

/// Adds a hundred registrations, each with the edit that was suggested for its mistake, and its request.
func addEditedRegistrations(to cases: inout EditCases) {
    let ok: [MockResponse] = [.empty()]
    // Methods.
    cases.add("/m1", trait: .httpMock(host: "example.com") { Path("/m1", method: .get, responses: ok) })
    cases.add("/m2", "POST", trait: .httpMock(forURL: "https://example.com/m2", method: .post, responses: ok))
    cases.add("/m3", "PUT") { $0.addResponses(forPath: "/m3", method: .put, responses: ok) }
    cases.add("/m4", "DELETE") { $0.addResponses(forPath: "/m4", method: .delete, responses: ok) }
    cases.add("/m5", "PURGE") { $0.addResponses(forPath: "/m5", method: "PURGE", responses: ok) }
    cases.add("/m6", "PATCH") { $0.registerResponses { Path("/m6", method: .patch, responses: ok) } }
    cases.add("/m7") { $0.registerResponses { Host("example.com") { Path("/m7", method: .get, responses: ok) } } }
    cases.add("/m8", "POST") { $0.addResponses(forURL: "https://example.com/m8", method: .post, responses: ok) }
    // Paths.
    cases.add("/users", trait: .httpMock(host: "*.com") { Path("/users", responses: ok) })
    cases.add("/users/7", trait: .httpMock { Host("example.com") { Path("/users/7", responses: ok) } })
    cases.add("/v2/users", trait: .httpMock(forURL: "https://example.com/v2/users", responses: ok))
    cases.add("/API/V2/users") { $0.addResponses(forPath: "/API/V2/users", responses: ok) }
    cases.add(
        "/orders/",
        trait: .httpMock(host: "example.com", allowsUnused: true) {
            Path(
                "/orders/",
                responses: ok)
        })
    cases.add("/orders") { $0.addResponses(forPath: #"/orders"#, responses: ok) }
    cases.add("/profile") { $0.addResponses(forPath: #"profile"#, responses: ok) }
    cases.add("/users/7/posts", trait: .httpMock(host: "**") { Path("/users") { Path("/{id}/posts", responses: ok) } })
    cases.add("/users/7/posts") { $0.addResponses(forPath: "/users/*/posts", responses: ok) }
    cases.add("/users/7") { $0.addResponses(forPath: "/users/{id}", responses: ok) }
    cases.add("/users/7/a") { $0.addResponses(forPath: "/users/{id}/a", responses: ok) }
    cases.add("/items/12") { $0.addResponses(forPath: "/items/*", responses: ok) }
    cases.add("/items/12") { $0.addResponses(forPath: "/items/*", responses: ok) }
    cases.add("/files/x.txt") { $0.addResponses(forPath: "/files/*", responses: ok) }
    cases.add("/stra%C3%9Fen/7") { $0.addResponses(forPath: "/straßen/7", responses: ok) }
    cases.add("/caf%C3%A9s") { $0.addResponses(forPath: "/caf%C3%A9s", responses: ok) }
    cases.add("/a%20new%20file") { $0.addResponses(forPath: "/a new file", responses: ok) }
    cases.add("/read%2Fwrite") { $0.addResponses(forPath: "/read%2Fwrite", responses: ok) }
    cases.add("/report%2A") { $0.addResponses(forPath: "/report%2A", responses: ok) }
    cases.add("/a\"quotes") { $0.addResponses(forPath: "/a\"quotes", responses: ok) }
    cases.add("/search") { $0.registerResponses { Path("/search", responses: ok) } }
    cases.add("/admin/audits") { $0.registerResponses { Path("/admin") { Path("/audits", responses: ok) } } }
    cases.add("/admin/Log") { $0.registerResponses { Path("/admin") { Path("/Log", responses: ok) } } }
    cases.add("/one/two/thre") { $0.registerResponses { Path("/one") { Path("/two") { Path("/thre", responses: ok) } } } }
    cases.add("/admin/log/") { $0.registerResponses { Path("/admin") { Path("/log/", responses: ok) } } }
    cases.add("/v1/users") { $0.addResponses(forPath: "/v1/users", responses: ok) }
    cases.add("/accounts", trait: .httpMock(host: "**") { Path("/accounts", responses: ok) })
    cases.add("/api/carts") { $0.registerResponses { Path("/api/carts", responses: ok) } }
    // Hosts.
    cases.add("https://api.example.com/h1", trait: .httpMock(host: "api.example.com") { Path("/h1", responses: ok) })
    cases.add("https://api.example.com/h2", trait: .httpMock(forURL: "https://api.example.com/h2", responses: ok))
    cases.add(
        "https://shop.example.org/h3",
        trait: .httpMock {
            Host("shop.example.org") {
                Path("/h3", responses: ok)
            }
        })
    cases.add("https://api.test/h4", trait: .httpMock(host: "api.test") { Path("/h4", responses: ok) })
    cases.add("https://other.org:8443/h5") { $0.registerResponses(host: "other.org:8443") { Path("/h5", method: .get, responses: ok) } }
    cases.add("https://api.test/h6?a=b") { $0.addResponses(forPath: "/h6", host: "api.test", query: ["a": "b"], responses: ok) }
    cases.add("https://api.example.com/h7") { $0.registerResponses { Host("api.example.com") { Path("/h7", responses: ok) } } }
    cases.add("https://api.example.com/h8") { mock in
        mock.registerResponses {
            Host("api.example.com") {
                Path("/h8", responses: ok)
            }
        }
    }
    cases.add("https://api.example.com/h9") { mock in
        mock.registerResponses(host: "api.example.com") {
            Path("/h9", responses: ok)
        }
    }
    cases.add("https://api.example.com/a/h10") { mock in
        mock.registerResponses {
            Host("api.example.com") {
                Path("/a") {
                    Path("/h10", responses: ok)
                }
            }
        }
    }
    cases.add("https://EXAMPLE.com:8080/h11") { $0.addResponses(forPath: "/h11", host: "example.com:8080", responses: ok) }
    // Queries.
    cases.add("/q1?page=2", trait: .httpMock(host: "example.com") { Path("/q1", query: ["page": "2"], responses: ok) })
    cases.add("/q2?page=2") { $0.addResponses(forPath: "/q2", query: ["page": 2], responses: ok) }
    cases.add("/q3?recursive=true") { $0.addResponses(forPath: "/q3", query: ["recursive": true], responses: ok) }
    cases.add("/q4?q=a&limit=20", trait: .httpMock(forURL: "https://example.com/q4?q=a&limit=20", responses: ok))
    cases.add("/q5?q=a") { $0.addResponses(forPath: "/q5", query: ["q": "a"], responses: ok) }
    cases.add("/q6", trait: .httpMock(host: "example.com") { Path("/q6", responses: ok) })
    cases.add("/q7?q=caf%C3%A9") { $0.addResponses(forPath: "/q7", query: ["q": "café"], responses: ok) }
    cases.add("/q8?q=a+b") { $0.addResponses(forPath: "/q8", query: ["q": "a+b"], responses: ok) }
    cases.add("/q9?flag") { $0.addResponses(forPath: "/q9", query: ["flag": nil], responses: ok) }
    cases.add("/q10?a=1&a=3") { $0.addResponses(forPath: "/q10", query: ["a": "1", "a": "3"], responses: ok) }
    cases.add("/q11?b=1") { $0.registerResponses { Path("/q11", query: ["b": "1"], responses: ok) } }
    cases.add("/q12?a=%22x%22") { $0.addResponses(forPath: "/q12", query: ["a": "\"x\""], responses: ok) }
    cases.add("/q13?a=007") { $0.addResponses(forPath: "/q13", query: ["a": "007"], responses: ok) }
    // URLs.
    cases.add("/url1") { $0.addResponses(forURL: #"https://example.com/url1"#, responses: ok) }
    cases.add("/url2?q=swift") { $0.addResponses(forURL: "https://example.com/url2?q=swift", responses: ok) }
    cases.add("/url3") { $0.addResponses(forURL: "https://example.com/url3", responses: ok) }
    cases.add("/url4/") { $0.addResponses(forURL: "https://example.com/url4/", responses: ok) }
    cases.add("/url5?a=1&b=2") { $0.addResponses(forURL: "https://example.com/url5?a=1&b=2", responses: ok) }
    cases.add("/url6") { $0.addResponses(forURL: "https://example.com/url6", responses: ok) }
    cases.add("/URL7") { $0.addResponses(forURL: "https://example.com/URL7", responses: ok) }
    cases.add(
        "/url8s",
        trait: .httpMock(
            forURL: "https://example.com/url8s",
            method: .get, responses: ok))
    // JSON bodies.
    cases.post(#"{"user":"bob"}"#, trait: .httpMock(host: "example.com") { Path("/", when: .json(["user": "bob"]), responses: ok) })
    cases.post(#"{"id":7}"#) { $0.addResponses(forPath: "/", when: .json(["id": 7]), responses: ok) }
    cases.post(#"{"id":"7"}"#) { $0.addResponses(forPath: "/", when: .json(["id": "7"]), responses: ok) }
    cases.post(#"{"on":true}"#) { $0.addResponses(forPath: "/", when: .json(["on": true]), responses: ok) }
    cases.post(#"{"n":1.5}"#) { $0.addResponses(forPath: "/", when: .json(["n": 1.5]), responses: ok) }
    cases.post(#"{"n":-3}"#) { $0.addResponses(forPath: "/", when: .json(["n": -3]), responses: ok) }
    cases.post(#"{"a":null}"#) { $0.addResponses(forPath: "/", when: .json(["a": nil]), responses: ok) }
    cases.post(#"{"a":{"x":1}}"#) { $0.addResponses(forPath: "/", when: .json(["a": ["x": 1]]), responses: ok) }
    cases.post(#"{"a":[1,null,"b"]}"#) { $0.addResponses(forPath: "/", when: .json(["a": [1, nil, "b"]]), responses: ok) }
    cases.post(#"{"a":{}}"#) { $0.addResponses(forPath: "/", when: .json(["a": [:]]), responses: ok) }
    cases.post(#"{"a":[]}"#) { $0.addResponses(forPath: "/", when: .json(["a": []]), responses: ok) }
    cases.post(#"{"a":"x","b":"y"}"#) { $0.addResponses(forPath: "/", when: .json(["a": "x", "b": "y"]), responses: ok) }
    cases.post(#"{"a":"p","b":{"c":"q"}}"#) { $0.addResponses(forPath: "/", when: .json(["a": "p", "b": ["c": "q"]]), responses: ok) }
    cases.post(#"{"s":"say \"hi\"\n"}"#) { $0.addResponses(forPath: "/", when: .json(["s": "say \"hi\"\n"]), responses: ok) }
    cases.post(#"{"k":["m","n"],"z":1}"#) { $0.addResponses(forPath: "/", when: .json(containing: ["k": ["m", "n"]]), responses: ok) }
    cases.post(#"{"id":"B1"}"#) { $0.addResponses(forPath: "/", when: .json(containing: ["id": "B1"]), responses: ok) }
    cases.post(#"{"emoji":"é👍"}"#) { $0.addResponses(forPath: "/", when: .json(["emoji": "é👍"]), responses: ok) }
    cases.post(#"{"big":9007199254740993}"#) { $0.addResponses(forPath: "/", when: .json(["big": 9007199254740993]), responses: ok) }
    cases.post(#"{"u":{"name":"bob"}}"#) { $0.registerResponses { Path("/", when: .json(["u": ["name": "bob"]]), responses: ok) } }
    // Forms and GraphQL.
    cases.post("a=1&b=3", trait: .httpMock(forURL: "https://example.com/", when: .form(["a": "1", "b": "3"]), responses: ok))
    cases.post("a=1&b=3") { $0.addResponses(forPath: "/", when: .form(["a": "1", "b": "3"]), responses: ok) }
    cases.post("q=a+b%26c") { $0.addResponses(forPath: "/", when: .form(["q": "a b&c"]), responses: ok) }
    cases.post(#"{"query":"query You { x }"}"#) { $0.addResponses(forPath: "/", when: .graphQL(operation: "You"), responses: ok) }
    cases.post(#"{"operationName":"Cart","query":"x"}"#) { $0.addResponses(forPath: "/", when: .graphQL(operation: "Cart"), responses: ok) }
    cases.post(#"{"operationName":"C","variables":{"id":8}}"#) { $0.addResponses(forPath: "/", when: .graphQL(operation: "C", variables: ["id": 8]), responses: ok) }
    // Headers and schemes.
    cases.add("/s1", headers: ["Accept": "image/png"]) { mock in
        mock.addResponses(
            forPath: #"/s1"#,
            when: .header("Accept", "image/png"),
            responses: ok)
    }
    cases.add("/s2", headers: ["X-Tag": "b*c"]) { $0.addResponses(forPath: "/s2", when: .header("X-Tag", "b*c"), responses: ok) }
    cases.add("http://example.com/s3") { $0.addResponses(forPath: "/s3", when: .scheme("http"), responses: ok) }
    cases.add("http://example.com/s4") { $0.addResponses(forPath: "/s4", when: .scheme("http"), responses: ok) }
    cases.add("/s5", headers: ["Accept": "A"]) { $0.addResponses(forPath: "/s5", when: .header("Accept", "A"), responses: ok) }
    // Paths and conditions.
    cases.add("/both", headers: ["Accept": "b"], trait: .httpMock(host: "example.com") { Path("/both", when: .header("Accept", "b"), responses: ok) })
    cases.post(#"{"id":2}"#, to: "/users/1") { $0.addResponses(forPath: "/users/1", when: .json(["id": 2]), responses: ok) }
}
