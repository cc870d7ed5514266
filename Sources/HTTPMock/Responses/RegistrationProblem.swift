/// A mistake in a registration, because of which a response is never served.
///
/// Reported when the registration is made, and repeated in the diagnosis of every unmocked request.
package struct RegistrationProblem: Sendable, CustomStringConvertible {
    /// The mistake and how to fix it.
    package let text: String
    package let location: CallSite

    package var description: String { "\(text)  (\(location))" }

    static func nothingIn(_ scope: String, location: CallSite) -> RegistrationProblem {
        RegistrationProblem(
            text: "\(scope) registers no response. Add a MockResponse to it, or remove it.", location: location)
    }

    static func headersOnly(in scope: String, location: CallSite) -> RegistrationProblem {
        RegistrationProblem(
            text: "\(scope) has Headers, and no Path that they apply to, because they apply to the paths of their own "
                + "block only. To fix this, move the Headers to the block that registers the paths.", location: location
        )
    }

    /// The problem of a removal that finds no registration.
    ///
    /// - Parameters:
    ///   - key: The registration to remove.
    ///   - similar: A registration that may have been meant; nil if there is none.
    ///   - location: The source location of the removal.
    static func nothingToRemove(_ key: Route.Key, similar: Route?, location: CallSite) -> RegistrationProblem {
        let fix =
            similar.map { "write the host, path, method, query and conditions of \($0) at \($0.location)" }
            ?? "leave out this call, or write the host, path, method, query and conditions of a registration"
        return RegistrationProblem(
            text: "there is no registration \(key) to remove. To fix this, \(fix).", location: location)
    }

    static func afterEternal(_ route: Route, location: CallSite) -> RegistrationProblem {
        RegistrationProblem(
            text: "a response for \(route) comes after one with the lifetime .eternal and is never reached. Register "
                + "it first, give the eternal one a count, or use replaceResponses.", location: location)
    }

    static func neverServing(_ route: Route, because twin: Route, location: CallSite) -> RegistrationProblem {
        RegistrationProblem(
            text:
                "a response for \(route) is never reached, because \(twin) at \(twin.location) matches the same requests "
                + "and was registered first. Write the same path in both.", location: location)
    }
}

extension Registration {
    /// The problems that can be found without knowing other registrations.
    var problems: [RegistrationProblem] {
        let name = "\(method.map { "\($0) " } ?? "")\(host)\(path.hasPrefix("/") ? "" : "/")\(path)"
        var problems: [RegistrationProblem] = []
        if responses.isEmpty, purpose == .adding {
            problems.append(.nothingIn("the registration of \(name)", location: location))
        }
        for case let count? in responses.map(\.lifetime.count) where count < 1 {
            problems.append(
                RegistrationProblem(
                    text: "a response for \(name) with the lifetime .multiple(\(count)) would never serve and was "
                        + "dropped. Give a count of 1 or more.", location: location))
        }
        if let method, method.rawValue != method.rawValue.uppercased(),
            Self.upperCased.contains(method.rawValue.lowercased())
        {
            problems.append(
                RegistrationProblem(
                    text: "the method \"\(method)\" matches no request, because URLRequest spells it "
                        + "\(method.rawValue.uppercased()). Write .\(method.rawValue.lowercased()).", location: location
                ))
        }
        return problems
    }

    /// The methods that `URLRequest` changes to upper case.
    private static let upperCased: Set<String> = ["get", "post", "put", "delete", "head", "connect"]
}
