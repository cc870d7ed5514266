import Foundation

/// The work that matching needs, the cheapest first; decides where to match.
package enum MatchingWork: Comparable, Sendable {
    /// Reads only the request's head, which takes microseconds.
    case headOnly
    /// Reads the body too: the library's own work, bounded by the size of the body.
    case readsBody
    /// Runs predicates of the user, which may block or use the mock.
    case runsUserCode
}
