import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a service that keeps notes, written against the service's OpenAPI document.
struct NotesClient: Sendable {
    struct Note: Codable, Equatable, Sendable {
        var id: Int
        var title: String
        var tags: [String]
    }

    struct Draft: Codable, Sendable {
        var title: String
        var tags: [String] = []
    }

    /// A status that the client does not expect.
    struct UnexpectedStatus: Error, Equatable {
        var code: Int
    }

    private let session: URLSession

    init(session: URLSession = .shared) {
        self.session = session
    }

    func notes(limit: Int) async throws -> [Note] {
        try JSONDecoder().decode([Note].self, from: await send("GET", "/notes?limit=\(limit)"))
    }

    func note(_ id: Int) async throws -> Note {
        try JSONDecoder().decode(Note.self, from: await send("GET", "/notes/\(id)"))
    }

    func add(_ draft: Draft) async throws -> Note {
        try JSONDecoder().decode(Note.self, from: await send("POST", "/notes", body: JSONEncoder().encode(draft)))
    }

    private func send(_ method: String, _ path: String, body: Data? = nil) async throws -> Data {
        guard let url = URL(string: "https://notes.example/v1\(path)") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        let (data, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else { throw UnexpectedStatus(code: status) }
        return data
    }
}
