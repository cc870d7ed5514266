import Foundation
import HTTPMock

/// The files that the references of a contract may lead to.
struct DocumentFiles {
    /// The reason why a reference can't be followed.
    struct Failure: Error {
        /// The end of a sentence that begins with the reference.
        let reason: String
        /// The end of the sentence that begins with "To fix this"; nil for the usual one.
        var fix: String?
        /// True if the document with the reference can't be used at all.
        var isFatal = false
    }

    /// The members of a document that references usually lead into.
    private static let usualTargets = ["components", "definitions", "paths", "parameters", "responses"]

    /// Returns the failure of a reference that lacks its number sign; nil for any other reference.
    ///
    /// - Parameters:
    ///   - reference: The reference: `/components/schemas/Pet`.
    ///   - root: The document that has the reference.
    static func missingSign(in reference: String, of root: JSONValue) -> Failure? {
        guard !reference.utf8.contains(UInt8(ascii: "#")) else { return nil }
        let path = reference.drop { $0 == "/" }
        guard usualTargets.contains(String(path.prefix { $0 != "/" })), let pointer = JSONPointer("/\(path)") else {
            return nil
        }
        if root[pointer] != nil {
            return Failure(reason: "leads to no file; did you mean \("#/\(path)".quoted)?")
        }
        // A name with a dot is rather that of a file.
        guard !path.contains(".") else { return nil }
        return Failure(reason: "leads nowhere; a reference begins with #/")
    }

    /// The URI of the root document.
    let rootURI: String
    /// The folder whose files may be read; nil for a document without a file.
    private let folder: URL?
    /// The paths of documents and folders by URL, relative to the folder of the root document.
    ///
    /// A URL with a final slash stands for a folder.
    private let filesByURL: [String: String]

    /// No files, for a document that is not a file itself.
    static let none = DocumentFiles(rootURI: "openapi:/document", folder: nil, filesByURL: [:])

    /// Creates the files in the folder of a document, or in another folder.
    ///
    /// - Parameters:
    ///   - document: The file of the root document.
    ///   - folder: The folder that has all files; nil for the folder of the root document.
    ///   - filesByURL: The paths of documents and folders by URL, relative to the folder of the root document.
    init(of document: URL, in folder: URL?, resolving filesByURL: [String: String]) {
        let document = document.standardizedFileURL
        let folder = folder ?? document.deletingLastPathComponent()
        self.init(rootURI: document.absoluteString, folder: folder.standardizedFileURL, filesByURL: filesByURL)
    }

    private init(rootURI: String, folder: URL?, filesByURL: [String: String]) {
        self.rootURI = rootURI
        self.folder = folder
        self.filesByURL = filesByURL
    }

    /// The name of the root document in messages: its path in the folder, or its file name outside of the folder.
    ///
    /// Nil for a document without a file.
    var rootName: String? {
        guard let folder, let path = URIReference(rootURI).path.removingPercentEncoding else { return nil }
        let file = URL(fileURLWithPath: path)
        return Self.path(of: file, in: folder) ?? file.lastPathComponent
    }

    /// Reads the document at an absolute URI.
    ///
    /// - Returns: nil if the scheme is neither HTTP, nor file, nor that of the root document.
    /// - Throws: ``Failure`` for a file that can't be used or must not be read, and for a network address without a
    ///   file. Without a file for the root document, each relative reference throws too.
    func document(at uri: URIReference) throws -> (source: SourceDocument, value: JSONValue)? {
        if ["http", "https"].contains(uri.scheme?.lowercased()) { return try document(atURL: uri.description) }
        guard let folder else {
            // A relative reference has got the scheme of the root document.
            guard uri.scheme == "file" || uri.scheme == URIReference(rootURI).scheme else { return nil }
            throw Failure(
                reason: "leads to a file, and a document without a file has no other files",
                fix: "load it with APIContract(contentsOf:)")
        }
        guard uri.scheme == "file", let path = uri.path.removingPercentEncoding else { return nil }
        return try document(in: URL(fileURLWithPath: path).standardizedFileURL, of: folder)
    }

    /// Reads the file that was given for a URL of the network; of several given URLs that match, the longest counts.
    private func document(atURL url: String) throws -> (source: SourceDocument, value: JSONValue) {
        let matching = filesByURL.keys.filter { key in
            let isFolder = key.hasSuffix("/")
            return isFolder ? url.hasPrefix(key) : key == url
        }
        guard let longest = matching.max(by: { $0.utf8.count < $1.utf8.count }), let file = filesByURL[longest],
            let folder, let rootFile = URL(string: rootURI)
        else {
            let name = url.split(separator: "/").last.map(String.init) ?? "FILE"
            throw Failure(
                reason: "leads to the network, which is never used; give the file that has the document: "
                    + "resolving: [\(url.quoted): \(name.quoted)]")
        }
        // Empty if the given URL is that of the document itself.
        let pathInFolder = String(url.dropFirst(longest.count))
        var path = file
        // Only the part of the URL has escapes.
        if !pathInFolder.isEmpty { path = Self.withFinalSlash(file) + pathInFolder.decoded }
        let target = rootFile.deletingLastPathComponent().appendingPathComponent(path)
        return try document(in: target.standardizedFileURL, of: folder)
    }

    /// Reads a file.
    ///
    /// - Throws: ``Failure`` for a file outside of the folder, and for a file that can't be read or used.
    private func document(in file: URL, of folder: URL) throws -> (source: SourceDocument, value: JSONValue) {
        guard let name = Self.path(of: file, in: folder), Self.isInside(file, folder) else {
            throw Failure(
                reason: "leads out of the folder \(folder.path)",
                fix: "name the folder that has all files: resolvingIn:, for http-mock --resolving-in FOLDER",
                isFatal: true)
        }
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw Failure(reason: "leads to \(name), which can't be read: \(error.reason)", fix: "add the file")
        }
        let source = SourceDocument(data, file: name)
        do {
            return (source, try source.value())
        } catch {
            throw Failure(reason: "leads to \(name), which can't be used. \(error.reasons.joined(separator: " "))")
        }
    }

    /// Returns the path of a file in a folder; nil for a file outside.
    private static func path(of file: URL, in folder: URL) -> String? {
        let prefix = withFinalSlash(folder.path)
        guard file.path.hasPrefix(prefix) else { return nil }
        return String(file.path.dropFirst(prefix.count))
    }

    private static func withFinalSlash(_ path: String) -> String {
        if path.hasSuffix("/") { return path }
        return "\(path)/"
    }

    /// Returns whether a file is in a folder after symbolic links are followed.
    private static func isInside(_ file: URL, _ folder: URL) -> Bool {
        path(of: file.resolvingSymlinksInPath(), in: folder.resolvingSymlinksInPath()) != nil
    }
}
