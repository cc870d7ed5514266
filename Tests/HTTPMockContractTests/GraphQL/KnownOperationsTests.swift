import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract
@testable import HTTPMockTesting

/// The operations of a client, from its files and manifests.
@Suite(.bounded)
struct KnownOperationsTests {
    private static func text(of operation: KnownOperations.Operation?) -> String? {
        operation.map { String(decoding: $0.document.source.bytes, as: UTF8.self) }
    }

    @Test(
        arguments: [
            ("query A { count @client }", .note), ("query A @apollo_client_ios_localCacheMutation { count }", .note),
            ("query A { viewer @required(action: LOG) { id } }", .note),
            ("query A { count @skp(if: true) }", .defect),
            ("query A { ... @cached(seconds: 1) { count } }", .defect),
            ("query A { count @tag(nme: 1) }", .defect),
        ] as [(String, ContractDefect.Severity)])
    func onlyADirectiveThatTheClientStripsIsANote(_ query: String, _ expected: ContractDefect.Severity) throws {
        let text = JSONValue.string(query).text
        let folder = try CatalogSchema.folder([
            "a.graphql": query, "relay.json": #"{"1": \#(text)}"#,
            "apollo.json": #"{"operations": [{"id": "1", "body": \#(text)}]}"#,
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        for file in ["a.graphql", "relay.json", "apollo.json"] {
            let contract = try CatalogSchema.contract(in: folder, operations: file)
            #expect(contract.defects.map(\.severity) == [expected], "\(file)")
        }
    }

    @Test func anOperationWithNotesIsCheckedAtTheRegistration() throws {
        let folder = try CatalogSchema.folder([
            "a.graphql": #"query Viewer { viewer { id @client name @connection(key: "k") } }"#
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let mock = HTTPMock()
        mock.hasSummary = true
        mock.check(against: try CatalogSchema.contract(in: folder))
        mock.addResponses(
            forPath: "/graphql", method: .post, when: .graphQL(operation: "Viewer"),
            responses: [.json(#"{"data": {"viewer": {}}}"#)])
        let problems = ScopeSummary(mock, in: .swiftTesting, allowsUnused: true).problems
        let place = "(User.name, schema.graphqls:16; selected at a.graphql:1:36)"
        #expect(
            problems.map { $0.text.split(separator: "\n").dropFirst().first ?? "" } == [
                "  POST /graphql query Viewer → 200 data.viewer.name: missing, but selected and not null \(place)"
            ])
    }

    private static let anyAnswer = #"{"data": {"viewer": {"id": "1"}}}"#

    @Test(
        arguments: [
            (.json(anyAnswer), true), (.handler { _ in .json(anyAnswer) }, true),
            (.failure(.timedOut), true), (.json("[]").offContract(), false),
            (.handler { _ in .json("[]") }.offContract(), false),
        ] as [(MockResponse, Bool)])
    func aMisspelledOperationOfARegistrationIsReported(_ response: MockResponse, _ isReported: Bool) throws {
        let folder = try CatalogSchema.folder(["a.graphql": "query Viewer { viewer { id } }"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let mock = HTTPMock()
        mock.hasSummary = true
        mock.check(against: try CatalogSchema.contract(in: folder))
        for name in ["Viewer", "Vewer"] {
            mock.addResponses(
                forPath: "/graphql", method: .post, when: .graphQL(operation: name), responses: [response])
        }
        let problems = ScopeSummary(mock, in: .swiftTesting, allowsUnused: true).problems
        let text = #"POST /graphql: the client has no operation Vewer; did you mean "Viewer"?"#
        #expect(
            problems.map { $0.text.split(separator: "\n").prefix(2).joined(separator: "\n") }
                == (isReported ? ["HTTPMock: a registered response breaks the contract\n  \(text)"] : []))
    }

    @Test func nameThatIsDefinedTwiceIsADefect() throws {
        let folder = try CatalogSchema.folder([
            "a.graphql": "query A { viewer { ...Name } }\nfragment Name on User { name }",
            "b.graphql": "query A { count }\nfragment Name on User { id }",
            "relay.json": #"""
            {
            "1": "query A { count }",
            "2": "query A { viewer { id } }"
            }
            """#,
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let ofFiles = try CatalogSchema.contract(in: folder)
        #expect(
            ofFiles.defects.map(\.description) == [
                "b.graphql:2:1: Name: the fragment Name is defined twice",
                "b.graphql:1:1: A: the operation A is defined twice",
            ])
        #expect(
            Self.text(of: ofFiles.known.operation("A"))
                == "query A { viewer { ...Name } }\nfragment Name on User { name }")
        let ofManifest = try CatalogSchema.contract(in: folder, operations: "relay.json")
        #expect(
            ofManifest.defects.map(\.description) == ["relay.json:3:1: A: the operation A is defined twice"])
        #expect(ofManifest.defects.map(\.severity) == [.note])
        #expect(Self.text(of: ofManifest.known.operation("A")) == "query A { count }")
        #expect(Self.text(of: ofManifest.known.operation(persisted: ["2"])) == "query A { viewer { id } }")
    }

    @Test(
        arguments: [
            nil, "introspection.json", "package.json", "apollo.json", "schema.graphqls", "types.gql",
        ] as [String?])
    func filesWithoutOperationsAreRefused(_ file: String?) throws {
        let folder = try CatalogSchema.folder([
            "introspection.json": #"{"data": {"__schema": {"types": []}}}"#,
            "package.json": #"{"name": "app", "version": "1.0.0", "scripts": {"test": "jest"}}"#,
            "apollo.json": #"{"format": "apollo-persisted-query-manifest", "operations": []}"#,
            "types.gql": "scalar Other",
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = #expect(throws: HTTPMockError.self) { try CatalogSchema.contract(in: folder, operations: file) }
        let path = file.map { folder.appendingPathComponent($0).path } ?? folder.path
        let expected =
            "HTTPMock: \(path) has no operations. To fix this, give Apollo's operation manifest, Relay's persisted queries, or a folder of .graphql files."
        #expect(error.map { "\($0)" }?.contains(expected) == true)
    }

    @Test(arguments: [
        (#""exact phrase""#, false), (#""exact phrase" query"#, false), (#""""a phrase""" fragment"#, false),
        (#""exact phrase" swift testing"#, false), ("swift testing", false),
        (#""Counts." query A { count }"#, true), (#""""Counts.""" { count }"#, true),
        ("# Counts.\nquery { count }", true),
    ])
    func textInQuotesIsForAServiceOnlyBeforeADefinition(_ text: String, _ expected: Bool) {
        #expect(GraphQLRequest.Item(query: text).looksLikeGraphQL(.none) == expected)
    }
}
