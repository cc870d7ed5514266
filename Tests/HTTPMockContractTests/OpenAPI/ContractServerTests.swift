import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded) struct ContractServerTests {
    private func problems(_ document: String, _ url: String) throws -> [String] {
        let checker = ContractChecker(try APIContract(Data(document.utf8)), undocumented: .allow, server: nil)
        return checker.problems(of: CheckedRequest(method: "GET", url: RequestURL(url))).map(\.text.withoutLines)
    }

    @Test(arguments: [
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"), ("http://[::1]/", "http://[::1]"),
        ("http://a.com/v1/", "http://A.com/v1"), ("http://a.com/ä b", "http://a.com/%C3%A4%20b"),
        ("http://a.com/%C3%A4", "http://a.com/%c3%a4"), ("//a.com/v1", "https://a.com/v1"),
        ("https://a.com:8443", "https://a.com:8443"), ("/v1", "https://anything.org/v1"),
        ("https:///v1", "https://anything.org/v1"), ("http://a.com:+8443", "http://a.com"),
    ])
    func hostAndBasePathAreRecognized(server: String, base: String) throws {
        let document = #"{"openapi": "3.1.0", "servers": [{"url": "\#(server)"}], "paths": {"/x": {"get": {}}}}"#
        #expect(try problems(document, "\(base)/x") == [])
        #expect(try problems(document, "\(base)/y").count == 1)
    }

    @Test(arguments: ["http://b.com/v1/x", "http://[::2]:8080/v1/x", "http://[::1]:8081/v1/x"])
    func otherServersAreLeftAlone(url: String) throws {
        let document =
            #"{"openapi": "3.1.0", "servers": [{"url": "http://[::1]:8080/v1"}], "paths": {"/x": {"get": {}}}}"#
        #expect(try problems(document, url) == [])
    }

    @Test(arguments: [("[::1]:8080", true), ("[::1]:9090", true), ("[::2]:8080", false)])
    func addressInBracketsMayHaveAVariablePort(authority: String, isFound: Bool) throws {
        let server = #"{"url": "http://[::1]:{port}/v1", "variables": {"port": {"default": "8080"}}}"#
        #expect(try self.isFound(server, "http://\(authority)/v1/x") == isFound)
    }

    @Test func operationOfAnotherServerIsNotDocumentedForThisServer() throws {
        let document =
            #"{"openapi": "3.1.0", "servers": [{"url": "http://a.com"}], "paths": {"/x": {"get": {"servers": [{"url": "http://b.com"}]}}}}"#
        #expect(try problems(document, "http://b.com/x") == [])
        #expect(try problems(document, "http://a.com/x") == ["GET /x: not documented for this server (#/paths/~1x)"])
    }

    private func isFound(_ server: String, _ url: String) throws -> Bool {
        let document = #"{"openapi": "3.1.0", "servers": [\#(server)], "paths": {"/x": {"get": {}}}}"#
        let checker = ContractChecker(try APIContract(Data(document.utf8)), undocumented: .allow, server: nil)
        guard case .operation = checker.match(CheckedRequest(method: "GET", url: RequestURL(url))) else { return false }
        return true
    }

    @Test(arguments: [
        ("https://eu.a.com:8443/v2", true), ("https://us.a.com:443/v1", true), ("https://us.a.com/v1", true),
        ("https://jp.a.com/v1", false), ("https://eu.a.com:9000/v1", false), ("https://eu.a.com/v3", false),
    ])
    func variablesHaveTheirValues(base: String, isFound: Bool) throws {
        let server = #"""
            {"url": "https://{region}.a.com:{port}/{version}", "variables": {"region": {"default": "eu", "enum": ["us"]},
            "port": {"default": "443", "enum": ["8443", "443"]}, "version": {"default": "v1", "enum": ["v2"]}}}
            """#
        #expect(try self.isFound(server, "\(base)/x") == isFound)
    }

    @Test(arguments: [
        ("https://{tenant}.example.com", "https://acme.example.com/x", true),
        ("https://{tenant}.example.com", "https://ACME.example.com/x", true),
        ("https://{tenant}.example.com", "https://a.b.example.com/x", false),
        ("https://{tenant}.example.com", "https://example.com/x", false),
        ("https://{tenant}.example.com", "https://acme.example.org/x", false),
        ("https://{host}/v1", "https://any.host.org/v1/x", true), ("https://{host}/v1", "https://any.org/v2/x", false),
        ("{scheme}://{host}:{port}/v1", "http://localhost:8123/v1/x", true),
        ("https://a.com/{base}/v1", "https://a.com/some%20base/v1/x", true),
        ("https://a.com/{base}/v1", "https://a.com/some/base/v1/x", false),
        ("https://a.com/caf%C3%A9/{base}", "https://a.com/caf%c3%a9/v1/x", true),
        ("https://a.com/café/{base}", "https://a.com/caf%C3%A9/v1/x", true),
        ("https://a.com/caf%C3%A9-{base}", "https://a.com/caf%C3%A9-a%2Fb/x", true),
        ("https://a.com/a%2Fb/{base}", "https://a.com/a%2fb/v1/x", true),
        ("https://a.com/café/{base}", "https://a.com/caf%C3%A9/%FF/x", true),
        ("https://a.com/a%2Fb/{base}", "https://a.com/a%2Fb/v1/x", true),
        ("https://a.com/a%2Fb/{base}", "https://a.com/a/b/v1/x", false),
        ("https://a.com/{base}-{more}", "https://a.com/1-2-3/x", true), ("/{base}", "https://any.org/anything/x", true),
        ("{base}", "https://any.org/anything/x", true), ("https://a.com/api{slash}", "https://a.com/api/x", false),
    ])
    func variableWithoutValuesMatchesAnyText(url: String, request: String, isFound: Bool) throws {
        #expect(try self.isFound(#"{"url": "\#(url)"}"#, request) == isFound)
        let variables = ["tenant", "host", "scheme", "port", "base", "more", "slash"].map {
            #""\#($0)": {"default": "8"}"#
        }
        let server = #"{"url": "\#(url)", "variables": {\#(variables.joined(separator: ","))}}"#
        #expect(try self.isFound(server, request) == isFound)
    }

    @Test(arguments: [
        ("https://{host}/v1", "api.a.com:8443", "https://api.a.com:8443/v1/x", true),
        ("https://{host}/v1", "api.a.com:8443", "https://b.a.com/v1/x", true),
        ("https://{tenant}.a.com", "x.y", "https://x.y.a.com/x", true),
        ("{host}", "https://a.com/v1", "https://a.com/v1/x", true),
        ("{host}", "https://a.com/v1", "https://b.com/v1/x", false),
        ("{host}/v2", "https://a.com", "https://a.com/v2/x", true),
        ("https://a.com{base}", "/v1", "https://a.com/v1/x", true),
        ("https://a.com{base}", "/v1", "https://a.com/v2/x", false),
        ("https://a.com/{base}", "", "https://a.com/x", true), ("https://a.com/{base}", "", "https://a.com/v1/x", true),
        ("https://a.com/{base}/v2", "", "https://a.com/b/v2/x", true),
        ("https://a.com/{base}", "v1/api", "https://a.com/v1/api/x", true),
        ("https://a.com/{base}", "v1/api", "https://a.com/v2/x", true),
    ])
    func defaultAlwaysMatches(url: String, value: String, request: String, isFound: Bool) throws {
        let variables = ["tenant", "host", "base"].map { #""\#($0)": {"default": "\#(value)"}"# }
        let server = #"{"url": "\#(url)", "variables": {\#(variables.joined(separator: ","))}}"#
        #expect(try self.isFound(server, request) == isFound)
    }

    /// A percent sign that begins no escape is escaped in a request.
    @Test(arguments: ["/%zz%41", "/%25zzA", "/%zzA"])
    func pathMayHavePercentSignsThatBeginNoEscape(path: String) throws {
        let document = #"{"openapi": "3.1.0", "paths": {"\#(path)": {"get": {}}}}"#
        #expect(try problems(document, "https://a.com/%25zz%41") == [])
        #expect(try problems(document, "https://a.com/%25zzB").count == 1)
    }

    @Test func manyVariablesAreNeverEnumerated() throws {
        let names = (10..<40).map { "v\($0)" }
        let values = (0..<10).map { "\"\($0)\"" }.joined(separator: ",")
        let variables = names.map { #""\#($0)": {"default": "0", "enum": [\#(values)]}"# }.joined(separator: ",")
        let url = "https://a.com/" + names.map { "{\($0)}" }.joined(separator: "-")
        let server = #"{"url": "\#(url)", "variables": {\#(variables)}}"#
        let document = #"{"openapi": "3.1.0", "servers": [\#(server)], "paths": {"/x": {"get": {}}}}"#
        let contract = try APIContract(Data(document.utf8))
        #expect(
            contract.document.operationServers.map(\.basePath) == ["/" + names.map { _ in "0" }.joined(separator: "-")])
        #expect(try isFound(server, "https://a.com/" + Array(repeating: "9", count: 30).joined(separator: "-") + "/x"))
        #expect(try !isFound(server, "https://a.com/" + Array(repeating: "9", count: 29).joined(separator: "-") + "/x"))
    }

    @Test(arguments: [
        ("a.com/v1", "http://a.com/v1/x"), ("localhost:8080", "http://localhost:8080/x"),
        ("localhost/v1", "http://localhost/v1/x"), ("/v1", "http://b.com/v1/x"), ("v1", "http://b.com/v1/x"),
        ("//a.com", "http://a.com/x"),
    ])
    func givenServerMayLackItsScheme(server: String, url: String) throws {
        let document = #"{"openapi": "3.1.0", "paths": {"/x": {"get": {}}}}"#
        let checker = ContractChecker(try APIContract(Data(document.utf8)), undocumented: .allow, server: server)
        guard case .operation = checker.match(CheckedRequest(method: "GET", url: RequestURL(url))) else {
            Issue.record("not found")
            return
        }
    }
}
