import Foundation
import HTTPMockContract

/// The OpenAPI document of the service, as its team publishes it.
enum NotesContract {
    /// Loads a new contract at each call, so that each test has a coverage of its own.
    static func load() throws -> APIContract {
        guard let url = Bundle.module.url(forResource: "notes.openapi", withExtension: "yaml") else {
            throw CocoaError(.fileNoSuchFile)
        }
        return try APIContract(contentsOf: url)
    }
}
