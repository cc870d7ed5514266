// Hides the type of Linux's Foundation, whose `Code(rawValue:)` can fail.
public struct URLError: CustomNSError, Hashable, @unchecked Sendable {
    public init(_ code: URLError.Code, userInfo: [String: Any] = [:])

    public static var errorDomain: String { get }
    public var errorCode: Int { get }
    public var errorUserInfo: [String: Any] { get }
    public var userInfo: [String: Any] { get }
    public var code: URLError.Code { get }
    public var localizedDescription: String { get }
    public var failingURL: URL? { get }

    public static func == (lhs: URLError, rhs: URLError) -> Bool
    public func hash(into hasher: inout Hasher)

    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int)
    }
}

extension URLError.Code {
    public static let appTransportSecurityRequiresSecureConnection, backgroundSessionInUseByAnotherProcess,
        backgroundSessionRequiresSharedContainer, backgroundSessionWasDisconnected, unknown, cancelled, badURL,
        timedOut, unsupportedURL, cannotFindHost, cannotConnectToHost, networkConnectionLost, dnsLookupFailed,
        httpTooManyRedirects, resourceUnavailable, notConnectedToInternet, redirectToNonExistentLocation,
        badServerResponse, userCancelledAuthentication, userAuthenticationRequired, zeroByteResource,
        cannotDecodeRawData, cannotDecodeContentData, cannotParseResponse, fileDoesNotExist, fileIsDirectory,
        noPermissionsToReadFile, dataLengthExceedsMaximum, secureConnectionFailed, serverCertificateHasBadDate,
        serverCertificateUntrusted, serverCertificateHasUnknownRoot, serverCertificateNotYetValid,
        clientCertificateRejected, clientCertificateRequired, cannotLoadFromNetwork, cannotCreateFile, cannotOpenFile,
        cannotCloseFile, cannotWriteToFile, cannotRemoveFile, cannotMoveFile, downloadDecodingFailedMidStream,
        downloadDecodingFailedToComplete, internationalRoamingOff, callIsActive, dataNotAllowed,
        requestBodyStreamExhausted: URLError.Code
}

// Those that tests name without `Code`.
extension URLError {
    public static let cancelled, timedOut, unsupportedURL, cannotFindHost, cannotConnectToHost, networkConnectionLost,
        badServerResponse: URLError.Code
}
