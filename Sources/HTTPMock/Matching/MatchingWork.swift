/// The work that matching a request may need, the cheapest first.
///
/// It decides where a request may be matched.
enum MatchingWork: Comparable, Sendable {
    /// Reads only the request's head, which takes microseconds.
    case headOnly
    /// Reads the body too: the library's own work, bounded by the size of the body.
    case readsBody
    /// Runs predicates of the user, which may block or use the mock.
    case runsUserCode
}
