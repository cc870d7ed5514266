import Foundation

/// Notices changes of files, and of the files in folders.
///
/// The files are checked twice a second, which works on every system, and for files that an editor replaces.
struct FileWatch: Sendable {
    /// The state of one file, which differs after each change.
    private struct Mark: Equatable, Sendable {
        let inode: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int

        init?(_ url: URL) {
            var status = stat()
            guard stat(url.path, &status) == 0 else { return nil }
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            #if canImport(Darwin)
                seconds = status.st_mtimespec.tv_sec
                nanoseconds = status.st_mtimespec.tv_nsec
            #else
                seconds = status.st_mtim.tv_sec
                nanoseconds = status.st_mtim.tv_nsec
            #endif
        }
    }

    private static let interval = Duration.milliseconds(500)
    private let urls: [URL]
    /// The state of each file when the watch was created; of a folder, also that of all files in it.
    private let marks: [[Mark]]

    /// Creates a watch, before the files are read, so that no later change is missed.
    init(_ urls: [URL]) {
        self.urls = urls
        marks = urls.map(Self.marks)
    }

    /// Returns the state of a file, or of a folder and all files in it; nothing if it is missing.
    private static func marks(of url: URL) -> [Mark] {
        let inside = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
        let files = [url] + inside.sorted().map { url.appendingPathComponent($0) }
        return files.compactMap { Mark($0) }
    }

    /// Calls a closure for each file that has changed, until the task is cancelled.
    func run(_ changed: @Sendable (URL) -> Void) async {
        var marks = marks
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.interval)
            for (index, url) in urls.enumerated() {
                // A file that is replaced is missing for a moment.
                let found = Self.marks(of: url)
                guard !found.isEmpty, found != marks[index] else { continue }
                marks[index] = found
                changed(url)
            }
        }
    }
}
