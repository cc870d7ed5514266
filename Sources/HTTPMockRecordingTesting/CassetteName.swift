import Foundation
import HTTPMock
import HTTPMockRecording
import HTTPMockTesting
import XCTest

/// The file of a test method's cassette, in `__Cassettes__` next to the method's file.
public struct CassetteName: Sendable, Hashable, ExpressibleByStringLiteral {
    enum File: Sendable, Hashable {
        /// `__Cassettes__/<Suite>/<name>.har`; the name of the test if nil.
        case own(String?)
        /// `__Cassettes__/<name>.har`, for several tests.
        case shared(String)
    }

    let file: File

    /// The file of the method, as in `__Cassettes__/CheckoutTests/testPays.har`.
    public static let test = CassetteName(file: .own(nil))

    /// A file that several tests play, each from its start: `__Cassettes__/<name>.har`.
    ///
    /// - Parameter name: The name of the file, without `.har`.
    public static func sharing(_ name: String) -> CassetteName { CassetteName(file: .shared(name)) }

    /// A file with a name of its own, as in `__Cassettes__/CheckoutTests/<name>.har`.
    ///
    /// - Parameter name: The name of the file, without `.har`.
    public init(stringLiteral name: String) {
        self.init(file: .own(name))
    }

    private init(file: File) {
        self.file = file
    }
}
