/// How specific a registration is; of those that match, the most specific answers.
///
/// The most specific sorts first. The order is total, as no two registrations have the same ``order``:
///
/// | first comes | before |
/// | --- | --- |
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
    /// How many `*` host and path have together; 0 is an exact address.
    let starCount: Int
    /// How many literal characters host and path have together.
    let literalCount: Int
    /// How the query is compared, nil if none was given.
    let queryMatching: HTTPMock.QueryMatching?
    /// How many query items are asked for.
    let queryItemCount: Int
    /// Whether a method is asked for.
    let hasMethod: Bool
    /// How many conditions there are.
    let conditionCount: Int
    /// The registration's number in the order in which they were made.
    let order: Int

    init(
        host: HostPattern, path: PathPattern, query: QueryPattern? = nil, hasMethod: Bool = false,
        conditionCount: Int = 0, order: Int
    ) {
        // An exact address has no star and all others have one: the first two rows of the table are one number.
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
    /// Whether the left one is more specific.
    static func < (lhs: Self, rhs: Self) -> Bool {
        if lhs.starCount != rhs.starCount { return lhs.starCount < rhs.starCount }
        if lhs.literalCount != rhs.literalCount { return lhs.literalCount > rhs.literalCount }
        if lhs.queryRank != rhs.queryRank { return lhs.queryRank < rhs.queryRank }
        if lhs.queryItemCount != rhs.queryItemCount { return lhs.queryItemCount > rhs.queryItemCount }
        if lhs.hasMethod != rhs.hasMethod { return lhs.hasMethod }
        if lhs.conditionCount != rhs.conditionCount { return lhs.conditionCount > rhs.conditionCount }
        return lhs.order < rhs.order
    }
}
