import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One delegate callback, in a form that tests can compare.
public enum ClientEvent: Sendable, Equatable {
    /// `didReceive response` with its status; -1 for a response that is not HTTP.
    case response(status: Int)
    /// `didReceive data`.
    case data(Data)
    /// `willPerformHTTPRedirection`: the status that redirects, and the proposed request's method, path and query.
    case redirect(status: Int, method: String, target: String)
    /// `didReceive challenge` with the authentication method.
    case challenge(method: String)
    /// `needNewBodyStream`.
    case bodyStreamNeeded
    /// `didSendBodyData`: bytes now, in all, and expected.
    case sentBody(bytes: Int64, total: Int64, expected: Int64)
    /// `didWriteData`: bytes now, in all, and expected.
    case wroteData(bytes: Int64, total: Int64, expected: Int64)
    /// `didFinishDownloadingTo` with the contents of the file at that time; nil if the file could not be read.
    case downloaded(Data?)
    /// `didCompleteWithError`.
    case completed(ClientError?)

    /// Returns the event of a response.
    static func response(of response: URLResponse) -> ClientEvent {
        .response(status: (response as? HTTPURLResponse)?.statusCode ?? -1)
    }

    /// Whether the event is a 1xx response, which comes before the final response.
    var isInformational: Bool {
        guard case .response(let status) = self else { return false }
        return (100...199).contains(status)
    }
}

extension ClientEvent: CustomStringConvertible {
    /// The callback as short text: `data 5`, `redirect 302 → GET /new`.
    public var description: String {
        switch self {
        case .response(let status): "response \(status)"
        case .data(let data): "data \(data.count)"
        case .redirect(let status, let method, let target): "redirect \(status) \u{2192} \(method) \(target)"
        case .challenge(let method): "challenge \(method)"
        case .bodyStreamNeeded: "bodyStreamNeeded"
        case .sentBody(let bytes, let total, let expected): "sent \(bytes) \(total)/\(expected)"
        case .wroteData(let bytes, let total, let expected): "wrote \(bytes) \(total)/\(expected)"
        case .downloaded(let data): "downloaded \(data.map { "\($0.count)" } ?? "nothing")"
        case .completed(let error): "completed" + (error.map { " \($0)" } ?? "")
        }
    }
}

extension [ClientEvent] {
    /// The events with adjacent chunks merged, because the sizes of chunks depend on the network.
    ///
    /// Each run of `data`, `sentBody` or `wroteData` becomes one event, with the sum of bytes and the last total.
    public var mergingChunks: [ClientEvent] {
        reduce(into: []) { merged, event in
            switch (merged.last, event) {
            case (.data(let first), .data(let second)):
                merged[merged.count - 1] = .data(first + second)
            case (.sentBody(let first, _, _), .sentBody(let second, let total, let expected)):
                merged[merged.count - 1] = .sentBody(bytes: first + second, total: total, expected: expected)
            case (.wroteData(let first, _, _), .wroteData(let second, let total, let expected)):
                merged[merged.count - 1] = .wroteData(bytes: first + second, total: total, expected: expected)
            default:
                merged.append(event)
            }
        }
    }
}
