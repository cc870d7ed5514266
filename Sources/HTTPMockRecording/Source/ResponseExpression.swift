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
            text = "MockResponse.failure(\(error ?? ".unknown"))"
            return
        }
        var single: [HARField] = []
        var repeated: [HARField] = []
        for field in response.playedHeaders {
            let isKnown = single.contains { $0.name.lowercased() == field.name.lowercased() }
            if isKnown { repeated.append(field) } else { single.append(field) }
        }
        var (factory, arguments) = Self.body(response)
        if response.status != 200 { arguments.append("status: \(response.status)") }
        if let error {
            arguments.append("delivery: .failing(\(error), afterBytes: \(response.body.bytes.count))")
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

    /// The code as an expression; a code without a name, which only Apple's systems have, is written as its number.
    private static func name(of code: URLError.Code) -> String {
        names[code].map { ".\($0)" } ?? "URLError.Code(rawValue: \(code.rawValue))"
    }

    private static let names: [URLError.Code: String] = [
        .appTransportSecurityRequiresSecureConnection: "appTransportSecurityRequiresSecureConnection",
        .backgroundSessionInUseByAnotherProcess: "backgroundSessionInUseByAnotherProcess",
        .backgroundSessionRequiresSharedContainer: "backgroundSessionRequiresSharedContainer",
        .backgroundSessionWasDisconnected: "backgroundSessionWasDisconnected", .badServerResponse: "badServerResponse",
        .badURL: "badURL", .callIsActive: "callIsActive", .cancelled: "cancelled", .cannotCloseFile: "cannotCloseFile",
        .cannotConnectToHost: "cannotConnectToHost", .cannotCreateFile: "cannotCreateFile",
        .cannotDecodeContentData: "cannotDecodeContentData", .cannotDecodeRawData: "cannotDecodeRawData",
        .cannotFindHost: "cannotFindHost", .cannotLoadFromNetwork: "cannotLoadFromNetwork",
        .cannotMoveFile: "cannotMoveFile", .cannotOpenFile: "cannotOpenFile",
        .cannotParseResponse: "cannotParseResponse", .cannotRemoveFile: "cannotRemoveFile",
        .cannotWriteToFile: "cannotWriteToFile", .clientCertificateRejected: "clientCertificateRejected",
        .clientCertificateRequired: "clientCertificateRequired", .dataLengthExceedsMaximum: "dataLengthExceedsMaximum",
        .dataNotAllowed: "dataNotAllowed", .dnsLookupFailed: "dnsLookupFailed",
        .downloadDecodingFailedMidStream: "downloadDecodingFailedMidStream",
        .downloadDecodingFailedToComplete: "downloadDecodingFailedToComplete", .fileDoesNotExist: "fileDoesNotExist",
        .fileIsDirectory: "fileIsDirectory", .httpTooManyRedirects: "httpTooManyRedirects",
        .internationalRoamingOff: "internationalRoamingOff", .networkConnectionLost: "networkConnectionLost",
        .noPermissionsToReadFile: "noPermissionsToReadFile", .notConnectedToInternet: "notConnectedToInternet",
        .redirectToNonExistentLocation: "redirectToNonExistentLocation",
        .requestBodyStreamExhausted: "requestBodyStreamExhausted", .resourceUnavailable: "resourceUnavailable",
        .secureConnectionFailed: "secureConnectionFailed", .serverCertificateHasBadDate: "serverCertificateHasBadDate",
        .serverCertificateHasUnknownRoot: "serverCertificateHasUnknownRoot",
        .serverCertificateNotYetValid: "serverCertificateNotYetValid",
        .serverCertificateUntrusted: "serverCertificateUntrusted", .timedOut: "timedOut", .unknown: "unknown",
        .unsupportedURL: "unsupportedURL", .userAuthenticationRequired: "userAuthenticationRequired",
        .userCancelledAuthentication: "userCancelledAuthentication", .zeroByteResource: "zeroByteResource",
    ]
}
