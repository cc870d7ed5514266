import Foundation

extension MockResponse {
    /// The bytes of a response, in memory or not yet.
    enum Body: Sendable {
        case data(Data)
        /// Read when a request takes it, never before.
        case file(URL)
        case pieces([Data], every: Duration)
        case sequence(PieceSource)
    }
}

/// A body that is ready to be delivered.
enum LoadedBody: Sendable {
    case data(Data)
    case pieces([Data], every: Duration)
    case sequence(PieceSource)

    /// The body of a file, mapped and not copied where the system can.
    ///
    /// May block, so it is not to be called on a work queue.
    ///
    /// - Throws: ``HTTPMockError`` naming the file that is missing or unreadable.
    init(file url: URL) throws {
        do {
            self = .data(try Data(contentsOf: url, options: .mappedIfSafe))
        } catch {
            throw HTTPMockError(
                "the file \(url.path) can't be read (\(error.localizedDescription)). Check that it exists, is readable "
                    + "and, in a package, is listed under the target's resources")
        }
    }

    /// How long it is in bytes, nil if that can't be known.
    var count: Int? {
        switch self {
        case .data(let data): data.count
        case .pieces(let pieces, _): pieces.reduce(0) { $0 + $1.count }
        case .sequence: nil
        }
    }
}
