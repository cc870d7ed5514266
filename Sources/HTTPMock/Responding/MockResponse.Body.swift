import Foundation

extension MockResponse {
    /// The bytes of a response, in memory or not yet.
    enum Body: Sendable {
        case data(Data)
        /// Read when a request takes it, never before.
        case file(URL)

        /// All of its bytes; a file's are mapped, not copied, where the system can.
        ///
        /// May block on the file, so it is not to be called on a work queue.
        ///
        /// - Throws: ``HTTPMockError`` naming the file that is missing or unreadable.
        func load() throws -> Data {
            switch self {
            case .data(let data):
                return data
            case .file(let url):
                do {
                    return try Data(contentsOf: url, options: .mappedIfSafe)
                } catch {
                    throw HTTPMockError(
                        "the file \(url.path) can't be read (\(error.localizedDescription)). Check that it exists, is "
                            + "readable and, in a package, is listed under the target's resources")
                }
            }
        }
    }
}
