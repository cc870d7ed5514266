import Foundation

/// A response that has been sent for a registration.
package struct ServedTraffic: Sendable {
    package let request: MockRequest
    /// The number of the request in the log, from 1.
    package let number: Int
    package let registration: MockRegistration
    package let status: Int
    package let headers: [String: String]
    /// The whole body; nil if it is too large to be kept.
    package let body: Data?
}
