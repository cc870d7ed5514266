import Foundation

@testable import HTTPMock

/// A protocol object of a simulated system.
protocol SimulatedHop: AnyObject, Sendable {
    func startLoading()
    func stopLoading()
}
