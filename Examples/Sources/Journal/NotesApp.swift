import Foundation
import HTTPMock
import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An app that its UI tests start in a process of its own; its environment may name a cassette.
@main
enum NotesApp {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        let service = NotesService.session(in: environment)
        guard let cassette = try Cassette(environment: environment) else {
            return try await run(with: service)
        }
        // The service answers the requests that the cassette records.
        let mock = HTTPMock(passthroughSession: service)
        mock.insert(cassette)
        try await run(with: mock.urlSession)
        try cassette.save()
    }

    /// Shows the titles of all notes, as the app's screen would.
    private static func run(with session: URLSession) async throws {
        guard let url = URL(string: "https://notes.example.com/notes?api_key=0123456789abcdef") else { return }
        let (data, response) = try await session.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            print(String(decoding: data, as: UTF8.self))
            return
        }
        for note in try JSONDecoder().decode([Note].self, from: data) { print(note.title) }
    }

    private struct Note: Decodable {
        let title: String
    }
}
