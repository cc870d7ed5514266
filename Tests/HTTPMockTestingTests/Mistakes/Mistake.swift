import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing
import TestingSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A deliberate mistake of a test's author, and the parts of the output that lead to its fix.
struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let trait: HTTPMockTrait
    /// The number of issues.
    let issueCount: Int
    /// A text that only the reports on standard error in question contain; nil if there are none.
    let report: String?
    /// Texts of the output, in order.
    let parts: [String]
    /// The test with the mistake.
    let test: @Sendable () async throws -> Void

    init(
        _ description: String, trait: HTTPMockTrait = .httpMock, issues: Int = 1, reporting report: String? = nil,
        says parts: String...,
        test: @escaping @Sendable () async throws -> Void
    ) {
        testDescription = description
        self.trait = trait
        issueCount = issues
        self.report = report
        self.parts = parts
        self.test = test
    }

    /// Runs the test, and expects its issues, its error, the list of its requests and its reports.
    func check() async {
        let reports = report.map { InterceptedReports(containing: $0) }
        let issues = await CollectedIssues.of(trait, performing: test)
        let output = ([issues.text] + (reports?.texts ?? [])).joined(separator: "\n")
        #expect(issues.entries.count == issueCount, "\(output)")
        var rest = output[...]
        for part in parts {
            guard let range = rest.firstRange(of: part) else {
                Issue.record("the output lacks, or has in another order: \(part)\n\(output)")
                return
            }
            rest = rest[range.upperBound...]
        }
    }
}

/// Requests a URL as a client does that throws for every status but those of success.
@discardableResult
func send(
    _ address: String, method: String = "GET", headers: [String: String] = [:], body: String? = nil,
    through session: URLSession? = nil
) async throws -> String {
    var request = URLRequest(url: try #require(URL(string: address)))
    request.httpMethod = method
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    request.httpBody = body.map { Data($0.utf8) }
    let (data, response) = try await (session ?? HTTPMock.current.urlSession).data(for: request)
    guard let status = (response as? HTTPURLResponse)?.statusCode, 200..<300 ~= status else {
        throw ClientError(response)
    }
    return String(decoding: data, as: UTF8.self)
}
