import Foundation
import HTTPMock

/// The right to record into a file.
///
/// Only one cassette of the process has the right at a time.
final class RecordingClaim: Sendable {
    /// The owners of the claims, by the paths of their files.
    private static let owners = Locked<[String: String]>([:])

    private let path: String
    private let released = Locked(false)

    /// Whether the claim has ended, so that another cassette can record into the file.
    var isReleased: Bool { released.withLock { $0 } }

    /// Claims a file.
    ///
    /// - Parameters:
    ///   - url: The file, or a link to it.
    ///   - owner: The owner of the cassette, as messages name the owner.
    /// - Throws: ``HTTPMockError`` that names both owners if another cassette has claimed the file.
    init(_ url: URL, owner: String) throws(HTTPMockError) {
        let path = url.followingLinks.path
        let other = Self.owners.withLock { owners -> String? in
            if let other = owners[path] { return other }
            owners[path] = owner
            return nil
        }
        if let other {
            throw HTTPMockError(
                "\(owner) and \(other) record into the same file at the same time: \(path). To fix this, give each a file "
                    + "of its own, or run them one after the other (.serialized).")
        }
        self.path = path
    }

    deinit {
        release()
    }

    /// Ends the claim, so that another cassette can record into the file.
    func release() {
        let isFirst = released.withLock { isReleased in !exchange(&isReleased, with: true) }
        if isFirst { Self.owners.withLock { $0[path] = nil } }
    }
}
