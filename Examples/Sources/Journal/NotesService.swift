import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The service of the app; an app of yours would return `URLSession.shared`.
///
/// This one is a mock, because `notes.example.com` is no real host. `NOTES` has the title of its only note; without
/// `NOTES` the service is offline.
enum NotesService {
    static func session(in environment: [String: String]) -> URLSession {
        let service = HTTPMock()
        let title = environment["NOTES"] ?? ""
        service.addResponses(
            forPath: "/notes", host: "notes.example.com",
            responses: [title.isEmpty ? .failure(.notConnectedToInternet) : .encodable([["title": title]])])
        return service.urlSession
    }
}
