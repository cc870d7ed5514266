import HTTPMock

/// Intercepts the reports that contain a text, for as long as this object exists.
///
/// An intercepted report is not written to standard error.
package final class InterceptedReports: Sendable {
    private static let active: Locked<[ObjectIdentifier: (part: String, texts: [String])]> = {
        StandardError.interceptor.withLock { $0 = { InterceptedReports.take($0) } }
        return Locked([:])
    }()

    /// Begins to intercept the reports that contain a text, such as the name of the test.
    package init(containing part: String) {
        Self.active.withLock { $0[ObjectIdentifier(self)] = (part, []) }
    }

    deinit { _ = Self.active.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) } }

    /// The reports so far.
    package var texts: [String] { Self.active.withLock { $0[ObjectIdentifier(self)]?.texts ?? [] } }

    /// Returns whether a report was intercepted.
    private static func take(_ text: String) -> Bool {
        active.withLock { active in
            let takers = active.filter { text.contains($0.value.part) }.keys
            for taker in takers { active[taker]?.texts.append(text) }
            return !takers.isEmpty
        }
    }
}
