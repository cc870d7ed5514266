import Foundation
import HTTPMock

/// A recording whose file is written again and again, with work only for the new entries.
///
/// Created by ``Cassette`` from the entries of a file. A whole save reads, redacts, merges and searches all entries
/// again; this type remembers the results, and is valid as long as nobody else writes the file.
struct GrowingRecording {
    /// The file as it was last written or read; nil if there was none.
    var version: LockedFile.Version?
    private(set) var document: GrowingDocument
    private(set) var search: SecretSearch
    private var redactor: Redactor
    private var merge: StableMerge
    /// The number of the redactor's secrets that the search knows.
    private var searchedCount: Int
    /// The entries of the file that are still to be replaced, last first, by their requests.
    private var others: [RequestKey: [HAREntry]] = [:]
    /// The number in the document of the next entry that replaces none.
    private var nextID: Int

    /// Creates a recording that continues a file.
    ///
    /// - Parameters:
    ///   - entries: The entries of the file, redacted by the redactor and numbered by the merge.
    ///   - redactor: The redactor, which knows the secrets of the entries.
    ///   - merge: The merge, which knows the placeholders of the entries.
    ///   - replaces: Whether a new entry replaces the first entry of an equal request.
    ///   - search: The search for the secrets of the redactor, which the entries do not have.
    ///   - version: The version of the file; nil if there is none.
    init(
        _ entries: [HAREntry], _ redactor: Redactor, _ merge: StableMerge, replaces: Bool, search: SecretSearch,
        version: LockedFile.Version?
    ) {
        self.redactor = redactor
        self.merge = merge
        self.search = search
        self.version = version
        searchedCount = redactor.secrets.count
        document = GrowingDocument(entries)
        nextID = (entries.map(\.number).max() ?? 0) + 1
        guard replaces else { return }
        for entry in entries.reversed() {
            if let key = merge.key(entry) { others[key, default: []].append(entry) }
        }
    }

    /// Returns an entry without its secrets, and learns them.
    ///
    /// - Parameter number: The number of the entry, for messages.
    mutating func redact(_ entry: HAREntry, number: Int) -> HAREntry { redactor.redact(entry, number: number) }

    /// Adds the secrets and the exceptions that were learnt since the last call to ``search``.
    ///
    /// - Returns: Whether the file so far has one of these secrets.
    mutating func searchFileForNewSecrets() -> Bool {
        search.allow(redactor.allowed)
        let learnt = Array(redactor.secrets[searchedCount...])
        guard !learnt.isEmpty else { return false }
        searchedCount = redactor.secrets.count
        search.add(learnt)
        return SecretSearch(learnt, allowed: redactor.allowed).hasMatch(in: document.data)
    }

    /// Adds an entry without its secrets, or replaces an entry that is recorded again.
    mutating func add(_ redacted: HAREntry) {
        guard let key = merge.key(redacted), let partner = others[key]?.popLast() else {
            document.add(merge.renumbered(redacted), id: nextID)
            nextID += 1
            return
        }
        let entry = merge.replacing(partner, with: redacted)
        if entry != partner { document.replace(id: partner.number, with: entry) }
    }
}
