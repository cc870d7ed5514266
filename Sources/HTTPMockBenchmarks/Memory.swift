import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// What the process holds; zero where the system doesn't tell.
enum Memory {
    /// Bytes in memory, after what is free has been given back to the system.
    static var resident: Int {
        trim()
        return kilobytes("VmRSS:") * 1024
    }

    /// The most bytes in memory since ``forgetPeak()``.
    static var peak: Int { kilobytes("VmHWM:") * 1024 }

    /// How many file descriptors are open.
    static var descriptors: Int { entries(of: "/proc/self/fd") }

    /// How many threads there are.
    static var threads: Int { entries(of: "/proc/self/task") }

    /// Begins anew with ``peak``.
    static func forgetPeak() {
        trim()
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
        try? file.write(contentsOf: Data("5".utf8))
        try? file.close()
    }

    private static func trim() {
        #if canImport(Glibc)
            // Looked up by name, because the module leaves it out.
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
