import Foundation
import HTTPMock
import TestSupport

/// A response in the form that tests compare.
struct Reply: Sendable {
    var status: Int
    var body: String
    var headers: [String: String]
}
