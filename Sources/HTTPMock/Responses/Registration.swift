/// One registration as written in a test: the address, the responses and the source location.
///
/// Both forms, `addResponses` and the builders, produce this flat value. Nothing in it has been checked yet.
struct Registration: Sendable {
    var host: String
    var path: String
    var method: HTTPMock.HTTPMethod?
    var query: QueryPattern?
    /// The registration with the highest priority answers, before specificity counts.
    var priority = 0
    var conditions: [RequestCondition] = []
    /// The merged header fields of the enclosing hosts and paths.
    var headers = HTTPMock.HeaderFields()
    var responses: [MockResponse]
    var location: CallSite
    var purpose = Purpose.adding
    /// The nesting level of the suite whose trait registers, 0 for the outermost; nil for a test's own registration.
    ///
    /// An inner registration replaces the responses that an outer one registered for the same requests.
    var depth: Int?
    /// The form of the registration, for suggestions.
    var spelling = RouteSpelling()

    /// Returns the registration as that of a suite's trait, with optional responses; unchanged if the depth is nil.
    func of(suiteAt depth: Int?) -> Registration {
        guard let depth else { return self }
        var copy = self
        copy.depth = depth
        copy.responses = responses.map { $0.optional() }
        return copy
    }

    /// The effect on the responses that the same registration still has.
    enum Purpose: Sendable {
        /// The new responses come after them.
        case adding
        /// They are removed; without new responses, so is the registration.
        case replacing
        /// The registration is removed, whatever its priority.
        case removing
    }
}

/// A registration as data, printed as method, host, path and query with its source location.
public struct MockRegistration: Sendable {
    // One object for all responses of a registration.
    private let origin: Origin

    private final class Origin: Sendable {
        /// The key, because the route has conditions with values of the test.
        let key: Route.Key?
        let location: CallSite?
        /// The text of a stand-in for a registration.
        let text: (@Sendable () -> String)?

        init(key: Route.Key?, location: CallSite?, text: (@Sendable () -> String)? = nil) {
            self.key = key
            self.location = location
            self.text = text
        }
    }

    /// Creates the description of a route's registration, which may not be the route's first.
    init(_ route: Route, location: CallSite) { origin = Origin(key: route.key, location: location) }

    /// Creates a stand-in for a response that was not registered, as in `GET https://a.com/user (shop.har, entry 3)`.
    package init(standIn: @escaping @autoclosure @Sendable () -> String) {
        origin = Origin(key: nil, location: nil, text: standIn)
    }

    /// The value used instead of a registration if the unmocked policy answers.
    static let unmockedPolicy = MockRegistration(standIn: "the unmocked policy")

    /// The address, as in `GET api.example.com/users/*`; secrets are masked.
    public var route: String { origin.key?.description ?? origin.text?() ?? "" }

    /// The host pattern in its normal form; nil for the unmocked policy.
    package var host: String? { origin.key?.host.text }

    /// The path pattern in its normal form; nil for the unmocked policy.
    package var path: String? { pattern?.text }

    /// The path pattern; nil for the unmocked policy.
    var pattern: PathPattern? { origin.key?.path }

    /// The method; nil if the registration matches any method.
    package var method: HTTPMock.HTTPMethod? { origin.key?.method }

    /// The file of the registration, in the form of `#fileID`; nil for the unmocked policy.
    public var fileID: String? { location?.fileID.description }

    /// The line of the registration, from 1; nil for the unmocked policy.
    public var line: Int? { location.map { Int($0.line) } }

    package var location: CallSite? { origin.location }

    /// Returns whether a request has the address, for a registration without conditions.
    func matchesAddress(of request: MockRequest) -> Bool {
        guard let key = origin.key, !key.hasConditions else { return false }
        return key.matchesAddress(of: request)
    }

    /// Returns the method of another registration as Swift source, if this one only lacks that method.
    package func missingMethod(of other: MockRegistration) -> String? {
        guard let key = origin.key, let other = other.origin.key, key.method == nil, let method = other.method,
            key.host == other.host, key.path == other.path, key.query == other.query, key.priority == other.priority,
            !key.hasConditions, !other.hasConditions
        else { return nil }
        return method.swiftSource
    }
}

extension MockRegistration: Hashable, CustomStringConvertible {
    /// Returns whether both have the same route and source location.
    public static func == (one: MockRegistration, other: MockRegistration) -> Bool {
        one.origin === other.origin || one.location == other.location && one.route == other.route
    }

    /// Hashes the route and the source location.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(location)
        hasher.combine(route)
    }

    /// The address with the source location, as in `GET api.example.com/users/*  (UserTests.swift:14)`.
    public var description: String { location.map { "\(route)  (\($0))" } ?? route }
}

/// A mistake in a registration or in a removal.
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

    /// The problem of a removal that finds nothing; perhaps a similar route was meant.
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
        var name: String { "\(method.map { "\($0) " } ?? "")\(host)\(path.hasPrefix("/") ? "" : "/")\(path)" }
        var problems: [RegistrationProblem] = []
        func report(_ text: String) { problems.append(RegistrationProblem(text: text, location: location)) }
        if responses.isEmpty, purpose == .adding {
            problems.append(.nothingIn("the registration of \(name)", location: location))
        }
        for case let length? in (responses.map(\.headers) + [headers]).map({ $0["Content-Length"] })
        where ResponseHeaders.length(length) == nil {
            report(
                "a response for \(name) has the Content-Length \"\(length)\", which is not a number of bytes. To fix this, "
                    + "leave out the field, which is set by itself.")
        }
        for case let count? in responses.map(\.lifetime.count) where count < 1 {
            report(
                "a response for \(name) with the lifetime .multiple(\(count)) would never serve and was dropped. "
                    + "Give a count of 1 or more.")
        }
        if let method, method.rawValue != method.rawValue.uppercased(),
            Self.upperCased.contains(method.rawValue.lowercased())
        {
            report(
                "the method \"\(method)\" matches no request, because URLRequest spells it "
                    + "\(method.rawValue.uppercased()). Write .\(method.rawValue.lowercased()).")
        }
        return problems
    }

    /// The methods that `URLRequest` changes to upper case.
    private static let upperCased: Set<String> = ["get", "post", "put", "delete", "head", "connect"]
}
