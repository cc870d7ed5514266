import Foundation
import HTTPMock
import HTTPMockContract

/// Recognizes and reads OpenAPI documents and GraphQL schemas.
enum ContractFile {
    /// Reads the document that recordings or requests are checked against, and prints its defects.
    ///
    /// - Parameters:
    ///   - path: The document.
    ///   - folder: The folder that has all files of the document; nil for the document's own.
    static func contract(at path: String, resolvingIn folder: URL?) throws -> any ServiceContract {
        let input = try InputFile(path)
        guard input.exists else { throw missing(path) }
        let contract = try contract(of: input.url, resolvingIn: folder)
        let defects = contract.defects.filter { $0.severity == .defect }
        if !defects.isEmpty {
            var lines = ["the document has \(defects.count.counted("defect")), and what has one is not checked:"]
            lines += defects.prefix(3).map { "  \($0)" }
            if defects.count > 3 { lines.append("  and \(defects.count - 3) more") }
            Output.error.text(lines.joined(separator: "\n"))
        }
        return contract
    }

    /// Reads a document or a schema.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - folder: The folder that has all files of a document; nil for the document's own.
    static func contract(of url: URL, resolvingIn folder: URL?) throws -> any ServiceContract {
        guard isSchema(at: url) else { return try APIContract(contentsOf: url, resolvingIn: folder) }
        return try GraphQLContract(contentsOf: url)
    }

    /// Returns the error for a missing document, with the nearest name if at most half of the characters differ.
    static func missing(_ path: String) -> ToolError {
        let url = URL(fileURLWithPath: path)
        let names = try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
        let documents = (names ?? []).filter { isNamedLike(URL(fileURLWithPath: $0)) || $0.hasSuffix(".json") }
        let nearest = EditDistance.nearest(to: url.lastPathComponent, among: documents) { $0 / 2 }
        return ToolError(
            "there is no document at \(url.path).\(nearest.map { " The nearest name there is \($0)." } ?? "") To "
                + "fix this, correct the path.")
    }

    /// Returns whether a file's name is that of a document or a schema, not of a recording.
    static func isNamedLike(_ url: URL) -> Bool {
        isNamedLikeSchema(url) || ["yaml", "yml"].contains(url.pathExtension.lowercased())
            || url.lastPathComponent.lowercased().hasPrefix("openapi")
    }

    /// The bytes at the beginning of a file in which its first members are looked for.
    private static let lengthOfStart = 4_096

    /// Returns whether a file or a folder is a document or a schema, judged by its name and members.
    static func isLikely(at url: URL) -> Bool {
        if isNamedLike(url) || isSchema(at: url) { return true }
        guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { return false }
        let start = "\n" + String(decoding: data.prefix(lengthOfStart), as: UTF8.self)
        if start.contains("\nopenapi:") { return true }
        // Members have any order, so the version may be at the end. In the body of a recording, quotes are escaped, so
        // that a recorded OpenAPI document is not found.
        return !start.contains("\"log\"")
            && ["\"openapi\"", "\"swagger\""].contains { data.range(of: Data($0.utf8)) != nil }
    }

    private static func isNamedLikeSchema(_ url: URL) -> Bool {
        ["graphqls", "graphql", "gql"].contains(url.pathExtension.lowercased())
    }

    /// Returns whether a file or a folder is a GraphQL schema: SDL, or the answer to an introspection query.
    private static func isSchema(at url: URL) -> Bool {
        if isNamedLikeSchema(url) { return true }
        if let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil) {
            for case let file as URL in files where isNamedLikeSchema(file) { return true }
        }
        guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { return false }
        // In the body of a recording, quotes are escaped, so that a recorded answer is not found.
        return data.prefix(lengthOfStart).range(of: Data("\"__schema\"".utf8)) != nil
    }
}
