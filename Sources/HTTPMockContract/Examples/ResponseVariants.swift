import Foundation
import HTTPMock

/// The variants of the response to one request.
package struct ResponseVariants: Sendable {
    /// The operation, as in `GET /products`; nil if the contract has none for the request.
    package internal(set) var operation: String?
    package internal(set) var variants: [ResponseVariant] = []
    /// The number of variants beyond the limit; of a body in XML, changes that XML can't express may be counted too.
    package internal(set) var omittedCount = 0
    /// False if more variants may be beyond the limit.
    package internal(set) var isOmittedCountExact = true
    /// The responses that are left out, or whose bodies have no variants, each with the reason.
    package internal(set) var skipped: [String] = []
}

extension APIContract {
    /// Returns the variants of a response, and the other responses of its operation.
    ///
    /// - Parameters:
    ///   - request: The request that was answered.
    ///   - server: Not used, because the document names its servers.
    ///   - answer: The response.
    ///   - limit: The most variants; a negative number counts as 0.
    package func variants(
        of request: MockRequest, server: String?, answer: AnsweredResponse, limit: Int
    ) -> ResponseVariants {
        let checker = ContractChecker(document, undocumented: .allow, server: nil)
        guard case .operation(let number, _, _) = checker.match(CheckedRequest(request)) else {
            return ResponseVariants()
        }
        // Schemas may nest deeper than the caller's stack allows.
        let made = try? LargeStack.run { [document] in
            var maker = VariantMaker(document, number)
            maker.addOtherResponses(than: answer.status, answer.headers["Content-Type"])
            maker.addVariants(status: answer.status, headers: answer.headers, body: answer.body, limit: max(0, limit))
            return maker.made
        }
        return made ?? ResponseVariants()
    }
}

/// Makes the variants of the responses of one operation.
private struct VariantMaker {
    private(set) var made = ResponseVariants()
    private let validator: SchemaValidator
    private let operation: ContractOperation
    /// The number of the operation.
    private let number: Int
    private var examples: ExampleMaker

    init(_ document: LoadedDocument, _ number: Int) {
        validator = document.validator
        operation = document.operations[number]
        self.number = number
        examples = ExampleMaker(document, true)
        made.operation = operation.name
    }

    /// Adds the variants of the response that answered, and then removes all variants beyond the limit.
    ///
    /// The other responses were added before. Up to half of the limit is reserved for them and for the variants of the
    /// header fields. Both also get the rest of the limit that the variants of the body leave.
    mutating func addVariants(status: Int, headers: HTTPMock.HeaderFields, body: Data, limit: Int) {
        guard let response = operation.response(for: status) else {
            made.skipped.append("\(status): not documented")
            removeVariants(beyond: limit)
            return
        }
        guard response.isUsable else { return removeVariants(beyond: limit) }
        addHeaders(of: response, status: status, headers: headers, body: body)
        let others = made.variants
        made.variants = []
        let reservedForOthers = min(others.count, limit / 2)
        addBodies(of: response, status: status, headers: headers, body: body, limit: limit - reservedForOthers)
        made.variants += others
        removeVariants(beyond: limit)
    }

    private mutating func removeVariants(beyond limit: Int) {
        let surplus = made.variants.count - limit
        guard surplus > 0 else { return }
        made.omittedCount += surplus
        made.variants.removeLast(surplus)
    }

    /// Adds the variants of the body, or the reason why there are none.
    private mutating func addBodies(
        of response: ContractResponse, status: Int, headers: HTTPMock.HeaderFields, body: Data, limit: Int
    ) {
        let type = headers["Content-Type"] ?? ""
        guard !body.isEmpty else {
            made.skipped.append("\(status): the response has no body")
            return
        }
        guard let mediaType = response.content.mediaType(for: MediaTypeName(type)) else {
            made.skipped.append("\(status): the media type \(type) is not documented")
            return
        }
        guard let schema = mediaType.schema else {
            let reason = mediaType.itemSchema == nil ? "no schema" : "only JSON and XML are varied"
            made.skipped.append("\(status) \(mediaType.key): \(reason)")
            return
        }
        guard let notation = VariedNotation(MediaTypeName(type), mediaType.name, schema, validator) else {
            made.skipped.append("\(status) \(mediaType.key): only JSON and XML are varied")
            return
        }
        guard let value = notation.value(of: body) else {
            made.skipped.append("\(status) \(mediaType.key): the body is no \(notation.name)")
            return
        }
        guard validator.allows(value, schema, .response) else {
            made.skipped.append("\(status) \(mediaType.key): the body of the first run breaks its schema")
            return
        }
        var variants = SchemaVariants(validator, schema: schema)
        let result = variants.variants(of: value, limit: limit)
        made.omittedCount += result.omittedCount
        if !result.isExact { made.isOmittedCountExact = false }
        var prefix = "\(status)"
        if response.content.mediaTypes.count > 1 { prefix += " \(mediaType.key)" }
        for variant in result.variants {
            guard let body = notation.body(of: variant.body) else { continue }
            let place = variant.path.text(after: "body")
            made.variants.append(
                ResponseVariant(
                    name: "\(prefix) \(place) \(variant.change)",
                    change: "\(place) is \(variant.change)", reason: "\(variant.kind.rawValue): \(variant.schema)",
                    kind: variant.kind.rawValue, status: status,
                    response: MockResponse.variant(status, headers, body, type)))
        }
    }

    /// Adds the variants in which one optional header field is absent or present.
    private mutating func addHeaders(
        of response: ContractResponse, status: Int, headers: HTTPMock.HeaderFields, body: Data
    ) {
        for header in response.headers where !header.isRequired {
            var changed = Array(headers)
            let change: String
            if headers[header.name] != nil {
                changed.removeAll { $0.name.lowercased() == header.name.lowercased() }
                change = "absent"
            } else {
                guard let value = examples.value(of: header) else { continue }
                changed.append((header.name, value))
                change = "present"
            }
            made.variants.append(
                ResponseVariant(
                    name: "\(status) header \(header.name) \(change)", change: "header \(header.name) is \(change)",
                    reason: "optional: \(header.pointer)", kind: "header", status: status,
                    response: MockResponse.variant(status, changed, body, headers["Content-Type"] ?? "")))
        }
    }

    /// Adds each other status and media type of the operation, with its smallest body or else an example.
    ///
    /// A response with a defect is skipped, even if it is the response that answered.
    ///
    /// - Parameters:
    ///   - answeredStatus: The status of the response that answered.
    ///   - answeredType: The media type of that response; nil for none.
    mutating func addOtherResponses(than answeredStatus: Int, _ answeredType: String?) {
        let answeredKey = operation.response(for: answeredStatus)?.key
        for key in operation.statusKeys {
            guard let response = operation.responses[key] else { continue }
            guard response.isUsable else {
                made.skipped.append("\(key): the response has a defect")
                continue
            }
            let isAnswered = key == answeredKey
            guard let status = isAnswered ? answeredStatus : usualStatus(of: key) else { continue }
            let types = response.content.mediaTypes
            if types.isEmpty, !isAnswered {
                addSmallest(response, status: status, mediaType: nil, body: Data(), contentType: "")
            }
            for type in types {
                if isAnswered, type.name.matches(MediaTypeName(answeredType ?? "")) { continue }
                guard let body = examples.smallestBody(of: type, status: status, number) else {
                    made.skipped.append("\(key) \(type.key): no body could be made")
                    continue
                }
                var named: ContractMediaType?
                if types.count > 1 { named = type }
                let bytes = Data(body.text.utf8)
                addSmallest(response, status: status, mediaType: named, body: bytes, contentType: body.contentType)
            }
        }
    }

    /// Adds a response with its required header fields, or the reason why there is none.
    ///
    /// - Parameters:
    ///   - response: The documented response.
    ///   - status: The status.
    ///   - mediaType: The media type that the variant's name has; nil for a name without one.
    ///   - body: The body.
    ///   - contentType: The media type of the body, empty for none.
    private mutating func addSmallest(
        _ response: ContractResponse, status: Int, mediaType: ContractMediaType?, body: Data, contentType: String
    ) {
        var headers: [(name: String, value: String)] = []
        var suffix = ""
        if let mediaType { suffix = " \(mediaType.key)" }
        for header in response.headers where header.isRequired {
            guard let value = examples.value(of: header) else {
                made.skipped.append("\(response.key)\(suffix): no value of the header \(header.name) could be made")
                return
            }
            headers.append((header.name, value))
        }
        let text = "\(status)\(suffix)"
        made.variants.append(
            ResponseVariant(
                name: "\(text) smallest body", change: "the response is \(text)",
                reason: "documented: \(response.pointer)", kind: "status", status: status,
                response: MockResponse.variant(status, headers, body, contentType)))
    }

    /// Returns the status of a key; for a range or `default`, a usual status.
    ///
    /// Of the usual statuses, the first whose documented response is that of the key counts, or else the first.
    ///
    /// - Returns: nil for a status that no final response has, as for `1XX`, and for a key of another form.
    private func usualStatus(of key: String) -> Int? {
        if let status = Int(digits: key.utf8) {
            guard (200...999).contains(status) else { return nil }
            return status
        }
        let candidates: [Int]
        switch key {
        case "2XX", "2xx": candidates = [200, 201, 202]
        case "3XX", "3xx": candidates = [302, 307]
        case "4XX", "4xx": candidates = [404, 400, 409, 403]
        case "5XX", "5xx": candidates = [503, 500, 502]
        // `default` is usually an error.
        case "default": candidates = [500, 503, 502, 400]
        default: return nil
        }
        return candidates.first { operation.response(for: $0)?.key == key } ?? candidates[0]
    }
}
