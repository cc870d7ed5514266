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

    /// Logs a request that a front end has refused by itself.
    ///
    /// - Parameters:
    ///   - request: The request, as far as it arrived.
    ///   - error: The reason.
    package func log(_ request: MockRequest, refusedWith error: HTTPMockError) {
        var record = ExchangeRecord(store)
        record.begin(store.log(request), outcome: nil)
        record.end(error)
    }
}
