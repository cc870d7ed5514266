import HTTPMock

extension HTTPMock.Server {
    /// The limits of one request and of one connection.
    ///
    /// Sizes are in bytes. Durations are real time, whatever clock the mock has.
    public struct Limits: Hashable, Sendable {
        /// The longest request target; a longer one is answered with 414.
        public var target: Int
        /// The longest head, and the longest trailers; longer ones are answered with 431.
        public var head: Int
        /// The highest number of fields in a head or trailers; more cause a 431.
        public var fieldCount: Int
        /// The longest body; a longer one is answered with 413.
        ///
        /// A body over 1 MiB is kept in an unlinked file of the temporary folder, and mapped into memory.
        public var body: Int
        /// The longest message of a WebSocket; a longer one closes the WebSocket with 1009.
        public var message: Int
        /// The longest time from a head's first byte to its end; otherwise a 408.
        public var headTimeout: Duration
        /// The longest pause between bytes of a body; a longer pause is answered with 408.
        public var bodyTimeout: Duration
        /// The longest time that a connection waits for the next request before it is closed.
        ///
        /// Also the longest time that a client may read nothing of a response, or may wait for the next bytes of a
        /// response after the client has ended its sending direction. An open WebSocket may be idle for ever, but ends
        /// if its client does not read for so long.
        public var idleTimeout: Duration
        /// The longest time that the client of a WebSocket has for its close frame.
        var closeTimeout = Duration.seconds(5)
        /// Whether the user of the server can set the limits; false for a tool that has no options for them.
        package var canBeRaised = true

        /// Creates limits; the defaults are wide enough for tests.
        ///
        /// - Parameters:
        ///   - target: The longest request target, in bytes.
        ///   - head: The longest head, in bytes.
        ///   - fieldCount: The highest number of fields.
        ///   - body: The longest body, in bytes.
        ///   - message: The longest message of a WebSocket, in bytes.
        ///   - headTimeout: The time for a head, from its first byte.
        ///   - bodyTimeout: The time for the next bytes of a body.
        ///   - idleTimeout: The time between two requests, and without reading.
        public init(
            target: Int = 8 << 10, head: Int = 64 << 10, fieldCount: Int = 100, body: Int = 64 << 20,
            message: Int = 16 << 20, headTimeout: Duration = .seconds(10), bodyTimeout: Duration = .seconds(30),
            idleTimeout: Duration = .seconds(60)
        ) {
            self.target = target
            self.head = head
            self.fieldCount = fieldCount
            self.body = body
            self.message = message
            self.headTimeout = headTimeout
            self.bodyTimeout = bodyTimeout
            self.idleTimeout = idleTimeout
        }
    }
}
