import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What can go wrong when asking the weather service.
enum WeatherError: Error, Equatable {
    case unauthorized
    case notFound
    /// Ask again after so many seconds, if the service says when.
    case rateLimited(retryAfter: Int?)
    case unavailable
    /// Any other status that is no success.
    case unexpected(status: Int)
    /// The answer isn't what the service promises.
    case unreadable
    /// The service can't be reached.
    case offline(URLError.Code)
}
