import Foundation
import HTTPMock

/// Reads the files of schemas and operations.
enum GraphQLFiles {
    /// Reads a file, or the files of a folder and its folders, sorted by their paths.
    ///
    /// - Parameters:
    ///   - url: The file or the folder.
    ///   - content: The content of the files, for messages.
    ///   - extensions: The extensions of the files of a folder, in lower case; a single file may have any.
    /// - Throws: `HTTPMockError` for a file that can't be read.
    static func sources(at url: URL, _ content: String, extensions: Set<String>) throws -> [GraphQLSource] {
        guard url.isFolder else { return [try source(url, named: url.lastPathComponent, content)] }
        let names = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
        let known = names.filter { extensions.contains(URL(fileURLWithPath: $0).pathExtension.lowercased()) }
        return try known.sorted().compactMap { name in
            let file = url.appendingPathComponent(name)
            // A folder may have the extension of a file.
            return file.isFolder ? nil : try source(file, named: name, content)
        }
    }

    private static func source(_ url: URL, named name: String, _ content: String) throws -> GraphQLSource {
        do {
            return GraphQLSource(try Data(contentsOf: url), file: name)
        } catch {
            throw HTTPMockError(
                "HTTPMock: the \(content) \(url.path) can't be read: \(error.reason). To fix this, check the path and the "
                    + "permissions.")
        }
    }

    /// Reads the schema of a file, or of those files of a folder that have more than operations and fragments.
    ///
    /// - Throws: `HTTPMockError` for a file that can't be read, and for a folder without GraphQL files.
    static func schema(at url: URL) throws -> [GraphQLSource] {
        let sources = try sources(at: url, "schema", extensions: ["graphql", "graphqls", "gql"])
        guard !sources.isEmpty else {
            throw HTTPMockError(
                "HTTPMock: the folder \(url.path) has no schema. To fix this, give a folder with .graphqls or .graphql "
                    + "files.")
        }
        guard url.isFolder else { return sources }
        // Operations may lie in the same folder.
        let schemas = sources.filter { !$0.hasOperationsOnly }
        // If no file has a schema, the operations are kept, so that they are reported.
        return schemas.isEmpty ? sources : schemas
    }
}

extension URL {
    var isFolder: Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}

extension GraphQLSource {
    /// True for a text with operations and fragments only; false for a text that can't be parsed.
    fileprivate var hasOperationsOnly: Bool {
        guard let definitions = try? GraphQLParser.definitions(of: self) else { return false }
        return definitions.allSatisfy { definition in
            switch definition {
            case .operation, .fragment: true
            case .schema, .type, .directive: false
            }
        }
    }
}
