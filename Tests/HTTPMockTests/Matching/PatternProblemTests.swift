import Testing

@testable import HTTPMock

@Suite struct PatternProblemTests {
    @Test(arguments: [
        ("", #"the host is empty and matches no request: write a host, or "*" for any"#),
        (":80", #"the host is empty and matches no request: write a host, or "*" for any"#),
        (
            "https://u@api.example.com/v1",
            #"the host "https://u@api.example.com/v1" has a scheme: "#
                + #"write "api.example.com", and .scheme(…) as a condition if it matters"#
        ),
        (
            "https://",
            #"the host "https://" has a scheme: "#
                + "write the host alone, and .scheme(…) as a condition if it matters"
        ),
        ("h/v1", #"the host "h/v1" has a path: write "h", and the path as the path"#),
        ("u:p@h", #"the host "u:p@h" has a user: write "h""#),
        (
            "h:http",
            #"the host "h:http" has no port from 0 to 65535 after its colon: "#
                + "write one, or leave the colon out to take any port"
        ),
        (
            "::1",
            #"the host "::1" has more than one colon: write an IPv6 address in brackets, as in "[::1]:8080""#
        ),
        (
            "a b",
            #"the host "a b" has a character that no host has: write labels separated by dots, "#
                + "with * and ** as the only wildcards"
        ),
        (
            "mün*.de",
            #"the host "mün*.de" has a star in an internationalised label, which is compared in its xn-- form: "#
                + "write that label out, or a star for the whole label"
        ),
    ])
    func aHostSaysWhatToWriteInstead(host: String, text: String) {
        let problem = #expect(throws: PatternProblem.self) { try HostPattern(host) }
        #expect(problem?.description == text)
    }

    @Test(arguments: [
        "h:", "h:*", "h:65536", "h:-1", "h:+1", "[::1]:x", "[::1]x", "[::1", "::1]", "a[b", "h?", "h#f", "{name}.h",
        "a\tb", "a\\b", "a\u{a0}b", "-ü.de",
    ])
    func aHostThatCannotMatchIsRejected(host: String) {
        #expect(throws: PatternProblem.self) { try HostPattern(host) }
    }

    @Test(arguments: [
        (
            "/search?q=a%20b&flag",
            #"the path "/search?q=a%20b&flag" has a query: write "/search" as the path "#
                + #"and query: ["q": "a b", "flag": nil]; a literal ? is %3F"#
        ),
        ("?", #"the path "?" has a query: write "/" as the path and query: [:]; a literal ? is %3F"#),
        (
            "https://h/v1?x",
            #"the path "https://h/v1?x" has a scheme: write the path alone, and the host as the host; "#
                + "a literal :// is %3A//"
        ),
        ("/a#b", #"the path "/a#b" has a fragment, which no request sends: leave it out; a literal # is %23"#),
        (
            "/{id/x}",
            #"the path "/{id/x}" has a brace without its other one in the same segment: write {name}; "#
                + "a literal brace is %7B or %7D"
        ),
        (
            "/{}",
            #"the path "/{}" has the parameter name "": write one of letters, digits, _ and -, "#
                + "or * for a parameter without a name"
        ),
        ("/{id}/{id}", #"the path "/{id}/{id}" has the parameter {id} twice: give each a name of its own"#),
    ])
    func aPathSaysWhatToWriteInstead(path: String, text: String) {
        let problem = #expect(throws: PatternProblem.self) { try PathPattern(path) }
        #expect(problem?.description == text)
    }

    @Test(arguments: ["/id}", "/{id", "/{{id}}", "/{id}}", "/{*rest}", "/{id:int}", "/{a b}"])
    func aPathThatCannotMatchIsRejected(path: String) {
        #expect(throws: PatternProblem.self) { try PathPattern(path) }
    }
}
