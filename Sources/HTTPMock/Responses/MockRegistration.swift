/// A registration as data, printed as method, host, path and query with its source location.
public struct MockRegistration: Sendable {
    // One object for all responses of a registration; the text is computed when it is read.
    private let origin: Origin

    private final class Origin: Sendable {
        /// The route's key, and not the route, because a log may outlive the test.
        ///
        /// The route's conditions capture values of the test.
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

    /// Creates the description of a route's registration.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - location: The source location, which may differ from that of the route's first registration.
    init(_ route: Route, location: CallSite) {
        origin = Origin(key: route.key, location: location)
    }

    /// Creates a stand-in for a registration, for a response that was not registered.
    ///
    /// - Parameter standIn: The origin of the response, as in `GET https://a.com/user (shop.har, entry 3)`.
    package init(standIn: @escaping @autoclosure @Sendable () -> String) {
        origin = Origin(key: nil, location: nil, text: standIn)
    }

    /// The value used instead of a registration if the unmocked policy answers.
    static let unmockedPolicy = MockRegistration(standIn: "the unmocked policy")

    /// The address, as in `GET api.example.com/users/*`; secrets are masked.
    public var route: String { origin.key?.description ?? origin.text?() ?? "" }

    /// The host pattern in its normal form; nil for the unmocked policy.
    public var host: String? { origin.key?.host.text }

    /// The path pattern in its normal form; nil for the unmocked policy.
    public var path: String? { origin.key?.path.text }

    /// The method; nil if the registration matches any method.
    public var method: HTTPMock.HTTPMethod? { origin.key?.method }

    /// The query; nil if the registration matches any query.
    public var query: HTTPMock.Query? { origin.key?.query?.query }

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
}

extension MockRegistration: Hashable {
    /// Returns whether both have the same route and source location.
    public static func == (one: MockRegistration, other: MockRegistration) -> Bool {
        one.origin === other.origin || one.location == other.location && one.route == other.route
    }

    /// Hashes the route and the source location.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(location)
        hasher.combine(route)
    }
}

extension MockRegistration: CustomStringConvertible {
    /// The address with the source location, as in `GET api.example.com/users/*  (UserTests.swift:14)`.
    public var description: String { location.map { "\(route)  (\($0))" } ?? route }
}
