import Foundation
import HTTPMock
import XCTest

/// The running test method of XCTest, which runs its methods one at a time.
final class RunningMethod: NSObject, XCTestObservation, Sendable {
    /// The method that runs now, none between two methods; before the first event, one that has perhaps begun.
    private static let state = Locked<[KnownTest]>([KnownTest(id: 0, name: "the running method", isCertain: true)])
    private static let observer = RunningMethod()

    /// The observation of XCTest's methods, which begins when this property is first read.
    static let observation: Void = {
        // XCTest reports methods on the main thread.
        DispatchQueue.main.async { XCTestObservationCenter.shared.addTestObserver(observer) }
    }()

    /// Notes the method that runs, which gets a number of its own unless it is noted already.
    static func note(_ test: XCTestCase) {
        let name = "the test \(test.name)"
        state.withLock { known in
            if known.first?.name == name { return }
            known = [KnownTest(id: TestReporter.nextID(), name: name, isCertain: true)]
        }
    }

    /// The method that runs; empty between two methods.
    static var known: [KnownTest] {
        state.withLock { $0 }
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
        Self.note(testCase)
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
        Self.state.withLock { $0 = [] }
    }
}
