import Foundation
import HTTPMock

/// Opens a page with the program that the user has chosen for pages.
enum Browser {
    /// Opens a page, and waits until the system's command for opening has ended.
    static func open(_ page: URL) throws(ToolError) {
        #if os(macOS)
            let program = "open"
        #else
            let program = "xdg-open"
        #endif
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program, page.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw ToolError("\(page.path) can't be opened: \(error.reason). To fix this, open it by hand.")
        }
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            throw ToolError(
                "\(page.path) can't be opened: \(program) failed. To fix this, open it by hand.")
        }
    }
}
