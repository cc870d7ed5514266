import Foundation
import HTTPMock

/// The examples of an OpenAPI document as answers to requests.
///
/// Each example is made for the first request that needs it, because a document may have thousands of operations.
package final class OpenAPIExamples: ServiceExamples {
    private typealias Example = Result<ExampleResponse, ExampleResponse.Missing>

    private let contract: APIContract
    private let checker: ContractChecker
    private let examples = Locked<[Key: Example]>([:])

    /// The number of an operation, and the preferences of a request.
    private struct Key: Hashable {
        let operation: Int
        let status: Int?
        let name: String?

        /// Reads the preferences `code=404` and `example=empty` of a request; the first of equal names counts.
        ///
        /// An empty value counts as none. The parameters of a preference, after a semicolon, are ignored.
        ///
        /// - SeeAlso: [RFC 7240 §2](https://www.rfc-editor.org/rfc/rfc7240.html#section-2)
        init(_ operation: Int, _ request: MockRequest) {
            self.operation = operation
            var values: [String: String] = [:]
            for preference in Self.split(request.header("Prefer") ?? "", at: ",") {
                let withoutParameters = Self.split(preference, at: ";").first ?? ""
                let (nameInField, word) = withoutParameters.divided(at: "=")
                let preferenceName = String(nameInField).trimmed.lowercased()
                guard values[preferenceName] == nil else { continue }
                values[preferenceName] = Self.value(of: String(word).trimmed)
            }
            status = values["code"].flatMap { Int(digits: $0.utf8) }
            name = values["example"].flatMap { $0.isEmpty ? nil : $0 }
        }

        /// Splits a text at separators outside of quoted strings.
        private static func split(_ text: some StringProtocol, at separator: Character) -> [String] {
            var isQuoted = false
            var isEscaped = false
            let parts = text.split(omittingEmptySubsequences: false) { character in
                let isLiteral = isEscaped
                isEscaped = isQuoted && character == "\\" && !isLiteral
                if character == "\"", !isLiteral { isQuoted.toggle() }
                return !isQuoted && character == separator
            }
            return parts.map { String($0) }
        }

        /// Returns the value of a token or of a quoted string, in which a backslash escapes a character.
        ///
        /// - SeeAlso: [RFC 9110 §5.6.4](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.6.4)
        private static func value(of word: String) -> String {
            guard let quoted = word.wholeMatch(of: /"((?:[^"\\]|\\.)*)"/) else { return word }
            return String(quoted.1).replacing(/\\(.)/) { $0.1 }
        }
    }

    /// Creates the answers of a contract.
    ///
    /// Where the document has no valid example, one is generated, unless the request prefers an example by its name.
    package init(_ contract: APIContract) {
        self.contract = contract
        checker = ContractChecker(contract.document, undocumented: .allow, server: nil)
    }

    package var summary: String {
        let defects = contract.seriousDefects.count
        let summary = "OpenAPI document, \(contract.operations.count.counted("operation"))"
        guard defects > 0 else { return summary }
        return "\(summary), \(defects.counted("defect"))"
    }

    package var origins: [String] {
        var known: Set<String> = []
        let origins = checker.servers.compactMap(\.hostAndPort).map { "https://\($0)" }
        return origins.filter { known.insert($0).inserted }
    }

    package var replacedExamples: [String] {
        let known = examples.withLock { $0 }
        let replaced = known.compactMap { key, example -> String? in
            guard case .success(let made) = example, let flaw = made.flawOfReplacedExample else { return nil }
            return "\(contract.operations[key.operation].name): its example breaks its schema: \(flaw)"
        }
        return Set(replaced).sorted()
    }

    package var sampleRequests: [MockRequest] { OperationSamples(contract, checker).requests }

    package func matches(_ request: MockRequest) -> Bool {
        guard case .operation = checker.match(CheckedRequest(request)) else { return false }
        return true
    }

    package func canAnswer(_ request: MockRequest) -> Bool { answeringExample(request) != nil }

    package func generates(_ request: MockRequest) -> Bool { answeringExample(request)?.isOfTheDocument == false }

    /// Returns the example that answers a request; nil for a request without an operation or an example.
    private func answeringExample(_ request: MockRequest) -> ExampleResponse? {
        guard case .operation(let number, _, _) = checker.match(CheckedRequest(request)) else { return nil }
        guard case .success(let example) = example(Key(number, request)) else { return nil }
        return example
    }

    package func answer(to request: MockRequest) -> ExampleAnswer {
        let checked = CheckedRequest(request)
        let match = checker.match(checked)
        switch match {
        case .elsewhere: return .elsewhere
        case .unusable(let path): return .nothing("the path \(path) has a defect")
        case .operation(let number, _, _):
            let operation = contract.operations[number]
            switch example(Key(number, request)) {
            case .success(let example):
                let name = "\(operation.id ?? operation.name) example"
                return .response(example.response, name)
            case .failure(let missing): return .nothing("\(operation.name) has no example: \(missing.text)")
            }
        case .otherMethods, .unknownPath:
            return .nothing(checker.problems(of: checked, match).first?.text ?? "\(checked.name): not documented")
        }
    }

    /// The most examples that are kept; before one more is added, all are dropped, and made again when needed.
    ///
    /// The limit is needed, because clients may prefer any status and name.
    private static let limit = 10_000

    private func example(_ key: Key) -> Example {
        if let made = examples.withLock({ $0[key] }) { return made }
        let made = try? LargeStack.run { [contract] in
            let generation: ExampleGeneration = true
            var maker = ExampleMaker(contract.document, generation)
            return Example { () throws(ExampleResponse.Missing) in
                try maker.response(of: key.operation, status: key.status, named: key.name)
            }
        }
        let example = made ?? .failure(ExampleResponse.Missing(text: "none could be made"))
        examples.withLock { examples in
            if examples.count >= Self.limit { examples = [:] }
            examples[key] = example
        }
        return example
    }
}
