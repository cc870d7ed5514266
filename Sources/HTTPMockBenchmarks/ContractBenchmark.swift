import Foundation
import HTTPMock
import HTTPMockContract

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures the cost of checks against an API contract, as processor time.
enum ContractBenchmark {
    static func run(_ options: Options) async throws -> [Section] {
        let rounds = options.count(11, quick: 3)
        if let folder = options.samples {
            try ContractDocument.text(operations: 8).write(to: folder.appendingPathComponent("contract.json"))
            try ContractDocument.body.write(to: folder.appendingPathComponent("body.json"))
        }
        let document = ContractDocument.text(operations: 1_100)
        var loading = Samples()
        for _ in 0..<rounds {
            let start = clock()
            _ = try APIContract(document)
            loading.add(ProcessorTime.microseconds(since: start) / 1e3)
        }
        let contract = try APIContract(document)
        let body = ContractDocument.body
        var checking = Samples()
        var adding = Samples()
        var varying = Samples()
        let thing = String(decoding: body, as: UTF8.self)
        let members = (0..<ContractDocument.membersOfPage).map { "\"thing\($0)\": \(thing)" }
        let page = Data("{\(members.joined(separator: ","))}".utf8)
        for _ in 0..<rounds {
            varying.add(try secondsOfVariants(of: page, contract))
            checking.add(
                try ProcessorTime.microseconds(of: options.count(2_000, quick: 200)) {
                    guard contract.validate(body, against: "#/components/schemas/Thing7").isEmpty else {
                        throw Options.Failure(text: "the body breaks the contract")
                    }
                })
            let count = options.count(500, quick: 50)
            let plain = try await microsecondsOfRequest(count, body, nil)
            adding.add(try await microsecondsOfRequest(count, body, contract) - plain)
        }
        return [
            Section(
                title: "loading a contract of \(document.count / 1_000) kB, ms of processor time",
                rows: [Section.Row("APIContract", loading, goal: 500)]),
            Section(
                title: "checking a body of \(body.count) bytes, µs of processor time",
                rows: [
                    Section.Row("validate", checking, goal: 20),
                    Section.Row("added to a request with that body each way", adding, goal: 40),
                ]),
            Section(
                title: "making 200 variants of a response of \(page.count / 1_000) kB, s of processor time", digits: 2,
                rows: [Section.Row("variants", varying, goal: 1)]),
        ]
    }

    private static func secondsOfVariants(of page: Data, _ contract: APIContract) throws -> Double {
        guard let url = URL(string: "https://api.example.com/pages") else { return .nan }
        let request = MockRequest(method: .get, address: .url(url), headers: [:], body: Data())
        let headers: HTTPMock.HeaderFields = ["Content-Type": "application/json"]
        let start = clock()
        let made = contract.variants(
            of: request, server: nil, answer: AnsweredResponse(status: 200, headers: headers, body: page), limit: 200)
        let seconds = ProcessorTime.microseconds(since: start) / 1e6
        guard made.variants.count >= 200 else { throw Options.Failure(text: "the page has too few variants") }
        return seconds
    }

    private static func microsecondsOfRequest(
        _ count: Int, _ body: Data, _ contract: APIContract?
    ) async throws -> Double {
        let mock = HTTPMock()
        if let contract { mock.check(against: contract, undocumentedProperties: .fail) }
        mock.addResponses(
            forPath: "/things7", host: "api.example.com", method: .post,
            responses: [.data(body, lifetime: .eternal, contentType: "application/json")])
        guard let url = URL(string: "https://api.example.com/things7") else { return .nan }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return try await ProcessorTime.microseconds(of: count, request, to: mock)
    }
}

/// An OpenAPI document as large as those of vendors.
private enum ContractDocument {
    /// The number of members in the response of `/pages`, each with a schema of its own.
    static let membersOfPage = 30

    /// Returns the document, with one path and one schema for each operation, and the path `/pages`.
    ///
    /// With fewer operations than ``membersOfPage``, the schema of `/pages` refers to schemas that are missing.
    static func text(operations: Int) -> Data {
        let paths = (0..<operations).map { number in
            let content = ##"{"application/json": {"schema": {"$ref": "#/components/schemas/Thing\##(number)"}}}"##
            return """
                "/things\(number)": {"post": {"summary": "Creates a thing of kind \(number).",
                "requestBody": {"required": true, "content": \(content)},
                "responses": {"200": {"description": "The thing.", "content": \(content)}}}}
                """
        }
        let members = (0..<membersOfPage).map { ##""thing\##($0)": {"$ref": "#/components/schemas/Thing\##($0)"}"## }
        let page = #"{"type": "object", "properties": {\#(members.joined(separator: ","))}}"#
        let answer = #"{"200": {"description": "All things.", "content": {"application/json": {"schema": \#(page)}}}}"#
        let schemas = (0..<operations).map { #""Thing\#($0)": \#(schema)"# }
        return Data(
            """
            {"openapi": "3.0.3", "info": {"title": "Things", "version": "1"},
            "servers": [{"url": "https://api.example.com"}], "paths": {
            "/pages": {"get": {"responses": \(answer)}}, \(paths.joined(separator: ","))},
            "components": {"schemas": {\(schemas.joined(separator: ","))}}}
            """.utf8)
    }

    /// The schema of an object: strings, numbers, an enumeration, dates, lists of objects.
    private static let schema = ##"""
        {"type": "object", "required": ["id", "name", "lines"], "properties": {
          "id": {"type": "string", "format": "uuid", "description": "The identifier, which never changes."},
          "name": {"type": "string", "minLength": 1, "maxLength": 200, "description": "The name for people to read."},
          "state": {"type": "string", "enum": ["draft", "open", "paid", "void"], "description": "The state."},
          "email": {"type": "string", "format": "email"}, "created": {"type": "string", "format": "date-time"},
          "updated": {"type": "string", "format": "date-time", "nullable": true},
          "total": {"type": "number", "minimum": 0, "multipleOf": 0.01}, "count": {"type": "integer", "format": "int32"},
          "isPaid": {"type": "boolean"}, "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 20},
          "lines": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["sku", "price"],
            "properties": {"sku": {"type": "string", "pattern": "^[A-Z]{2}-[0-9]+$"}, "title": {"type": "string"},
            "price": {"type": "number", "minimum": 0}, "quantity": {"type": "integer", "minimum": 1},
            "options": {"type": "object", "additionalProperties": {"type": "string"}}}}},
          "address": {"type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"},
            "country": {"type": "string", "minLength": 2, "maxLength": 2}}},
          "parent": {"allOf": [{"$ref": "#/components/schemas/Thing0"}]}}}
        """##

    /// A valid body of one thing.
    static let body = Data(
        (#"{"id": "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "name": "An order of things", "state": "open","#
            + #""email": "alice@example.com", "created": "2026-02-28T08:30:06Z", "updated": null, "total": 1234.56,"#
            + #""count": 3, "isPaid": false, "tags": ["first", "urgent", "gift"], "address": {"#
            + #""street": "1 Long Street, second floor", "city": "Springfield", "country": "US"}, "lines": ["#
            + (1...5).map { number in
                #"{"sku": "AB-\#(number)2345", "title": "A thing with a name of some length", "price": \#(number)9.99, "#
                    + #""quantity": \#(number), "options": {"color": "blue"}}"#
            }.joined(separator: ", ") + "]}").utf8)
}
