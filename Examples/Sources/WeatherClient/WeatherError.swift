import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A failure of the weather service.
enum WeatherError: Error, Equatable {
    case unauthorized
    case notFound
    /// Request again after this number of seconds, if the service names one.
    case rateLimited(retryAfter: Int?)
    case unavailable
    /// Any other status that is no success.
    case unexpected(status: Int)
    /// The answer isn't what the service promises.
    case unreadable
    /// The service can't be reached.
    case offline(URLError.Code)
}
