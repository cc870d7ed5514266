extension Store {
    var records: [RecordedRequest] { read { $0.contents.log }.records }

    /// Returns the earliest request that a filter matches; nil if there is none.
    ///
    /// - Parameter number: The number of a request up to which no request matches; raised as more are compared.
    func firstRequest(matching filter: RequestFilter, after number: inout Int) -> RecordedRequest? {
        var limit = 1
        while true {
            // Compared without the lock, first one and then more each time, because most tasks wait for the first one.
            let records = transition { [number] state in
                state.contents.log.records(after: number, to: filter.pathHash, limit: limit)
            }
            if let found = records.first(where: { filter.matches($0.request) }) { return found }
            guard let last = records.last else { return nil }
            number = last.number
            limit *= 4
        }
    }
}

extension HTTPMock {
    /// Returns whether a registration's queue has an eternal response.
    package func hasEternalResponse(_ registration: MockRegistration) -> Bool {
        engine.store.read { state in
            guard let key = registration.key, let route = state.contents.table.route(for: key) else { return false }
            return state.contents.queues[route.id]?.eternalKinds.isEmpty == false
        }
    }
}
