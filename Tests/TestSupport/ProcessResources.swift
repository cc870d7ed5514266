import Foundation

/// What the running process holds, read from `/proc/self`; nil where there is none.
///
/// Tests run in parallel, so compare with a margin and repeat rather than expect an exact number.
public enum ProcessResources {
    /// How many file descriptors are open.
    public static var openFileDescriptors: Int? {
        // One of those listed is the descriptor that lists them.
        entryCount(of: "/proc/self/fd").map { $0 - 1 }
    }

    /// How many threads run.
    public static var threads: Int? {
        entryCount(of: "/proc/self/task")
    }

    /// How many bytes of memory are resident.
    public static var residentBytes: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static func entryCount(of directory: String) -> Int? {
        try? FileManager.default.contentsOfDirectory(atPath: directory).count
    }
}
