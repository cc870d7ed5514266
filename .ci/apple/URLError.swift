// Hides the type of Linux's Foundation, whose `Code(rawValue:)` can fail. `check` adds the codes.
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
