import Foundation

/// The findings of a check.
struct Report: Equatable {
    /// One line for each mistake, with its file and line where there is one.
    var findings: [String]
    /// The number of things that were looked at.
    var summary: String
    /// Lines that are printed first, and are no mistakes.
    var notes: [String] = []

    /// A report that fails if nothing was looked at, because a check that sees nothing proves nothing.
    init(_ findings: [String], of count: Int, _ things: String, atLeast minimum: Int = 1) {
        let few = count < minimum ? ["only \(count) \(things) were found, expected at least \(minimum)"] : []
        self.findings = findings + few
        summary = "\(count) \(things)"
    }
}

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
