import Foundation
import HTTPMock

/// The checks of parameters, header fields and credentials.
extension ContractChecker {
    /// Returns the problems of one parameter of a request.
    ///
    /// - Parameters:
    ///   - parameter: The parameter.
    ///   - request: The request.
    ///   - pathValues: The values of the path's parameters by name, with their escapes.
    ///   - name: The beginning of each problem's text: `GET /pets/7 request`.
    func problems(
        of parameter: ContractParameter, in request: CheckedRequest, _ pathValues: [String: String], _ name: String
    ) -> [ContractProblem] {
        let place = parameter.text(after: name)
        let text: ParameterText?
        switch parameter.place {
        case .path:
            let value = pathValues[parameter.name]
            text = value.flatMap { ParameterText($0, of: parameter) }
            let isInAnotherStyle = value != nil && text == nil
            if isInAnotherStyle {
                let style = parameter.style.rawValue
                let message = "not in the style \(style), which begins with \(parameter.beginning)"
                return [problem(place, message, parameter.pointer)]
            }
        case .query:
            let empty = NamedText(name: parameter.name, text: "")
            if parameter.allowsEmpty, request.url.query.contains(empty) { return [] }
            text = .text(in: request.url.query, of: parameter, memberNames: memberNames(of: parameter))
        case .querystring:
            return problems(ofQueryAsAWhole: request.url, parameter, place)
        case .header:
            text = request.fields[parameter.name].flatMap { ParameterText($0, of: parameter) }
        case .cookie:
            text = .text(in: request.fields.cookies, of: parameter, memberNames: memberNames(of: parameter))
        }
        return problems(of: parameter, text, place, direction: .request)
    }

    /// Returns the problems of a parameter that is the whole query.
    private func problems(
        ofQueryAsAWhole url: RequestURL, _ parameter: ContractParameter, _ place: String
    ) -> [ContractProblem] {
        guard let first = url.query.first else {
            return missing(place, if: parameter.isRequired, parameter.pointer)
        }
        guard let schema = parameter.schema else { return [] }
        let value: JSONValue
        if parameter.isJSON {
            do {
                // The whole text is the name of the first item, because JSON as a query has `=` and `&` escaped.
                value = try JSONValue(parsing: Data(first.name.utf8))
            } catch {
                return [problem(place, "not JSON: \(error)", parameter.pointer)]
            }
        } else {
            let fields = FormReader.fields(ofForm: Data(url.queryText.utf8))
            value = FormReader(validator: validator).value(of: fields, schema)
        }
        return problems(of: value, schema, place, .request)
    }

    /// Returns the problems of a parameter or header field, from its text; a nil text is a missing parameter or field.
    func problems(
        of parameter: ContractParameter, _ text: ParameterText?, _ place: String, direction: ContractDirection
    ) -> [ContractProblem] {
        guard let text else {
            return missing(place, if: parameter.isRequired && !isFreeForm(parameter), parameter.pointer)
        }
        guard let schema = parameter.schema else { return [] }
        let value: JSONValue
        if parameter.isJSON, let single = text.single {
            do {
                value = try JSONValue(parsing: Data(single.decoded.utf8))
            } catch {
                return [problem(place, "not JSON: \(error)", parameter.pointer)]
            }
        } else {
            value = TextReader(validator: validator).value(of: text, [schema])
        }
        return validator.violations(of: value, against: schema, direction: direction).map { violation in
            ContractProblem(text: violation.text(of: place))
        }
    }

    /// Returns whether a parameter is an object to which any item of the query may belong.
    ///
    /// Such a parameter is never missing, and leaves no item undocumented.
    private func isFreeForm(_ parameter: ContractParameter) -> Bool {
        let hasItemForEachMember = parameter.style == .form && parameter.isExploded
        guard parameter.place == .query, hasItemForEachMember, let schema = parameter.schema else { return false }
        let shape = validator.shapes.shape(of: [schema])
        let mayBeObject = shape.types?.contains(.object) ?? false
        return shape.isOpen && mayBeObject
    }

    /// Returns the problems of query items that belong to no parameter and no credential; one for each name.
    func undocumentedQuery(
        of request: CheckedRequest, _ operation: ContractOperation, _ name: String
    ) -> [ContractProblem] {
        let items = request.url.query
        guard undocumented != .allow, !items.isEmpty, operation.knowsAllParameters else { return [] }
        let parameters = operation.parameters.filter { $0.place == .query }
        if operation.parameters.contains(where: { $0.place == .querystring || isFreeForm($0) }) { return [] }
        var documentedNames = Set(parameters.map { ExactText($0.name) })
        for parameter in parameters where parameter.style == .form {
            documentedNames.formUnion(memberNames(of: parameter))
        }
        let alternatives = operation.security?.alternatives ?? []
        for case .query(let credential) in alternatives.joined() { documentedNames.insert(ExactText(credential)) }
        let deepObjectPrefixes = parameters.filter { $0.style == .deepObject }.map { "\($0.name)[" }
        let unsentNames = documentedNames.subtracting(items.map { ExactText($0.name) }).map(\.text)
        var problems: [ContractProblem] = []
        var reportedNames: Set<ExactText> = []
        for item in items.map(\.name) where !item.isEmpty {
            if documentedNames.contains(ExactText(item)) { continue }
            if deepObjectPrefixes.contains(where: item.hasPrefix) { continue }
            guard reportedNames.insert(ExactText(item)).inserted else { continue }
            let near = NearName.nearest(to: item, in: unsentNames)
            problems.append(
                undocumentedProblem(
                    .undocumented(at: [.member(item)], near: near, operation.pointer), "\(name) query"))
        }
        return problems
    }

    /// Returns the names of the members of a parameter's object that are items of the query or cookies of their own.
    private func memberNames(of parameter: ContractParameter) -> Set<ExactText> {
        guard let schema = parameter.schema, parameter.isExploded else { return [] }
        return Set(validator.shapes.shape(of: [schema]).memberNames.map { ExactText($0) })
    }

    // MARK: Credentials

    /// Returns the problem of a request without the credentials that its operation needs.
    ///
    /// A request that is answered with 401 or 403 has no problem, because the test may expect the refusal.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - status: The status of the service's response; nil without one.
    ///   - match: The result of ``match(_:)`` for the request.
    func securityProblems(
        of request: CheckedRequest, answeredWith status: Int?, _ match: ContractRoutes.Match
    ) -> [ContractProblem] {
        let isRefused = status == 401 || status == 403
        guard !ignored.contains(.security), !isRefused else { return [] }
        guard case .operation(let number, _, _) = match, let security = document.operations[number].security else {
            return []
        }
        let hasCredentials = security.alternatives.contains { credentials in
            credentials.allSatisfy { $0.isIn(request) }
        }
        guard !hasCredentials else { return [] }
        let expected = security.alternatives.map { credentials in
            credentials.map(\.description).joined(separator: " with ")
        }
        let message = "expected the credentials \(expected.alternatives), got \(shownCredentials(of: request))"
        return [problem("\(request.name) request", message, security.pointer)]
    }

    /// Returns the credentials as a message may show them: the scheme of `Authorization`, never the secret after it.
    private func shownCredentials(of request: CheckedRequest) -> String {
        let words = request.fields["Authorization"]?.split(separator: " ") ?? []
        switch words.count {
        case 0: return "none"
        // A single word may be the secret itself.
        case 1: return "others"
        default: return "Authorization: \(words[0])"
        }
    }
}

extension ContractParameter {
    /// Returns the parameter after the name of a request: `GET /pets/7 request path.id`, `… request header X-Key`.
    fileprivate func text(after requestName: String) -> String {
        switch place {
        case .path, .query: [PathStep.member(name)].text(after: "\(requestName) \(place.rawValue)")
        case .querystring: "\(requestName) query"
        case .header, .cookie: "\(requestName) \(place.rawValue) \(name)"
        }
    }
}

extension ContractSecurity.Credential {
    /// Returns whether a request has the credential.
    fileprivate func isIn(_ request: CheckedRequest) -> Bool {
        switch self {
        case .header(let name): request.fields[name]?.isEmpty == false
        case .query(let name): request.url.query.contains { $0.isValue(of: name) }
        case .cookie(let name): request.fields.cookies.contains { $0.isValue(of: name) }
        case .authorization(let scheme):
            request.fields["Authorization"]?.lowercased().hasPrefix("\(scheme.lowercased()) ") ?? false
        }
    }
}
