import TestSupport
import Testing

@testable import HTTPMock

/// Costs are counted in steps, as a timer proves nothing on a busy machine.
@Suite(.bounded) struct HostilePatternTests {
    /// An index of patterns for paths of any host, and how many tokens these have.
    private func index(of paths: [String]) throws -> (index: RouteIndex, tokenCount: Int) {
        var index = RouteIndex()
        var tokenCount = 0
        for (id, path) in paths.enumerated() {
            let route = try Route("**", path, id: id)
            tokenCount += route.host.tokens.count + route.path.tokens.count
            index.insert(route)
        }
        return (index, tokenCount)
    }

    @Test(arguments: [
        "/**a**a**a**a**a**a**a**a**b", "/*a*a*a*a*a*a*a*a*b", "/**/**/**/**/**/**/**/**/b", "/{a}{b}{c}{d}{e}{f}{g}b",
        "/**/*a**/*a**/*a**/*a**/b",
    ])
    func starsDoNotMultiply(path: String) throws {
        let requested = try target("https://a.b.c/" + String(repeating: "a/aaa", count: 400))
        let (index, tokenCount) = try index(of: [path])
        #expect(index.candidates(for: requested).isEmpty)
        // A token looks at each position once and makes each at most once.
        #expect(index.patterns.routes(for: requested).steps <= 2 * tokenCount * (requested.tokens.count + 1))
        #expect(try !PathPattern(path).matches(requested))
        #expect(try PathPattern(path).parameters(in: requested).isEmpty)
    }

    @Test func hostStarsDoNotMultiply() throws {
        let route = try Route(String(repeating: "**.a**.", count: 20) + "b", "/", id: 0)
        var index = RouteIndex()
        index.insert(route)
        let requested = try target("https://" + String(repeating: "a.", count: 400) + "c")
        let bound = 2 * (route.host.tokens.count + route.path.tokens.count) * (requested.tokens.count + 1)
        #expect(index.candidates(for: requested).isEmpty)
        #expect(index.patterns.routes(for: requested).steps <= bound)
    }

    @Test func thousandsOfDoubleStarsShareOneSearch() throws {
        var generator = SeededGenerator(seed: 7)
        let paths = (0..<3000).map { number in
            "/**/" + generator.text(of: ["a", "b", "**", "/**/", "*"], count: 1...8) + "/x\(number)"
        }
        let (index, tokenCount) = try index(of: paths)
        let requested = try target("https://h/" + String(repeating: "ab/", count: 20) + "x7")
        let reference = try paths.enumerated().filter { try PathPattern($0.element).matches(requested) }.map(\.offset)
        #expect(index.candidates(for: requested).sorted() == reference)
        #expect(index.patterns.routes(for: requested).steps <= 2 * tokenCount * (requested.tokens.count + 1))
    }

    @Test func aLongPatternIsNoDeepRecursion() throws {
        let path = String(repeating: "/*", count: 50_000)
        let (index, _) = try index(of: [path, path + "/a", path + "/b"])
        #expect(try index.candidates(for: target("https://h" + String(repeating: "/", count: 50_000))) == [0])
        #expect(try index.candidates(for: target("https://h" + String(repeating: "/", count: 50_000) + "/b")) == [2])
        let address = try target("https://h" + String(repeating: "/", count: 50_000))
        var rest = index
        rest.remove(try #require(index.firstMatch(for: address) { _ in true }))
        #expect(rest.candidates(for: address).isEmpty)
        #expect(try rest.candidates(for: target("https://h" + String(repeating: "/", count: 50_000) + "/a")) == [1])
    }

    @Test func costFollowsTheRequestNotTheRegistrations() throws {
        func steps(routes: Int) throws -> Int {
            var index = RouteIndex()
            for id in 0..<routes {
                index.insert(try Route("api\(id).example.com", "/users/{id}", id: id))
                index.insert(try Route("*.example.com", "/v\(id)/{id}", id: routes + id))
            }
            let requested = try target("https://api7.example.com/users/7")
            #expect(index.candidates(for: requested) == [7])
            return index.patterns.routes(for: requested).steps
        }
        let few = try steps(routes: 10)
        #expect(try steps(routes: 10_000) <= few + 20)
    }
}
