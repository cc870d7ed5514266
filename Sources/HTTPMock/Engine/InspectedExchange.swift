import Foundation

/// The parts of one exchange that inspectors judge at its end.
///
/// Owned by the exchange's record, only if the instance has inspectors.
struct InspectedExchange {
    private let logged: LoggedRequest
    /// The whole body so far; nil once it is larger than inspectors judge.
    private var body: Data? = Data()

    /// Creates the parts of a logged request; returns nil if there are no inspectors.
    init?(_ logged: LoggedRequest) {
        guard !logged.snapshot.inspectors.isEmpty else { return nil }
        self.logged = logged
    }

    /// Adds bytes of the body.
    mutating func append(_ bytes: Data) {
        guard let count = body?.count else { return }
        if count + bytes.count > ServedTraffic.bodyLimit { body = nil } else { body?.append(bytes) }
    }

    /// Makes the inspectors judge a response that ended without an error.
    func end(_ head: ResponseHead, _ registration: MockRegistration, reportingTo store: Store) {
        guard !head.isOffContract else { return }
        let traffic = ServedTraffic(
            request: logged.request, number: logged.number + 1, registration: registration, status: head.status,
            headers: head.headers, body: body, isKnownAtRegistration: head.isKnownAtRegistration)
        store.report(logged.snapshot.inspectors.flatMap { $0.problems(of: traffic) })
    }
}
