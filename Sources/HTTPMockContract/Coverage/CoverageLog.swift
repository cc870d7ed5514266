import HTTPMock

/// The uses of a contract's responses by tests.
///
/// Owned by the contract, and by the ``CoverageCollector`` of the run if there is one. Used by any thread.
final class CoverageLog: Sendable {
    /// A documented response: the name of its operation, and the status as the document has it.
    struct Key: Hashable, Sendable {
        let operation: String
        let status: String
    }

    private struct Use: Sendable {
        var mocked = 0
        var requested = 0
        var locations: Set<CallSite> = []
    }

    private let uses = Locked<[Key: Use]>([:])

    /// Notes that a response was registered or received.
    ///
    /// - Parameters:
    ///   - state: The use that is counted: `mocked` or `requested`.
    ///   - key: The documented response.
    ///   - location: The source location of the registration, if it is known.
    func note(_ state: ContractCoverage.State, of key: Key, at location: CallSite?) {
        uses.withLock { uses in
            switch state {
            case .never: break
            case .mocked: uses[key, default: Use()].mocked += 1
            case .requested: uses[key, default: Use()].requested += 1
            }
            if let location { uses[key]?.locations.insert(location) }
        }
    }

    /// Returns the documented responses with their uses.
    func coverage(of documented: ContractCoverage) -> ContractCoverage {
        let uses = uses.withLock { $0 }
        var coverage = documented
        for index in coverage.responses.indices {
            let response = coverage.responses[index]
            guard let use = uses[response.key] else { continue }
            coverage.responses[index].mockedCount = use.mocked
            coverage.responses[index].requestedCount = use.requested
            // Registrations in different columns of one line have the same text.
            coverage.responses[index].locations = Set(use.locations.map { "\($0.fileID):\($0.line)" }).sorted()
        }
        return coverage
    }
}

extension ContractCoverage.Response {
    /// The key of the response in a ``CoverageLog``.
    var key: CoverageLog.Key { CoverageLog.Key(operation: operation, status: status) }
}
