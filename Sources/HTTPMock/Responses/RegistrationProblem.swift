/// A mistake in a registration or a removal.
///
/// The diagnosis of an unmocked request repeats the three newest mistakes.
package struct RegistrationProblem: Sendable, CustomStringConvertible {
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
