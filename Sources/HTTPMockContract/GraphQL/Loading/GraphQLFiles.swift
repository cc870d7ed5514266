import Foundation
import HTTPMock

/// Reads the files of schemas and operations.
enum GraphQLFiles {
    /// A file with its path in a folder.
    struct File {
        let url: URL
        let name: String
    }

    /// Reads a file.
    ///
    /// - Throws: `HTTPMockError` for a file that can't be read.
    static func data(of url: URL, _ what: String) throws -> Data {
        do {
            return try Data(contentsOf: url)
        } catch {
            throw HTTPMockError(
                "HTTPMock: the \(what) \(url.path) can't be read: \(error.reason). To fix this, check the path and the "
                    + "permissions.")
        }
    }

    /// Returns the files in a folder and its folders, sorted by their paths.
    static func files(in folder: URL, extensions: Set<String>) -> [File] {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let known = names.filter { extensions.contains(URL(fileURLWithPath: $0).pathExtension.lowercased()) }
        return known.sorted().map { File(url: folder.appendingPathComponent($0), name: $0) }
    }

    /// Reads the schema of a file, or of all files of a folder.
    ///
    /// - Throws: `HTTPMockError` for a file that can't be read, and for a folder without a schema.
    static func schema(at url: URL) throws -> [GraphQLSource] {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        guard isFolder.boolValue else {
            return [GraphQLSource(try data(of: url, "schema"), file: url.lastPathComponent)]
        }
        let sources = try files(in: url, extensions: ["graphql", "graphqls", "gql"]).map { file in
            GraphQLSource(try data(of: file.url, "schema"), file: file.name)
        }
        guard !sources.isEmpty else {
            throw HTTPMockError(
                "HTTPMock: the folder \(url.path) has no schema. To fix this, give a folder with .graphqls or .graphql "
                    + "files.")
        }
        // Operations may lie in the same folder.
        let schemas = sources.filter { !$0.hasOperationsOnly }
        return schemas.isEmpty ? sources : schemas
    }
}

extension GraphQLSource {
    /// True for a text with operations and fragments only.
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
