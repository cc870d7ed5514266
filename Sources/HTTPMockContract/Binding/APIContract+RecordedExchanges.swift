import Foundation
import HTTPMock

extension APIContract {
    /// A request with its response, as a recording has them.
    package struct RecordedExchange: Sendable {
        let request: CheckedRequest
        let response: CheckedResponse

        /// Creates an exchange.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - status: The status code of its response.
        ///   - headers: The header fields of the response.
        ///   - body: The body of the response, decoded.
        package init(_ request: MockRequest, status: Int, headers: [(name: String, value: String)], body: Data) {
            self.request = CheckedRequest(request)
            response = CheckedResponse(status: status, fields: CheckedFields(headers), body: body)
        }
    }

    /// The URLs of the document's servers; none if it is for every host.
    package var serverURLs: [String] { document.servers.map(\.url) }

    /// Returns the violations of recorded exchanges, in the order of the exchanges.
    ///
    /// - Returns: nil for an exchange with a host that the contract does not name.
    package func violations(of exchanges: [RecordedExchange]) -> [[String]?] {
        let checker = ContractChecker(document, undocumented: .warn, server: nil)
        return exchanges.map { exchange in
            let match = checker.match(exchange.request)
            if case .elsewhere = match { return nil }
            var problems = checker.problems(of: exchange.request, match)
            if case .operation = match {
                problems += checker.problems(of: exchange.response, to: exchange.request, match)
            }
            return problems.filter { !$0.isWarning }.map(\.text)
        }
    }
}
