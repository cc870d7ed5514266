import Foundation
import HTTPMock

/// The error of a command that can't work, with the text for its user.
struct ToolError: Error, Sendable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
