/// Something about a registration that keeps it from ever serving as it was meant.
///
/// Reported when the registration is made, and told again in the diagnosis of every unmocked request.
package struct RegistrationProblem: Sendable, CustomStringConvertible {
    /// What is wrong and what to do.
    package let text: String
    package let place: SourcePlace

    package var description: String { "\(text)  (\(place))" }

    static func nothingIn(_ scope: String, place: SourcePlace) -> RegistrationProblem {
        RegistrationProblem(
            text: "\(scope) registers no response. Add a MockResponse to it, or remove it.", place: place)
    }
}

extension RegistrationProblem {
    static func emptyLifetime(_ count: Int, of route: Route, place: SourcePlace) -> RegistrationProblem {
        RegistrationProblem(
            text: "a response for \(route) with the lifetime .multiple(\(count)) would never serve and was dropped. "
                + "Give a count of 1 or more.", place: place)
    }

    static func behindEternal(_ route: Route, place: SourcePlace) -> RegistrationProblem {
        RegistrationProblem(
            text: "a response for \(route) stands behind one with the lifetime .eternal and is never reached. Register "
                + "it first, give the eternal one a count, or use replaceResponses.", place: place)
    }
}
