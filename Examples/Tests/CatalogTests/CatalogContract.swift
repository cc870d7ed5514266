import Foundation
import HTTPMockContract

/// The schema of the service, as its team publishes it.
enum CatalogContract {
    static let url = "https://catalog.example/graphql"

    static func load() throws -> GraphQLContract {
        guard let url = Bundle.module.url(forResource: "catalog", withExtension: "graphqls") else {
            throw CocoaError(.fileNoSuchFile)
        }
        return try GraphQLContract(contentsOf: url)
    }
}
