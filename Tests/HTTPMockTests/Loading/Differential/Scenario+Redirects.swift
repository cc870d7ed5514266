import Foundation
import TestSupport

extension Scenario {
    static let redirects: [Scenario] = []
}
