import Foundation
import TestSupport

extension Scenario {
    static let authentication: [Scenario] = []
}
