import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct PatternProblemTests {
    @Test(arguments: [
        ("", #"the host is empty and matches no request. To fix this, write a host, or "*" for any host."#),
        (":80", #"the host is empty and matches no request. To fix this, write a host, or "*" for any host."#),
        (
            "https://u:s3cret@api.example.com/v1",
            #"the host "https://REDACTED@api.example.com/v1" has a scheme. To fix this, "#
                + #"write "api.example.com", and .scheme(…) as a condition if the scheme matters."#
        ),
        (
            "https://",
            #"the host "https://" has a scheme. To fix this, "#
                + "write only the host, and .scheme(…) as a condition if the scheme matters."
        ),
        ("u:s3cret@h/v1", #"the host "REDACTED@h/v1" has a path. To fix this, write "h", and the path as the path."#),
        ("u:s3cret@h", #"the host "REDACTED@h" has a user. To fix this, write "h"."#),
        (
            "h:http",
            #"the host "h:http" has no port from 0 to 65535 after its colon. To fix this, "#
                + "write a port, or leave out the colon to match any port."
        ),
        (
            "::1",
            #"the host "::1" has more than one colon. To fix this, write an IPv6 address in brackets, as in "[::1]:8080"."#
        ),
        (
            "a b",
            #"the host "a b" has a character that no host has. To fix this, write labels separated by dots, "#
                + "with * and ** as the only wildcards."
        ),
        (
            "mün*.de",
            #"the host "mün*.de" has a * in an internationalised label, which is compared in its xn-- form. "#
                + "To fix this, write the whole label, or * for the whole label."
        ),
    ])
    func hostProblemNamesItsRemedy(host: String, text: String) {
        let problem = #expect(throws: PatternProblem.self) { try HostPattern(host) }
        #expect(problem?.description == text)
    }

    @Test(arguments: [
        "h:", "h:*", "h:65536", "h:-1", "h:+1", "[::1]:x", "[::1]x", "[::1", "::1]", "a[b", "h?", "h#f", "{name}.h",
        "a\tb", "a\\b", "a\u{a0}b", "-ü.de",
    ])
    func hostThatCannotMatchIsRejected(host: String) {
        #expect(throws: PatternProblem.self) { try HostPattern(host) }
    }

    @Test(arguments: [
        (
            "/search?q=a%20b&flag",
            #"the path "/search?q=a%20b&flag" has a query. To fix this, write "/search" as the path "#
                + #"and query: ["q": "a b", "flag": nil]; a literal ? is %3F."#
        ),
        (
            "/Products(1)?a=b",
            #"the path "/Products(1)?a=b" has a query. To fix this, write "/Products(1)" as the path "#
                + #"and query: ["a": "b"]; a literal ? is %3F."#
        ),
        (
            "/a?b=1&token=planted-secret",
            #"the path "/a?b=1&token=REDACTED" has a query. To fix this, write "/a" as the path "#
                + #"and query: ["b": "1", "token": "REDACTED"]; a literal ? is %3F."#
        ),
        ("?", #"the path "?" has a query. To fix this, write "/" as the path and query: [:]; a literal ? is %3F."#),
        (
            "https://h/v1?x",
            #"the path "https://h/v1?x" has a scheme. To fix this, write only the path, and the host as the host; "#
                + "a literal :// is %3A//."
        ),
        (
            "/a#b",
            #"the path "/a#b" has a fragment, which no request sends. To fix this, leave out the fragment; a literal # is %23."#
        ),
        (
            "/{id/x}",
            #"the path "/{id/x}" has a brace without its counterpart in the same segment. To fix this, write {name}; "#
                + "a literal brace is %7B or %7D."
        ),
        (
            "/{}",
            #"the path "/{}" has the parameter name "", which is not a name. To fix this, write a name of letters, digits, _ and -, "#
                + "or * for a parameter without a name."
        ),
        (
            "/{id}/{id}",
            #"the path "/{id}/{id}" has the parameter {id} twice. To fix this, write a different name for each parameter."#
        ),
    ])
    func pathProblemNamesItsRemedy(path: String, text: String) {
        let problem = #expect(throws: PatternProblem.self) { try PathPattern(path) }
        #expect(problem?.description == text)
    }

    @Test(arguments: ["/id}", "/{id", "/{{id}}", "/{id}}", "/{*rest}", "/{id:int}", "/{a b}"])
    func pathThatCannotMatchIsRejected(path: String) {
        #expect(throws: PatternProblem.self) { try PathPattern(path) }
    }
}
