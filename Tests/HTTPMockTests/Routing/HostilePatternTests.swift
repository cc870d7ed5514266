import TestSupport
import Testing

@testable import HTTPMock

/// Costs are counted in steps, as a timer proves nothing on a busy machine.
@Suite(.bounded) struct HostilePatternTests {
    /// An index of patterns for paths of any host, and how many tokens these have.
    private func index(of paths: [String]) throws -> (index: RouteIndex, tokenCount: Int) {
        let host = try HostPattern("**")
        var index = RouteIndex()
        var tokenCount = 0
        for (id, text) in paths.enumerated() {
            let path = try PathPattern(text)
            tokenCount += host.tokens.count + path.tokens.count
            index.insert(host: host, path: path, specificity: Specificity(host: host, path: path, order: id), id: id)
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
        #expect(index.patterns.entries(for: requested).steps <= 2 * tokenCount * (requested.tokens.count + 1))
        #expect(try !PathPattern(path).matches(requested))
        #expect(try PathPattern(path).parameters(in: requested).isEmpty)
    }

    @Test func hostStarsDoNotMultiply() throws {
        let host = try HostPattern(String(repeating: "**.a**.", count: 20) + "b")
        let path = try PathPattern("/")
        var index = RouteIndex()
        index.insert(host: host, path: path, specificity: Specificity(host: host, path: path, order: 0), id: 0)
        let requested = try target("https://" + String(repeating: "a.", count: 400) + "c")
        let bound = 2 * (host.tokens.count + path.tokens.count) * (requested.tokens.count + 1)
        #expect(index.candidates(for: requested).isEmpty)
        #expect(index.patterns.entries(for: requested).steps <= bound)
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
        #expect(index.patterns.entries(for: requested).steps <= 2 * tokenCount * (requested.tokens.count + 1))
    }

    @Test func aLongPatternIsNoDeepRecursion() throws {
        let path = String(repeating: "/*", count: 50_000)
        let (index, _) = try index(of: [path, path + "/a", path + "/b"])
        #expect(try index.candidates(for: target("https://h" + String(repeating: "/", count: 50_000))) == [0])
        #expect(try index.candidates(for: target("https://h" + String(repeating: "/", count: 50_000) + "/b")) == [2])
        var rest = index
        rest.remove(host: try HostPattern("h"), path: try PathPattern(path), id: 0)
        #expect(try rest.candidates(for: target("https://h" + String(repeating: "/", count: 50_000) + "/a")) == [1])
    }

    @Test func costFollowsTheRequestNotTheRegistrations() throws {
        func steps(routes: Int) throws -> Int {
            let path = try PathPattern("/users/{id}")
            var index = RouteIndex()
            for id in 0..<routes {
                let host = try HostPattern("api\(id).example.com")
                index.insert(
                    host: host, path: path, specificity: Specificity(host: host, path: path, order: id), id: id)
                let numbered = try PathPattern("/v\(id)/{id}")
                let any = try HostPattern("*.example.com")
                let specificity = Specificity(host: any, path: numbered, order: routes + id)
                index.insert(host: any, path: numbered, specificity: specificity, id: routes + id)
            }
            let requested = try target("https://api7.example.com/users/7")
            #expect(index.candidates(for: requested) == [7])
            return index.patterns.entries(for: requested).steps
        }
        let few = try steps(routes: 10)
        #expect(try steps(routes: 10_000) <= few + 20)
    }
}
