import Foundation

/// A registration as data, or a stand-in for one, such as an entry of a recording.
///
/// Printed as method, host, path, query and priority with the source location; a stand-in as its own text.
public struct MockRegistration: Sendable {
    // One object for all responses of a registration.
    private let origin: Origin

    private final class Origin: Sendable {
        /// The key and not the route, whose conditions retain values of the test; nil for a stand-in.
        let key: Route.Key?
        let location: CallSite?
        /// The text of a stand-in for a registration; nil for a registration.
        let text: (@Sendable () -> String)?
        /// The GraphQL operation of the first condition that requires one; nil without such a condition.
        let graphQL: GraphQLExpectation?

        init(
            key: Route.Key?, location: CallSite?, text: (@Sendable () -> String)? = nil,
            graphQL: GraphQLExpectation? = nil
        ) {
            self.key = key
            self.location = location
            self.text = text
            self.graphQL = graphQL
        }
    }

    /// Describes one of a route's registrations, which may have another source location than the first one.
    init(_ route: Route, location: CallSite) {
        let graphQL = route.conditions.lazy.compactMap(\.graphQL).first
        origin = Origin(key: route.key, location: location, graphQL: graphQL)
    }

    /// Creates a stand-in for a response that was not registered, as in `GET https://a.com/user (shop.har, entry 3)`.
    package init(standIn: @escaping @autoclosure @Sendable () -> String) {
        origin = Origin(key: nil, location: nil, text: standIn)
    }

    static let unmockedPolicy = MockRegistration(standIn: "the unmocked policy")

    /// The address, as in `GET api.example.com/users/*`, or the words for a stand-in; secrets are masked.
    public var route: String { origin.key?.description ?? origin.text?() ?? "" }

    /// The effect of a registration on the responses that earlier registrations with the same key still have.
    package enum Purpose: Sendable {
        /// New responses follow the earlier ones, except those of a suite further out, which are removed.
        case adding
        /// New responses take the place of the earlier ones; without new responses, the registration is removed.
        case replacing
        /// The registration is removed, whatever its priority.
        case removing
    }

    /// The host pattern in its normal form; nil for a stand-in, as of the unmocked policy.
    public var host: String? { origin.key?.host.text }

    /// The path pattern in its normal form; nil for a stand-in, as of the unmocked policy.
    public var path: String? { pattern?.text }

    /// The key of the route; nil for a stand-in.
    var key: Route.Key? { origin.key }

    /// The identity of the route; nil for a stand-in.
    ///
    /// The text of the route is no identity, because its secrets are masked.
    package var routeIdentity: AnyHashable? { origin.key.map(AnyHashable.init) }

    var pattern: PathPattern? { origin.key?.path }

    /// The method that the registration matches; nil for any method, and for a stand-in.
    public var method: HTTPMock.HTTPMethod? { origin.key?.method }

    /// The GraphQL operation that a condition of the registration requires; nil without such a condition.
    package var graphQL: GraphQLExpectation? { origin.graphQL }

    /// The file of the registration, in the form of `#fileID`; nil for a stand-in, as of the unmocked policy.
    public var fileID: String? { location?.fileID.description }

    /// The line of the registration, from 1; nil for a stand-in, as of the unmocked policy.
    public var line: Int? { location.map { Int($0.line) } }

    package var location: CallSite? { origin.location }

    /// Returns whether host, path, method and query match a request; false with conditions, and for a stand-in.
    func matchesWithoutConditions(_ request: MockRequest) -> Bool {
        guard let key = origin.key, key.conditions.isEmpty else { return false }
        return key.matchesExceptConditions(request)
    }

    /// Returns the method of another registration as Swift source, if this one has none and is otherwise the same.
    ///
    /// Nil for registrations with conditions.
    package func missingMethod(of other: MockRegistration) -> String? {
        guard let key = origin.key, let other = other.origin.key else { return nil }
        guard key.method == nil, let method = other.method else { return nil }
        guard key.conditions.isEmpty, other.conditions.isEmpty else { return nil }
        let hasSamePath = key.host == other.host && key.path == other.path
        guard hasSamePath, key.query == other.query, key.priority == other.priority else { return nil }
        return method.swiftSource
    }
}

extension MockRegistration: Hashable, CustomStringConvertible {
    /// Returns whether both have the same address, priority, conditions and source location.
    public static func == (one: MockRegistration, other: MockRegistration) -> Bool {
        if one.origin === other.origin { return true }
        guard one.location == other.location, one.key == other.key else { return false }
        // Only a stand-in has no key, so that its text counts.
        return one.key != nil || one.route == other.route
    }

    /// Hashes the address, the priority, the conditions and the source location.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(location)
        hasher.combine(key)
        if key == nil { hasher.combine(route) }
    }

    /// The address with the source location, as in `GET api.example.com/users/*  (UserTests.swift:14)`.
    public var description: String {
        location.map { "\(route)  (\($0))" } ?? route
    }
}
