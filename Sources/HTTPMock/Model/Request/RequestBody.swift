import Foundation

/// A request's body: in memory, or in the file that an upload task sends.
package enum RequestBody: Sendable {
    case data(Data)
    case file(UploadedFile)

    /// All bytes of the body; may block, because a file is read.
    var data: Data {
        switch self {
        case .data(let data): data
        case .file(let file): file.data
        }
    }

    var count: Int {
        switch self {
        case .data(let data): data.count
        case .file(let file): file.count
        }
    }

    var fileURL: URL? {
        switch self {
        case .data: nil
        case .file(let file): file.url
        }
    }

    /// All bytes of a body in memory, the first bytes of a file.
    private var start: Data {
        switch self {
        case .data(let data): data
        case .file(let file): file.start
        }
    }

    /// Returns the first bytes of the body; of a file, at most those that were read when it was opened.
    func prefix(_ limit: Int) -> Data {
        guard start.count > limit else { return start }
        // Copied, because a slice would retain the whole body.
        return Data(Array(start.prefix(limit)))
    }
}
