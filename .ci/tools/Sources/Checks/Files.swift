import Foundation

/// Returns the files with an ending below a folder, in order of their names.
///
/// A file is found below itself. Folders of builds are left out.
func files(below folder: String, ending: String) -> [String] {
    if folder.hasSuffix(ending) { return [folder] }
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(ending) && !$0.contains(".build/") }.sorted().map { "\(folder)/\($0)" }
}

/// Returns the text of a file; empty if the file can't be read.
func contents(of file: String) -> String {
    (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
}
