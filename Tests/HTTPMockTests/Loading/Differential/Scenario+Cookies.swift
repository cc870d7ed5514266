import Foundation
import TestSupport

extension Scenario {
    static let cookies: [Scenario] = []
}
