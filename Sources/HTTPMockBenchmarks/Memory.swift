import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The resources of the process; zero if the system does not report them.
enum Memory {
    /// The number of bytes in memory; with Glibc, after free memory was returned to the system.
    static var resident: Int {
        trim()
        return kilobytes("VmRSS:") * 1024
    }

    /// The highest number of bytes in memory since ``resetPeak()``.
    static var peak: Int { kilobytes("VmHWM:") * 1024 }

    /// The number of open file descriptors.
    static var descriptors: Int { entries(of: "/proc/self/fd") }

    /// The number of threads.
    static var threads: Int { entries(of: "/proc/self/task") }

    /// Resets ``peak`` to the current memory.
    static func resetPeak() {
        trim()
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
        let wordForPeak = "5"
        try? file.write(contentsOf: Data(wordForPeak.utf8))
        try? file.close()
    }

    private static func trim() {
        #if canImport(Glibc)
            // The function is looked up by name, because the Glibc module does not declare it.
            typealias Trim = @convention(c) (Int) -> CInt
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            _ = unsafeBitCast(symbol, to: Trim.self)(0)
        #endif
    }

    private static func kilobytes(_ name: String) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) })
        else { return 0 }
        return Int(line.filter(\.isNumber)) ?? 0
    }

    private static func entries(of directory: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: directory).count) ?? 0
    }
}
