import Foundation

/// A request's body: in memory, or in the file that an upload task sends.
package enum RequestBody: Sendable {
    case data(Data)
    case file(UploadedFile)

    /// All bytes of a body in memory, the first bytes of a file.
    private var start: Data {
        switch self {
        case .data(let data): data
        case .file(let file): file.start
        }
    }

    private var file: UploadedFile? { if case .file(let file) = self { file } else { nil } }

    /// All bytes of the body; may block, because a file is read.
    var data: Data { file?.data ?? start }

    var count: Int { file?.count ?? start.count }

    var fileURL: URL? { file?.url }

    /// Returns the first bytes of the body, without reading a file again.
    func prefix(_ limit: Int) -> Data { start.count > limit ? Data(Array(start.prefix(limit))) : start }
}
