import Foundation

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
    public var failureURLString: String? { get }

    public static func == (lhs: URLError, rhs: URLError) -> Bool
    public func hash(into hasher: inout Hasher)

    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int)
    }
}

extension URLError.Code {
    public static var appTransportSecurityRequiresSecureConnection: URLError.Code { get }
    public static var backgroundSessionInUseByAnotherProcess: URLError.Code { get }
    public static var backgroundSessionRequiresSharedContainer: URLError.Code { get }
    public static var backgroundSessionWasDisconnected: URLError.Code { get }
    public static var unknown: URLError.Code { get }
    public static var cancelled: URLError.Code { get }
    public static var badURL: URLError.Code { get }
    public static var timedOut: URLError.Code { get }
    public static var unsupportedURL: URLError.Code { get }
    public static var cannotFindHost: URLError.Code { get }
    public static var cannotConnectToHost: URLError.Code { get }
    public static var networkConnectionLost: URLError.Code { get }
    public static var dnsLookupFailed: URLError.Code { get }
    public static var httpTooManyRedirects: URLError.Code { get }
    public static var resourceUnavailable: URLError.Code { get }
    public static var notConnectedToInternet: URLError.Code { get }
    public static var redirectToNonExistentLocation: URLError.Code { get }
    public static var badServerResponse: URLError.Code { get }
    public static var userCancelledAuthentication: URLError.Code { get }
    public static var userAuthenticationRequired: URLError.Code { get }
    public static var zeroByteResource: URLError.Code { get }
    public static var cannotDecodeRawData: URLError.Code { get }
    public static var cannotDecodeContentData: URLError.Code { get }
    public static var cannotParseResponse: URLError.Code { get }
    public static var fileDoesNotExist: URLError.Code { get }
    public static var fileIsDirectory: URLError.Code { get }
    public static var noPermissionsToReadFile: URLError.Code { get }
    public static var dataLengthExceedsMaximum: URLError.Code { get }
    public static var secureConnectionFailed: URLError.Code { get }
    public static var serverCertificateHasBadDate: URLError.Code { get }
    public static var serverCertificateUntrusted: URLError.Code { get }
    public static var serverCertificateHasUnknownRoot: URLError.Code { get }
    public static var serverCertificateNotYetValid: URLError.Code { get }
    public static var clientCertificateRejected: URLError.Code { get }
    public static var clientCertificateRequired: URLError.Code { get }
    public static var cannotLoadFromNetwork: URLError.Code { get }
    public static var cannotCreateFile: URLError.Code { get }
    public static var cannotOpenFile: URLError.Code { get }
    public static var cannotCloseFile: URLError.Code { get }
    public static var cannotWriteToFile: URLError.Code { get }
    public static var cannotRemoveFile: URLError.Code { get }
    public static var cannotMoveFile: URLError.Code { get }
    public static var downloadDecodingFailedMidStream: URLError.Code { get }
    public static var downloadDecodingFailedToComplete: URLError.Code { get }
    public static var internationalRoamingOff: URLError.Code { get }
    public static var callIsActive: URLError.Code { get }
    public static var dataNotAllowed: URLError.Code { get }
    public static var requestBodyStreamExhausted: URLError.Code { get }
}

extension URLError {
    public static var unknown: URLError.Code { get }
    public static var cancelled: URLError.Code { get }
    public static var badURL: URLError.Code { get }
    public static var timedOut: URLError.Code { get }
    public static var unsupportedURL: URLError.Code { get }
    public static var cannotFindHost: URLError.Code { get }
    public static var cannotConnectToHost: URLError.Code { get }
    public static var networkConnectionLost: URLError.Code { get }
    public static var dnsLookupFailed: URLError.Code { get }
    public static var httpTooManyRedirects: URLError.Code { get }
    public static var resourceUnavailable: URLError.Code { get }
    public static var notConnectedToInternet: URLError.Code { get }
    public static var redirectToNonExistentLocation: URLError.Code { get }
    public static var badServerResponse: URLError.Code { get }
    public static var userCancelledAuthentication: URLError.Code { get }
    public static var userAuthenticationRequired: URLError.Code { get }
    public static var zeroByteResource: URLError.Code { get }
    public static var cannotDecodeRawData: URLError.Code { get }
    public static var cannotDecodeContentData: URLError.Code { get }
    public static var cannotParseResponse: URLError.Code { get }
    public static var fileDoesNotExist: URLError.Code { get }
    public static var fileIsDirectory: URLError.Code { get }
    public static var noPermissionsToReadFile: URLError.Code { get }
    public static var dataLengthExceedsMaximum: URLError.Code { get }
    public static var secureConnectionFailed: URLError.Code { get }
    public static var serverCertificateHasBadDate: URLError.Code { get }
    public static var serverCertificateUntrusted: URLError.Code { get }
    public static var serverCertificateHasUnknownRoot: URLError.Code { get }
    public static var serverCertificateNotYetValid: URLError.Code { get }
    public static var clientCertificateRejected: URLError.Code { get }
    public static var clientCertificateRequired: URLError.Code { get }
    public static var cannotLoadFromNetwork: URLError.Code { get }
    public static var cannotCreateFile: URLError.Code { get }
    public static var cannotOpenFile: URLError.Code { get }
    public static var cannotCloseFile: URLError.Code { get }
    public static var cannotWriteToFile: URLError.Code { get }
    public static var cannotRemoveFile: URLError.Code { get }
    public static var cannotMoveFile: URLError.Code { get }
    public static var downloadDecodingFailedMidStream: URLError.Code { get }
    public static var downloadDecodingFailedToComplete: URLError.Code { get }
    public static var internationalRoamingOff: URLError.Code { get }
    public static var callIsActive: URLError.Code { get }
    public static var dataNotAllowed: URLError.Code { get }
    public static var requestBodyStreamExhausted: URLError.Code { get }
}
