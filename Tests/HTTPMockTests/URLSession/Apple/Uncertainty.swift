import Foundation
import TestSupport

@testable import HTTPMock

/// A behaviour of Apple's loading system on which the sources are silent or differ.
///
/// Off means the position that more sources support.
enum Uncertainty: CaseIterable, Sendable {
    /// A class is asked twice about one request.
    case asksTwice
    /// A protocol has no task.
    case hidesTask
    /// The system counts redirects itself.
    case limitsRedirects
    /// The delegate hears of a response only with its first data.
    case reportsWithData
    /// A response that is `text/*`, or of no type, is not held until 512 bytes.
    case sendsTextAtOnce
    /// The system joins data that follow each other.
    case joinsData
    /// The system enforces the idle timeout.
    case endsIdleTasks
    /// A task that was cancelled before its start is started.
    case startsCancelledTasks
    /// A protocol is stopped and started again once it has sent a response.
    case startsAgain
    /// A class is still asked after `unregisterClass`.
    case keepsUnregisteredClasses
    /// A task has the request of a redirect as its current one before the delegate has decided.
    case changesRequestEarly

    /// The behaviours that no client of the differential table sees.
    static let unseen: Set<Uncertainty> = [.asksTwice, .limitsRedirects, .startsCancelledTasks, .changesRequestEarly]
    /// Every uncertain behaviour off, and each one on.
    static let positions: [Set<Uncertainty>] = [[]] + allCases.map { [$0] }
}
