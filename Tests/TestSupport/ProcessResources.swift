import Foundation

/// The resources of the running process, read from `/proc/self`; nil on other systems.
///
/// Tests run in parallel, so compare with a margin and repeat, and do not expect an exact number.
public enum ProcessResources {
    /// The number of open file descriptors.
    public static var openFileDescriptors: Int? {
        // The list includes the descriptor of the listing itself.
        entryCount(of: "/proc/self/fd").map { $0 - 1 }
    }

    /// The number of threads.
    public static var threads: Int? {
        entryCount(of: "/proc/self/task")
    }

    /// The resident memory in bytes.
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
