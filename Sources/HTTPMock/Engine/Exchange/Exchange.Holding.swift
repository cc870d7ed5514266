import Foundation

extension Exchange {
    /// The way in which a ``ResponseHold`` treats a hop.
    enum Holding {
        /// Held before its first step that can be held.
        case possible
        /// Sent without pauses, after it was held.
        case released
        /// Not held, because the response waits for the test, or never comes.
        case exempt
    }
}
