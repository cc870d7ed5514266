import Foundation
import TestSupport

extension Scenario {
    static let errors: [Scenario] = []
}
