import Foundation

extension Arguments {
    /// The folder that has all files of a document; nil for the document's own.
    var documentFolder: URL? { text(.resolvingIn).map { URL(fileURLWithPath: $0) } }
}
