import Foundation

extension HTTPMock {
    /// A request method, such as `GET`.
    ///
    /// Methods are case-sensitive: `"get"` is not ``get``. Any method can be written as a string literal.
    /// The type has no top-level alias, because many applications declare an `HTTPMethod` of their own.
    ///
    /// - SeeAlso: [RFC 9110 §9.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-9.1)
    public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
        CustomStringConvertible
    {
        /// Transfers a representation of the resource.
        public static let get = HTTPMethod("GET")
        /// Transfers the same header fields as ``get``, without the body.
        public static let head = HTTPMethod("HEAD")
        /// Makes the resource process the request's body.
        public static let post = HTTPMethod("POST")
        /// Replaces the resource with the request's body.
        public static let put = HTTPMethod("PUT")
        /// Removes the resource.
        public static let delete = HTTPMethod("DELETE")
        /// Opens a tunnel to the host.
        public static let connect = HTTPMethod("CONNECT")
        /// Requests the communication options of the resource.
        public static let options = HTTPMethod("OPTIONS")
        /// Requests an echo of the request.
        public static let trace = HTTPMethod("TRACE")
        /// Changes the resource in part.
        ///
        /// - SeeAlso: [RFC 5789](https://www.rfc-editor.org/rfc/rfc5789.html)
        public static let patch = HTTPMethod("PATCH")

        /// The method as the request line spells it.
        public let rawValue: String

        /// Creates a method from its name, without changing the case.
        ///
        /// - Parameter rawValue: The name; case-sensitive.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a method from a string literal.
        ///
        /// - Parameter value: The name; case-sensitive.
        public init(stringLiteral value: String) { self.init(rawValue: value) }

        /// The method as the request line spells it.
        public var description: String { rawValue }
    }
}
