import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A recorded response as a call of one of the factories of `MockResponse`.
struct ResponseExpression {
    let text: String

    init(_ response: HARResponse) {
        let error = response.error.flatMap(HARFailure.code).map(Self.name)
        guard response.status != 0 else {
            text = "MockResponse.failure(.\(error ?? "unknown"))"
            return
        }
        var single: [HARField] = []
        var repeated: [HARField] = []
        for field in response.headers {
            let isKnown = single.contains { $0.name.lowercased() == field.name.lowercased() }
            if isKnown { repeated.append(field) } else { single.append(field) }
        }
        var (factory, arguments) = Self.body(response)
        if response.status != 200 { arguments.append("status: \(response.status)") }
        if let error {
            arguments.append("delivery: .failing(.\(error), afterBytes: \(response.body.bytes.count))")
        }
        if !single.isEmpty {
            let fields = single.map { "\($0.name.debugDescription): \($0.value.debugDescription)" }
            arguments.append("headers: [\(fields.joined(separator: ", "))]")
        }
        let call = "MockResponse.\(factory)(\(arguments.joined(separator: ", ")))"
        text = repeated.reduce(call) { text, field in
            "\(text).addingHeader(\(field.name.debugDescription), \(field.value.debugDescription))"
        }
    }

    /// The factory and its first argument.
    private static func body(_ response: HARResponse) -> (factory: String, arguments: [String]) {
        let body = response.body
        if body.bytes.isEmpty { return ("empty", []) }
        if let chunks = response.chunks, chunks.count > 1 {
            var rest = body.bytes
            let sources = chunks.map { length in
                defer { rest = rest.dropFirst(length) }
                return Data(rest.prefix(length)).swiftSource
            }
            return ("stream", ["[\(sources.joined(separator: ", "))]"])
        }
        let type = body.mimeType.lowercased()
        guard let text = body.text else { return ("data", [body.bytes.swiftSource]) }
        if type.hasPrefix("application/json") { return ("json", [text.swiftSource]) }
        if type.hasPrefix("text/html") { return ("html", [text.swiftSource]) }
        if type.hasPrefix("text/plain") { return ("plaintext", [text.swiftSource]) }
        return ("data", [body.bytes.swiftSource])
    }

    private static func name(of code: URLError.Code) -> String { names[code] ?? "unknown" }

    private static let names: [URLError.Code: String] = [
        .badServerResponse: "badServerResponse", .badURL: "badURL", .cancelled: "cancelled",
        .cannotConnectToHost: "cannotConnectToHost", .cannotDecodeContentData: "cannotDecodeContentData",
        .cannotDecodeRawData: "cannotDecodeRawData", .cannotFindHost: "cannotFindHost",
        .cannotParseResponse: "cannotParseResponse", .dataNotAllowed: "dataNotAllowed",
        .dnsLookupFailed: "dnsLookupFailed", .httpTooManyRedirects: "httpTooManyRedirects",
        .networkConnectionLost: "networkConnectionLost", .notConnectedToInternet: "notConnectedToInternet",
        .resourceUnavailable: "resourceUnavailable", .secureConnectionFailed: "secureConnectionFailed",
        .serverCertificateHasBadDate: "serverCertificateHasBadDate",
        .serverCertificateUntrusted: "serverCertificateUntrusted", .timedOut: "timedOut",
        .unsupportedURL: "unsupportedURL", .userAuthenticationRequired: "userAuthenticationRequired",
        .zeroByteResource: "zeroByteResource",
    ]
}
