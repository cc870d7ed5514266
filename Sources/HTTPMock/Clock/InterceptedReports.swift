/// Intercepts the reports that contain a text, for as long as this object exists.
///
/// An intercepted report is not written to standard error. Used by the package's own tests, which provoke reports.
package final class InterceptedReports: Sendable {
    private let part: String
    private let reports = Locked<[String]>([])

    /// Begins to intercept.
    ///
    /// - Parameter part: A text that only the reports in question contain, such as the name of the test.
    package init(containing part: String) {
        self.part = part
        Self.active.withLock { $0[ObjectIdentifier(self)] = Reference(self) }
    }

    deinit {
        _ = Self.active.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
    }

    /// The reports so far.
    package var texts: [String] { reports.withLock { $0 } }

    /// Returns whether a report was intercepted.
    static func take(_ text: String) -> Bool {
        let interceptors = active.withLock { $0.values.compactMap(\.object) }.filter { text.contains($0.part) }
        for interceptor in interceptors { interceptor.reports.withLock { $0.append(text) } }
        return !interceptors.isEmpty
    }

    private static let active = Locked<[ObjectIdentifier: Reference]>([:])

    private struct Reference {
        weak var object: InterceptedReports?

        init(_ object: InterceptedReports) {
            self.object = object
        }
    }
}
