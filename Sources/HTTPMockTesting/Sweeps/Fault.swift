import Foundation
import HTTPMock

/// A failure of the network or of a server, for `sweepFaults`.
public struct Fault: Sendable, Hashable, CustomStringConvertible {
    /// The name of the fault, as reports and tables print it.
    public let description: String
    let kind: Kind

    enum Kind: Sendable, Hashable {
        case failure(URLError.Code)
        case failureInBody
        case status(MockResponse.Status, headers: [String: String])
        case emptyBody
        case shortBody
        case otherJSON
    }

    private init(_ description: String, _ kind: Kind) {
        self.description = description
        self.kind = kind
    }

    /// The device has no connection.
    public static let noConnection = Fault("no connection", .failure(.notConnectedToInternet))
    /// The connection is lost before the response.
    public static let connectionLost = Fault("connection lost", .failure(.networkConnectionLost))
    /// The connection is lost in the middle of the body.
    public static let connectionLostInBody = Fault("connection lost in the body", .failureInBody)
    /// The request times out.
    public static let timedOut = Fault("timed out", .failure(.timedOut))
    /// The server answers 500.
    public static let internalServerError = Fault("status 500", .status(.internalServerError, headers: [:]))
    /// The server answers 503 with `Retry-After: 1`.
    public static let serviceUnavailable = Fault(
        "status 503", .status(.serviceUnavailable, headers: ["Retry-After": "1"]))
    /// The server answers 401.
    public static let unauthorized = Fault("status 401", .status(.unauthorized, headers: [:]))
    /// The server answers 429 with `Retry-After: 1`.
    public static let tooManyRequests = Fault("status 429", .status(.tooManyRequests, headers: ["Retry-After": "1"]))
    /// The response has no body, and its status as without the fault.
    public static let emptyBody = Fault("empty body", .emptyBody)
    /// The body ends in the middle, although the response is complete.
    public static let shortBody = Fault("body cut short", .shortBody)
    /// The body is JSON of another shape.
    ///
    /// An array becomes an object, and anything else becomes an array.
    public static let otherJSON = Fault("JSON of another shape", .otherJSON)

    /// The server answers with another status and no body.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: Header fields of the response.
    public static func status(_ status: MockResponse.Status, headers: [String: String] = [:]) -> Fault {
        Fault("status \(status)", .status(status, headers: headers))
    }

    /// The request fails with another error.
    ///
    /// - Parameter code: The code of the error.
    public static func failure(_ code: URLError.Code) -> Fault {
        Fault("URLError \(code.rawValue)", .failure(code))
    }

    /// All faults that are constants of this type.
    public static let all: [Fault] = [
        .noConnection, .connectionLost, .connectionLostInBody, .timedOut, .internalServerError, .serviceUnavailable,
        .unauthorized, .tooManyRequests, .emptyBody, .shortBody, .otherJSON,
    ]
}

extension Fault {
    /// Returns whether a client can notice the fault in a response.
    ///
    /// Where a body has neither a shape nor a given length, such as an image, no client can notice that a complete
    /// response has too little.
    func canBeNoticed(in record: RecordedRequest) -> Bool {
        switch kind {
        case .emptyBody, .shortBody: record.hasGivenLength || Self.otherShape(of: record.responseBody) != nil
        case .failure, .failureInBody, .status, .otherJSON: true
        }
    }

    /// Returns the change that the fault makes to a response; nil if it makes no difference.
    ///
    /// - Parameter body: The body of the response in the run without faults.
    func change(toResponseWith body: Data) -> (@Sendable (MockResponse) -> MockResponse)? {
        let half = body.count / 2
        switch kind {
        case .failure(let code): return { _ in .failure(code) }
        case .status(let status, let headers): return { _ in .status(status, headers: headers) }
        case .failureInBody where !body.isEmpty:
            return { $0.delivered(.failing(.networkConnectionLost, afterBytes: half)) }
        case .emptyBody where !body.isEmpty:
            return { $0.mappingBody { response, _ in response.withBody(Data()) } }
        case .shortBody where half > 0:
            return { $0.mappingBody { response, body in response.withBody(body.prefix(body.count / 2)) } }
        case .otherJSON where Self.otherShape(of: body) != nil:
            return { $0.mappingBody { response, body in response.withBody(Self.otherShape(of: body) ?? body) } }
        case .failureInBody, .emptyBody, .shortBody, .otherJSON: return nil
        }
    }

    /// Returns JSON of another shape; nil if the body is not JSON.
    private static func otherShape(of body: Data) -> Data? {
        guard let value = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed) else { return nil }
        let other = value is [Any] ? "{}" : "[]"
        return Data(other.utf8)
    }
}
