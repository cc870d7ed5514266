import Foundation
import HTTPMock
import TestSupport

@testable import HTTPMockServer

/// A value that two threads use for different things.
struct Shared<Value>: @unchecked Sendable {
    // One thread writes to the client's socket and the other reads from it; they share no state of the client.
    let value: Value

    init(_ value: Value) { self.value = value }
}
