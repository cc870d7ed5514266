import Foundation

@testable import HTTPMockContract

/// A schema with each kind of type, for tests.
enum CatalogSchema {
    static let text = """
        "A catalogue of episodes."
        schema { query: Query mutation: Mutation subscription: Subscription }
        type Query {
          viewer: User
          node(id: ID!): Node
          character(id: ID!): Character
          characters(first: Int = 10, after: String, filter: CharacterFilter): CharacterConnection!
          search(text: String!): [SearchResult!]!
          find(by: FindBy!): Character
          count(weights: [Float!], grid: [[Int]]): Int!
        }
        type Mutation { rename(id: ID!, name: String!): Character rate(stars: Stars = THREE): Int }
        type Subscription { added: Character removed: ID }
        interface Node { id: ID! }
        interface Named implements Node { id: ID! name: String! }
        type User implements Node & Named { id: ID! name: String! email: Email pets: [Pet] }
        type Character implements Node & Named {
          id: ID!
          name: String!
          status: Status
          created: DateTime
          episodes(first: Int): [Episode!]!
          extra: JSON
        }
        type Episode implements Node { id: ID! title: String season: Int! rating: Float aired: Boolean }
        type CharacterConnection { nodes: [Character] edges: [CharacterEdge] pageInfo: PageInfo! }
        type CharacterEdge { node: Character! cursor: String! }
        type PageInfo { hasNextPage: Boolean! endCursor: String }
        type Cat { name: String lives: Int }
        type Dog { name: String! barks: Boolean }
        union Pet = Cat | Dog
        union SearchResult = User | Character | Episode
        enum Status { ALIVE DEAD UNKNOWN @deprecated(reason: "never sent") }
        enum Stars { ONE TWO THREE }
        scalar DateTime
        scalar Email
        scalar JSON
        input CharacterFilter { status: Status names: [String!] created: Range }
        input Range { from: DateTime! to: DateTime }
        input FindBy @oneOf { id: ID name: String }
        directive @cached(seconds: Int!) on FIELD | QUERY
        directive @tag(name: String) repeatable on FIELD
        """

    static var source: GraphQLSource { GraphQLSource(text, file: "schema.graphqls") }

    static let loaded: LoadedSchema? = try? LoadedSchema([source])
}

extension CatalogSchema {
    /// The schema as a contract, loaded once.
    static let contract: GraphQLContract? = try? GraphQLContract(Data(text.utf8))

    /// Creates a folder with the schema and further files.
    static func folder(_ files: [String: String]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("graphql-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appendingPathComponent("schema.graphqls"))
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        return folder
    }

    /// Loads the schema of a folder, with the client's operations in one of its files, or in the whole folder.
    static func contract(in folder: URL, operations file: String? = nil) throws -> GraphQLContract {
        try GraphQLContract(
            contentsOf: folder.appendingPathComponent("schema.graphqls"),
            operations: file.map { folder.appendingPathComponent($0) } ?? folder)
    }
}
