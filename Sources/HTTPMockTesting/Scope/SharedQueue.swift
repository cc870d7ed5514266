import HTTPMock

/// The responses of one route without a method, which requests of several methods have used in turn.
///
/// The methods may be meant to have responses of their own. Nothing fails by itself, because each request is answered.
enum SharedQueue {
    /// Returns a line for each such route, in order of its first request.
    static func notes(on mock: HTTPMock) -> [String] {
        let records = mock.requests.filter { record in
            guard let registration = record.registration, registration.location != nil else { return false }
            return registration.method == nil
        }
        let groups = Dictionary(grouping: records) { $0.registration?.routeIdentity }
        return groups.values.sorted { ($0.first?.number ?? 0) < ($1.first?.number ?? 0) }.compactMap { sharing in
            guard let registration = sharing.first?.registration, Set(sharing.map(\.method)).count > 1,
                !mock.hasEternalResponse(registration)
            else { return nil }
            let shownLimit = 10
            let order = sharing.prefix(shownLimit).map { "\($0.method)" }.joined(separator: ", ")
            return "  \(registration.route) is registered without a method, so these took its responses in "
                + "turn: \(order). If a response is meant for one method only, write method: where it is registered."
        }
    }
}
