import Foundation
import HTTPMock

/// The exit status of the tool.
enum ExitStatus: Int32, Sendable {
    case fine = 0
    /// The command has found something, such as a problem, a secret or an unmocked request.
    case found = 1
    /// The command could not do its work.
    case failed = 2
}
