/// A way to run one request with `URLSession`.
public enum ClientStyle: String, CaseIterable, Sendable {
    case asyncData
    case handlerData
    case delegateData
    case asyncUpload
    case handlerUpload
    case delegateUpload
    case asyncFileUpload
    case handlerFileUpload
    case delegateFileUpload
    case delegateStreamUpload
    case asyncDownload
    case handlerDownload
    case delegateDownload

    /// The styles of data tasks.
    public static let data: [ClientStyle] = [.asyncData, .handlerData, .delegateData]
    /// The styles of upload tasks, from data, a file or a stream.
    public static let upload: [ClientStyle] = [
        .asyncUpload, .handlerUpload, .delegateUpload, .asyncFileUpload, .handlerFileUpload, .delegateFileUpload,
        .delegateStreamUpload,
    ]
    /// The styles of download tasks.
    public static let download: [ClientStyle] = [.asyncDownload, .handlerDownload, .delegateDownload]

    /// Whether a session delegate receives the response, and neither a handler nor an async method.
    public var isDelegateDriven: Bool {
        switch self {
        case .delegateData, .delegateUpload, .delegateFileUpload, .delegateStreamUpload, .delegateDownload: true
        default: false
        }
    }

    /// Whether an async method is called.
    public var isAsync: Bool {
        switch self {
        case .asyncData, .asyncUpload, .asyncFileUpload, .asyncDownload: true
        default: false
        }
    }

    /// Whether the body is uploaded from a file.
    public var isFileUpload: Bool {
        switch self {
        case .asyncFileUpload, .handlerFileUpload, .delegateFileUpload: true
        default: false
        }
    }
}

extension ClientStyle: CustomStringConvertible {
    /// The name of the case.
    public var description: String { rawValue }
}
