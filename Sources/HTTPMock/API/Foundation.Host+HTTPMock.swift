// Foundation declares a class `Host` here. A file that imports Foundation and HTTPMock sees both, and the compiler
// tries both for `Host("api.example.com") { … }`.
#if os(macOS) || !canImport(Darwin)
    import Foundation

    extension Foundation.Host {
        /// Never chosen: makes the compiler report a mistake inside `Host { … }` in place.
        ///
        /// Without an initializer of the same shape, the compiler blames the name `Host` for every mistake inside the
        /// closure. Foundation's class then differs from the call in more ways than the mistake does.
        @_documentation(visibility: internal)
        @available(*, unavailable, message: "Write HTTPMock.Host, or import typealias HTTPMock.Host")
        public convenience init(
            _ pattern: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column, @HostBuilder content: () -> [HostElement]
        ) {
            fatalError("unavailable")
        }
    }
#endif
