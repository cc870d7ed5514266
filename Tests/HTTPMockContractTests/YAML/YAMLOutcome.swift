import Foundation
import HTTPMock
import TestSupport

@testable import HTTPMockContract

/// The result of reading a document in YAML.
enum YAMLOutcome: Equatable {
    case value(JSONValue)
    /// A position as `line:column`, and the reason.
    case error(String, String)

    init(_ data: Data) {
        do {
            self = .value(try YAMLText(data).value)
        } catch {
            self = .error("\(error.position)", error.reason)
        }
    }

    init(_ text: String) {
        self.init(Data(text.utf8))
    }

    /// The value as JSON text, or the error as `line:column: reason`.
    var text: String {
        switch self {
        case .value(let value): value.text
        case .error(let position, let reason): "\(position): \(reason)"
        }
    }
}
