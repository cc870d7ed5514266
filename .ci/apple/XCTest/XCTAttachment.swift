import Foundation

public class XCTAttachment: NSObject {
    public convenience init(data payload: Data, uniformTypeIdentifier identifier: String)
    public var name: String?
    public var lifetime: XCTAttachment.Lifetime

    public enum Lifetime: Int {
        case keepAlways
        case deleteOnSuccess
    }
}

extension XCTestCase {
    public func add(_ attachment: XCTAttachment)
}
