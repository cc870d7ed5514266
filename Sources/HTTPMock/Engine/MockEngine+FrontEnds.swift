import Foundation

/// Members for front ends in other modules.
extension MockEngine {
    /// The host of registrations that name none.
    package var defaultDomain: String { store.defaultDomain }

    /// Returns whether anything is registered for the host and port of a URL.
    package func hasRegistrations(forHostOf url: URL) -> Bool {
        let target = RequestTarget(url: url)
        return store.table.routesByHost.keys.contains { $0.matches(target) }
    }

    /// Returns whether a registration that names the method has the address of a request.
    package func hasRegistration(withMethodOf request: MockRequest) -> Bool {
        store.table.hasRoute(withMethodOf: request)
    }

    /// Logs a request that a front end has refused by itself, and reports each refusal once.
    ///
    /// The test of the instance reports refusals at its end; without such a test, standard error has them at once.
    package func log(_ refused: RefusedRequest) {
        if let request = refused.request {
            var record = ExchangeRecord()
            record.begin(store.arrive(request), outcome: nil)
            record.note(ResponseHead(url: request.url, status: refused.status, headers: [:]), at: nil)
            store.end(record.end(HTTPMockError(refused.text), at: nil)?.exchange, of: nil)
        }
        if store.note(refused), !store.hasSummary { StandardError.report(refused.text) }
    }
}

extension HTTPMock {
    /// The texts of the requests that a front end has refused by itself, each text once.
    package var refusals: [String] {
        var known: Set<String> = []
        return engine.store.refusedRequests.map(\.text).filter { known.insert($0).inserted }
    }
}
