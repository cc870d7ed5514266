import Foundation
import HTTPMockContract

/// Recognizes and reads OpenAPI documents.
enum OpenAPIFile {
    /// Reads the document that recordings or requests are checked against, and notes its defects.
    static func contract(at path: String) throws -> APIContract {
        let contract = try APIContract(contentsOf: URL(fileURLWithPath: path))
        let defects = contract.defects.filter { $0.severity == .defect }
        if !defects.isEmpty {
            let more = defects.count > 3 ? ["  and \(defects.count - 3) more"] : []
            let lines = ["the document has \(defects.count.counted("defect")), and what has one is not checked:"]
            Output.error.text((lines + defects.prefix(3).map { "  \($0)" } + more).joined(separator: "\n"))
        }
        return contract
    }

    /// Returns whether a file is an OpenAPI document rather than a recording, judged by its name and its members.
    static func isLikely(at url: URL) -> Bool {
        if ["yaml", "yml"].contains(url.pathExtension.lowercased()) { return true }
        guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { return false }
        let start = "\n" + String(decoding: data.prefix(4_096), as: UTF8.self)
        if start.contains("\nopenapi:") { return true }
        // Members have any order, so the version may be at the end. In a body of a recording, quotes are escaped.
        return !start.contains("\"log\"")
            && ["\"openapi\"", "\"swagger\""].contains { data.range(of: Data($0.utf8)) != nil }
    }
}
