import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPMock {
    /// Plays a cassette for requests that no registration answers.
    ///
    /// If the mode turns recording on, a request that no entry answers is sent to the network and recorded.
    ///
    /// Several cassettes are tried in the order of insertion. `HTTPMock.reset()` removes all cassettes.
    ///
    /// - Parameter cassette: The cassette; save it with ``HTTPMockRecording/Cassette/save()``
    ///   when the requests have ended.
    public func insert(_ cassette: Cassette) {
        var network: VerifyingSession?
        if cassette.mode == .verify { network = VerifyingSession(passthroughSession) }
        insert(CassetteSource(cassette, network: network))
    }
}

/// A cassette as an extension of the engine.
///
/// Created by `insert(_:)` and retained by the instance. Called on the threads that `EngineExtension` names.
private final class CassetteSource: EngineExtension {
    private let cassette: Cassette
    /// The network to compare played entries with; nil in all modes except ``RecordMode/verify``.
    private let network: VerifyingSession?

    init(_ cassette: Cassette, network: VerifyingSession?) {
        self.cassette = cassette
        self.network = network
    }

    /// Returns the work of the user's closures if there are any, or else the reading of the body for the comparison.
    func workNeeded(for request: MockRequest) -> MatchingWork {
        cassette.settings.runsUserCode ? .runsUserCode : .readsBody
    }

    /// The entries that were not played; empty for a recording or a shared file.
    var unusedResponses: [UnusedResponse] {
        guard !cassette.isRecording, !cassette.isShared else { return [] }
        return cassette.unplayedEntries.map { entry in
            UnusedResponse(
                registration: entry.registration, response: entry.recorded.mockResponse, servedCount: 0)
        }
    }

    func answer(_ request: MockRequest) -> ExtensionAnswer {
        switch cassette.decide(request) {
        case .play(let entry, let response):
            guard let network else { return .response(response) }
            // The client waits for the network's answer, so that the differences are known when the response arrives.
            let verified = MockResponse.handler { [cassette] request in
                await cassette.verify(entry, with: request, over: network)
                return response.response
            }
            return .response(RegisteredResponse(verified, of: response.registration))
        case .record:
            return .passthrough(mark: cassette.mark(of: request))
        case .unmocked(let lines):
            return .nothing(lines)
        }
    }

    func completed(_ record: RecordedRequest) -> [Problem] {
        if let mark = record.mark as? PendingExchanges.Token, mark.exchanges === cassette.pending {
            cassette.record(record)
        }
        return []
    }
}
