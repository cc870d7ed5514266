import HTTPMock
import Testing

extension TestScope {
    /// The arguments of one `.httpMock` trait.
    final class Settings: Sendable {
        let isSuite: Bool
        let host: String?
        let clock: (any Clock<Duration>)?
        let allowsUnused: Bool
        let unmocked: UnmockedPolicy?
        let interceptsSharedSession: Bool
        let content: (@Sendable () -> [MockElement])?
        let location: CallSite?
        let prepare: (@Sendable (HTTPMock) -> Void)?

        init(
            isSuite: Bool = false, host: String? = nil, clock: (any Clock<Duration>)? = nil, allowsUnused: Bool = false,
            unmocked: UnmockedPolicy? = nil, interceptsSharedSession: Bool = false,
            content: (@Sendable () -> [MockElement])? = nil, location: CallSite? = nil,
            prepare: (@Sendable (HTTPMock) -> Void)? = nil
        ) {
            self.isSuite = isSuite
            self.host = host
            self.clock = clock
            self.allowsUnused = allowsUnused
            self.unmocked = unmocked
            self.interceptsSharedSession = interceptsSharedSession
            self.content = content
            self.location = location
            self.prepare = prepare
            SharedUse.install()
            // Traits are created when tests are discovered, before any request is in flight.
            if interceptsSharedSession { SharedSession.prepare() }
        }
    }
}

extension [MockElement] {
    /// Returns the elements of one host as an element of its own.
    static func host(_ host: String, at location: CallSite, _ content: () -> [HostElement]) -> [MockElement] {
        let host = HTTPMock.Host(
            host, fileID: location.fileID, filePath: location.filePath, line: location.line, column: location.column,
            content: content)
        return MockBuilder.buildExpression(host)
    }
}
