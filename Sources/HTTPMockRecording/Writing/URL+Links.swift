import Foundation

extension URL {
    /// The file that symbolic links lead to, even if the file or its folder does not exist yet.
    ///
    /// `resolvingSymlinksInPath` keeps the links of a path whose last component is missing.
    var followingLinks: URL {
        var path = ""
        var linkCount = 0
        var rest = Array(Self.names(in: absoluteURL.path).reversed())
        while let name = rest.popLast() {
            if name == "." { continue }
            if name == ".." {
                path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
                continue
            }
            let next = "\(path)/\(name)"
            if linkCount < Self.linkLimit,
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: next)
            {
                linkCount += 1
                if target.hasPrefix("/") { path = "" }
                rest += Self.names(in: target).reversed()
            } else {
                path = next
            }
        }
        return URL(fileURLWithPath: path.isEmpty ? "/" : path)
    }

    /// The most links that are followed, as in the kernel of Linux, because links can form a circle.
    private static let linkLimit = 40

    private static func names(in path: String) -> [String] { path.split(separator: "/").map(String.init) }
}
