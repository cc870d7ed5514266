import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a GraphQL service: the characters and episodes of a series.
struct CatalogClient: Sendable {
    struct Character: Decodable, Equatable, Sendable {
        /// The state of a character; a state that this version does not know is `other`.
        enum Status: String, Decodable, Sendable {
            case alive = "ALIVE"
            case dead = "DEAD"
            case other

            init(from decoder: any Decoder) throws {
                let name = try decoder.singleValueContainer().decode(String.self)
                self = Status(rawValue: name) ?? .other
            }
        }

        let id: String
        let name: String
        let status: Status
        let image: URL?
    }

    struct Episode: Decodable, Equatable, Sendable {
        let id: String
        let title: String
        let rating: Double?
    }

    /// A character with the episodes in which it appears.
    struct Details: Decodable, Equatable, Sendable {
        let name: String
        let episodes: [Episode]
    }

    enum Result: Equatable, Sendable {
        case character(name: String)
        case episode(title: String)
        /// A result of a type that this version does not know.
        case other
    }

    /// The errors that the service reports, or an answer without data and without errors.
    struct ServiceError: Error, Equatable {
        let messages: [String]
    }

    private let session: URLSession

    init(session: URLSession = .shared) {
        self.session = session
    }

    func characters(first: Int) async throws -> [Character] {
        struct Content: Decodable {
            let characters: [Character]
        }
        let query = """
            query Characters($first: Int!) {
              characters(first: $first) { id name status image }
            }
            """
        let content: Content = try await send(query, ["first": .number(first)])
        return content.characters
    }

    func details(ofCharacter id: String) async throws -> Details? {
        struct Content: Decodable {
            let character: Details?
        }
        let query = """
            query Details($id: ID!) {
              character(id: $id) { name episodes { id title rating } }
            }
            """
        let content: Content = try await send(query, ["id": .text(id)])
        return content.character
    }

    func search(_ text: String) async throws -> [Result] {
        struct Content: Decodable {
            struct Found: Decodable {
                let name: String?
                let title: String?
            }

            let search: [Found]
        }
        let query = """
            query Search($text: String!) {
              search(text: $text) { ... on Character { name } ... on Episode { title } }
            }
            """
        let content: Content = try await send(query, ["text": .text(text)])
        return content.search.map { found in
            if let name = found.name { return .character(name: name) }
            if let title = found.title { return .episode(title: title) }
            return .other
        }
    }

    func rate(episode id: String, stars: Int) async throws -> Episode? {
        struct Content: Decodable {
            let rate: Episode?
        }
        let query = """
            mutation Rate($id: ID!, $stars: Int!) {
              rate(episodeId: $id, stars: $stars) { id title rating }
            }
            """
        let content: Content = try await send(query, ["id": .text(id), "stars": .number(stars)])
        return content.rate
    }
}

extension CatalogClient {
    private enum Variable: Encodable {
        case text(String)
        case number(Int)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            }
        }
    }

    private struct Request: Encodable {
        let query: String
        let variables: [String: Variable]
    }

    private struct Answer<Content: Decodable>: Decodable {
        struct Failure: Decodable {
            let message: String
        }

        let data: Content?
        let errors: [Failure]?
    }

    private func send<Content: Decodable>(_ query: String, _ variables: [String: Variable]) async throws -> Content {
        guard let url = URL(string: "https://catalog.example/graphql") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(Request(query: query, variables: variables))
        let (data, _) = try await session.data(for: request)
        let answer = try JSONDecoder().decode(Answer<Content>.self, from: data)
        // Part of the data is worse than none for this client, so any error is thrown.
        if let errors = answer.errors, !errors.isEmpty { throw ServiceError(messages: errors.map(\.message)) }
        guard let content = answer.data else { throw ServiceError(messages: ["no data"]) }
        return content
    }
}
