/// The rank of a registration; of the registrations that match, the first one answers.
///
/// The priority counts first, then how specific the registration is. The order is total, because no two registrations
/// have the same ``order``:
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
struct Specificity: Hashable, Sendable {
    /// The priority that the registration was given; 0 unless one was.
    let priority: Int
    /// The number of `*` in host and path together; 0 is an exact address.
    let starCount: Int
    /// The number of literal characters in host and path together.
    let literalCount: Int
    /// The way the query is compared, nil without a query.
    let queryMatching: HTTPMock.QueryMatching?
    /// The number of required query items.
    let queryItemCount: Int
    /// Whether a method is required.
    let hasMethod: Bool
    /// The number of conditions.
    let conditionCount: Int
    /// The number of the registration in the order of registering.
    let order: Int

    init(
        priority: Int = 0, host: HostPattern, path: PathPattern, query: QueryPattern? = nil, hasMethod: Bool = false,
        conditionCount: Int = 0, order: Int
    ) {
        self.priority = priority
        // Only an exact address has no star, so one number covers the first two rows of the table.
        starCount = host.starCount + path.starCount
        literalCount = host.literalCount + path.literalCount
        queryMatching = query?.matching
        queryItemCount = query?.query.items.count ?? 0
        self.hasMethod = hasMethod
        self.conditionCount = conditionCount
        self.order = order
    }

    private var queryRank: Int {
        switch queryMatching {
        case .exact: 0
        case .contains: 1
        case nil: 2
        }
    }
}

extension Specificity: Comparable {
    /// Returns whether the left one comes first.
    static func < (lhs: Self, rhs: Self) -> Bool {
        if lhs.priority != rhs.priority { return lhs.priority > rhs.priority }
        if lhs.starCount != rhs.starCount { return lhs.starCount < rhs.starCount }
        if lhs.literalCount != rhs.literalCount { return lhs.literalCount > rhs.literalCount }
        if lhs.queryRank != rhs.queryRank { return lhs.queryRank < rhs.queryRank }
        if lhs.queryItemCount != rhs.queryItemCount { return lhs.queryItemCount > rhs.queryItemCount }
        if lhs.hasMethod != rhs.hasMethod { return lhs.hasMethod }
        if lhs.conditionCount != rhs.conditionCount { return lhs.conditionCount > rhs.conditionCount }
        return lhs.order < rhs.order
    }
}
