/// A registration, for messages: prints as method, host, path and query, with its place in the source.
public struct MockRegistration: Sendable {
    // One object for all responses of a registration; its text is made when somebody reads it.
    private let origin: Origin

    private final class Origin: Sendable {
        /// Not the route, whose conditions hold what the user's closures do: a log may outlive it for long.
        let key: Route.Key?
        let location: CallSite?

        init(key: Route.Key?, location: CallSite?) {
            self.key = key
            self.location = location
        }
    }

    /// - Parameters:
    ///   - route: What it is for.
    ///   - place: Where it stands, which may be another place than that of the route's first registration.
    init(_ route: Route, location: CallSite) {
        origin = Origin(key: route.key, location: location)
    }

    private init() {
        origin = Origin(key: nil, location: nil)
    }

    /// What stands in the place of a registration where the unmocked policy answers.
    static let unmockedPolicy = MockRegistration()

    /// What it takes, as in `GET api.example.com/users/*`.
    public var route: String { origin.key?.description ?? "the unmocked policy" }

    package var location: CallSite? { origin.location }
}

extension MockRegistration: Hashable {
    /// Whether both are of one route, and stand at the same place.
    public static func == (one: MockRegistration, other: MockRegistration) -> Bool {
        one.origin === other.origin || one.location == other.location && one.route == other.route
    }

    /// Feeds what makes it equal to another into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(location)
        hasher.combine(route)
    }
}

extension MockRegistration: CustomStringConvertible {
    /// The registration with its place, as in `GET api.example.com/users/*  (UserTests.swift:14)`.
    public var description: String { location.map { "\(route)  (\($0))" } ?? route }
}
