import Foundation

/// A body that gives a byte after each call of a closure.
public final class SteppedStream: InputStream {
    private let onRead: @Sendable () -> Void

    /// Creates a body that calls a closure before each byte.
    public init(_ onRead: @escaping @Sendable () -> Void) {
        self.onRead = onRead
        super.init(data: Data())
    }

    public override var hasBytesAvailable: Bool { true }
    public override func open() {}
    public override func close() {}

    public override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        onRead()
        buffer.update(repeating: 0, count: 1)
        return 1
    }
}
