import Foundation

/// The mistakes of an instance that a strict test has made with `HTTPMock()`.
extension Store {
    /// The mistakes; nil before the first request, and while the instance exists, because other tests may use it.
    var mistakes: InstanceMistakes? {
        guard read(\.instance.mock) == nil else { return nil }
        return mistakesSoFar
    }

    /// Gives the test the mistakes as a value, so that it no longer retains the store of the released instance.
    func keepMistakes() {
        guard let note = read(\.noteMistakes) else { return }
        note(mistakesSoFar)
    }

    /// The mistakes as text, without values of the user; nil before the first request.
    private var mistakesSoFar: InstanceMistakes? {
        let (log, policy) = read { ($0.contents.log, $0.contents.policy) }
        guard log.count > 0 else { return nil }
        var unmocked: [String] = []
        // Whoever has chosen a policy expects unmocked requests.
        if policy.isUnchosen {
            for record in log.records {
                guard case .unmocked = record.outcome else { continue }
                unmocked.append("no response for \(record.request)")
            }
        }
        return InstanceMistakes(unmocked: unmocked, unused: unused.map { "never used: \($0)" })
    }
}
