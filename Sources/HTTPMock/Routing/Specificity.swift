/// The rank of a registration; of the registrations that match, the first one answers.
///
/// | first comes | before |
/// | --- | --- |
/// | a higher priority | a lower |
/// | an exact host and path | any wildcard |
/// | fewer `*`, host and path together | more |
/// | more literal characters, host and path together | fewer |
/// | an `.exact` query | `.contains` |
/// | `.contains` | no query |
/// | more query items | fewer |
/// | a method | none |
/// | more conditions | fewer |
/// | the earlier registered | the later |
struct Specificity: Comparable, Sendable {
    /// Numbers in the order of the table's rows, some for several rows; the smaller number comes first.
    private let ranks: [Int]

    /// Creates the rank of a registration.
    ///
    /// - Parameter order: The number of the registration in the order of registering.
    init(_ key: Route.Key, order: Int) {
        let host = key.host
        let path = key.path
        ranks = [
            // Unlike the negative number, the complement exists for each priority.
            ~key.priority,
            // Only an exact address has no star, so one number covers the second and third rows.
            host.starCount + path.starCount,
            -(host.literalCount + path.literalCount),
            Self.rank(of: key.query?.matching),
            -(key.query?.query.items.count ?? 0),
            key.method == nil ? 1 : 0,
            -key.conditions.count,
            order,
        ]
    }

    private static func rank(of matching: HTTPMock.QueryMatching?) -> Int {
        switch matching {
        case .exact: 0
        case .contains: 1
        case nil: 2
        }
    }

    static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.ranks.lexicographicallyPrecedes(rhs.ranks)
    }
}
