import Foundation

/// Finds files of a bundle whose names resemble the name of a missing file.
enum NearNames {
    /// Returns the nearest names as the continuation of a sentence; empty if no name is similar.
    static func text(of name: String, in bundle: Bundle) -> String {
        let names = nearest(3, to: name, among: files(of: bundle))
        return names.isEmpty ? "" : "; the nearest are \(names.map(\.debugDescription).joined(separator: ", "))"
    }

    /// Returns the names most similar to a name, nearest first, then in alphabetical order.
    ///
    /// Folders do not count, because tests often leave out the folder of a file.
    static func nearest(_ count: Int, to name: String, among names: [String]) -> [String] {
        func fileName(_ path: String) -> String { (path.split(separator: "/").last ?? "").lowercased() }
        let target = fileName(name)
        let ranked = names.map { (distance: EditDistance.between(target, fileName($0)), name: $0) }
        let similar = ranked.filter { $0.distance <= max(4, name.count / 2) }
        return similar.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(count).map(\.name)
    }

    /// Returns the files in a bundle's resource folder, with their folders, down to three folders deep.
    private static func files(of bundle: Bundle) -> [String] {
        guard let root = bundle.resourceURL,
            let contents = FileManager.default.enumerator(
                at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles, .skipsPackageDescendants])
        else { return [] }
        var names: [String] = []
        // The bundle of a command-line program is its build folder, which has many other files.
        for case let file as URL in contents where names.count < 1_000 {
            if contents.level > 3 { contents.skipDescendants() }
            if !file.hasDirectoryPath {
                names.append(file.pathComponents.suffix(contents.level).joined(separator: "/"))
            }
        }
        return names
    }
}
