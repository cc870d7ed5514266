import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded)
struct GraphQLEndpointTests {
    @Test(arguments: [
        ("https://a.com/graphql", "https://a.com/graphql?query=1", true),
        ("https://a.com/graphql", "https://a.com/graphql/", true),
        ("https://a.com/graphql/", "https://a.com/graphql", true),
        ("https://a.com/graphql", "https://a.com/Graphql", false),
        ("https://a.com/graphql", "https://b.com/graphql", false),
        ("https://a.com", "https://a.com", true),
        ("https://a.com", "https://a.com/graphql", false),
        ("/graphql", "https://b.com/graphql", true),
        ("https://*.a.com/{version}/graphql", "https://api.a.com/v1/graphql", true),
        ("https://*.a.com/{version}/graphql", "https://api.a.com/graphql", false),
        ("https://**/graphql-*", "https://api.a.com/graphql-v1", true),
        ("https://a.com/caf%C3%A9", "https://a.com/caf%c3%a9", true),
    ])
    func aURLIsAPattern(_ pattern: String, _ url: String, _ expected: Bool) {
        #expect(GraphQLEndpoint(pattern).matches(RequestURL(url)) == expected)
    }

    @Test(arguments: [
        ("https://a.com/**/graphql", "https://a.com/upload", false),
        ("https://a.com/**/graphql", "https://a.com/graphql/upload", false),
        ("https://a.com/**/graphql", "https://a.com/graphql", true),
        ("https://a.com/**/graphql", "https://a.com/v1/eu/graphql", true),
        ("https://a.com/api/**", "https://a.com/api/v1/graphql", true),
    ])
    func whatFollowsTwoStarsCounts(_ pattern: String, _ url: String, _ expected: Bool) {
        #expect(GraphQLEndpoint(pattern).matches(RequestURL(url)) == expected)
    }

    @Test(arguments: [
        ("http://[::1]:8080/graphql", "http://[::1]:8080/graphql", true),
        ("http://[::1]/graphql", "http://[::1]:8080/graphql", true),
        ("http://[::1]:8080/graphql", "http://[::1]:9090/graphql", false),
        ("http://[::1]:8080/graphql", "http://[::2]:8080/graphql", false),
        ("http://a.com:8080/graphql", "http://a.com:8080/graphql", true),
        ("https://a.com:443/graphql", "https://a.com/graphql", true),
    ])
    func anAddressInBracketsIsAHost(_ pattern: String, _ url: String, _ expected: Bool) {
        #expect(GraphQLEndpoint(pattern).matches(RequestURL(url)) == expected)
    }
}
