import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A command that shows, adds and searches notes of a web service; the tests run it as a process of its own.
///
/// It knows nothing of mocks. The service's address is the variable `API_BASE_URL`, as a UI-tested app would get it in
/// its launch environment.
@main
enum NotesCommand {
    struct Note: Codable {
        let title: String
        let photo: URL?
    }

    struct Search: Encodable {
        let operationName = "Search"
        let query = "query Search($word: String!) { notes(word: $word) { title } }"
        let variables: [String: String]
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func main() async {
        do {
            print(try await run(Array(CommandLine.arguments.dropFirst())))
        } catch {
            print("error: \(error)")
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) async throws -> String {
        switch (arguments.first, arguments.dropFirst().first) {
        case ("list", nil):
            let notes = try JSONDecoder().decode([Note].self, from: await load("v1/notes"))
            return notes.map(\.title).joined(separator: "\n")
        case ("add", let title?):
            _ = try await load("v1/notes", body: JSONEncoder().encode(Note(title: title, photo: nil)))
            return "added"
        case ("photos", nil):
            let notes = try JSONDecoder().decode([Note].self, from: await load("v1/notes"))
            var sizes: [String] = []
            for photo in notes.compactMap(\.photo) { sizes.append("\(try await load(photo).count) bytes") }
            return sizes.joined(separator: "\n")
        case ("search", let word?):
            let search = Search(variables: ["word": word])
            return String(decoding: try await load("graphql", body: JSONEncoder().encode(search)), as: UTF8.self)
        default:
            throw Failure(description: "usage: NotesCommand list | add TITLE | photos | search WORD")
        }
    }

    private static func load(_ path: String, body: Data? = nil) async throws -> Data {
        guard let text = ProcessInfo.processInfo.environment["API_BASE_URL"], let base = URL(string: text) else {
            throw Failure(description: "API_BASE_URL is not set")
        }
        return try await load(base.appendingPathComponent(path), body: body)
    }

    private static func load(_ url: URL, body: Data? = nil) async throws -> Data {
        var request = URLRequest(url: url)
        if let body {
            request.httpMethod = "POST"
            request.httpBody = body
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let status = (response as? HTTPURLResponse)?.statusCode, (200..<300).contains(status) else {
            throw Failure(description: "the service answered \((response as? HTTPURLResponse)?.statusCode ?? 0)")
        }
        return data
    }
}
