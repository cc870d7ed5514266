import HTTPMock
import HTTPMockContract
import HTTPMockTesting

/// Runs code once for every answer that a GraphQL schema allows to its operations.
///
/// ```swift
/// @Test func readsEveryAnswerThatTheSchemaAllows() async throws {
///     let contract = try GraphQLContract(contentsOf: url)
///     try await sweepResponses(of: contract, at: "https://api.example.com/graphql") { mock in
///         let page = try await CatalogClient(session: mock.urlSession).characters()
///         #expect(page.allSatisfy { !$0.name.isEmpty })
///     }
/// }
/// ```
///
/// The first run is answered from the schema. In each further run, one operation and its repetitions get one variant of
/// the answer: a nullable field null, with and without an error, a list of another length, another value of an enum,
/// another possible type, a limit of a number, an unusual text, `data` null, or errors only. The code may throw if the
/// variant has errors. All else is as in `sweepResponses` for an OpenAPI document.
///
/// - Parameters:
///   - contract: The contract.
///   - url: The URL of the service, with patterns as in `forURL:`; nil for `/graphql` of every host.
///   - only: The name of the only variant to run, as in a report, with or without its request; nil for all variants.
///   - variants: The most variants of one request, those nearest to the root of the data first.
///   - throwing: Whether the code may throw while a variant has a success status and no errors.
///   - timeLimit: The real time that a run may need, beyond three times the first run, before it counts as hung.
///   - code: The code, isolated to the actor of the caller.
/// - Returns: The results of all runs.
/// - Throws: An error that the code threw in the first run; `HTTPMockError` outside a test of Swift Testing, for code
///   that does not end in the first run or makes no request of the contract, for a response that can't be made, and for
///   a wrong `only`; `CancellationError`.
@discardableResult
public func sweepResponses(
    of contract: GraphQLContract, at url: String? = nil, only: String? = nil, variants: Int = 200,
    throwing: ResponseSweep.Throwing = .refused, timeLimit: Duration = .seconds(5), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    @_inheritActorContext _ code: @escaping @Sendable (HTTPMock) async throws -> Void
) async throws -> ResponseSweep {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await sweep(
        contract, server: url, only: only, variantLimit: variants, throwing, timeLimit: timeLimit, at: location,
        content: nil, code)
}

/// Runs code once for every answer that a GraphQL schema allows, with the test's own registrations.
///
/// The registrations answer in the first run, before the schema, and the variants change their bodies. All else is as
/// in `sweepResponses` without registrations.
///
/// - Parameters:
///   - contract: The contract.
///   - url: The URL of the service, with patterns as in `forURL:`; nil for `/graphql` of every host.
///   - only: The name of the only variant to run, as in a report, with or without its request; nil for all variants.
///   - variants: The most variants of one request, those nearest to the root of the data first.
///   - throwing: Whether the code may throw while a variant has a success status and no errors.
///   - timeLimit: The real time that a run may need, beyond three times the first run, before it counts as hung.
///   - content: Hosts and, for the default domain, paths; evaluated again for each run.
///   - code: The code, isolated to the actor of the caller.
/// - Returns: The results of all runs.
/// - Throws: An error that the code threw in the first run; `HTTPMockError` outside a test of Swift Testing, for code
///   that does not end in the first run or makes no request of the contract, for a response that can't be made, and for
///   a wrong `only`; `CancellationError`.
@discardableResult
public func sweepResponses(
    of contract: GraphQLContract, at url: String? = nil, only: String? = nil, variants: Int = 200,
    throwing: ResponseSweep.Throwing = .refused, timeLimit: Duration = .seconds(5), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    @MockBuilder _ content: @escaping @Sendable () -> [MockElement],
    @_inheritActorContext of code: @escaping @Sendable (HTTPMock) async throws -> Void
) async throws -> ResponseSweep {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await sweep(
        contract, server: url, only: only, variantLimit: variants, throwing, timeLimit: timeLimit, at: location,
        content: content, code)
}
