import Foundation
import HTTPMock

/// Merges a new recording into an old one; unchanged entries keep their bytes.
struct StableMerge {
    /// Header fields that change with every response.
    private static let volatileNames: Set<String> = ["date", "age", "expires"]

    private let old: [HAREntry]
    let rules: MatchingRules
    private let keepsTime: (HAREntry) -> Bool
    /// The old number for each new number of a placeholder.
    private var numbers: [Int: Int] = [:]
    /// The old numbers that new numbers have.
    private var takenNumbers: Set<Int> = []
    private var nextNumber: Int

    /// Creates a merge with the entries of a file.
    ///
    /// - Parameters:
    ///   - old: The entries of the file, redacted.
    ///   - rules: How requests are compared.
    ///   - firstNumber: The first number that the file did not have. From this number on, equal secrets of old and new
    ///     entries have equal numbers.
    ///   - keepsTime: Whether an old entry is young enough to keep its time.
    init(
        _ old: [HAREntry], rules: MatchingRules, redactedFrom firstNumber: Int,
        keepsTime: @escaping (HAREntry) -> Bool
    ) {
        self.old = old
        self.rules = rules
        self.keepsTime = keepsTime
        let known = Set(old.flatMap(Placeholders.numbers))
        nextNumber = (known.max() ?? 0) + 1
        for number in known where number >= firstNumber { setNumber(number, of: number) }
    }

    /// Returns the new entries, which replace the old ones, with the old placeholder numbers.
    ///
    /// - Parameters:
    ///   - new: The new entries, redacted with numbers of their own.
    ///   - keepsOthers: Whether old entries stay if no equal request was made, as in a file of several tests.
    mutating func replacing(with new: [HAREntry], keepingOthers keepsOthers: Bool = false) -> [HAREntry] {
        let partners = partners(of: new, onlyEqual: keepsOthers)
        let new = zip(new, partners).map { entry, partner in partner.map { respelled(entry, as: $0) } ?? entry }
        let timely = timely(partners, of: new)
        var merged: [HAREntry?] = Array(repeating: nil, count: new.count)
        // Unchanged entries come first because their placeholders show which number a secret had.
        for (index, entry) in new.enumerated() {
            guard let partner = partners[index] else { continue }
            merged[index] = unchanged(entry, from: partner, isTimely: timely[index])
        }
        for (index, entry) in new.enumerated() where merged[index] == nil {
            guard let partner = partners[index] else {
                merged[index] = renumbered(entry)
                continue
            }
            merged[index] = stable(entry, from: partner, isTimely: timely[index])
        }
        // Entries that keep their time also keep the order of the file, because concurrent requests end in any order.
        let kept = partners.indices.filter { timely[$0] }
        let ordered = kept.sorted { partners[$0]?.number ?? 0 < partners[$1]?.number ?? 0 }.map { merged[$0] }
        for (index, entry) in zip(kept, ordered) { merged[index] = entry }
        let replaced = Set(partners.compactMap { $0?.number })
        let entries = merged.compactMap(\.self)
        guard keepsOthers else { return Self.sorted(entries) }
        let others = old.filter { !replaced.contains($0.number) }
        if others.isEmpty { return Self.sorted(entries) }
        return Self.sorted(Self.joined(others, entries))
    }

    /// Returns what replaces one old entry, whose request is equal to that of a new entry.
    mutating func replacing(_ partner: HAREntry, with new: HAREntry) -> HAREntry {
        let entry = respelled(new, as: partner)
        let isTimely = keepsTime(partner)
        return unchanged(entry, from: partner, isTimely: isTimely) ?? stable(entry, from: partner, isTimely: isTimely)
    }

    /// Returns the old entry if a new entry is the same; nil if the new entry has to be written.
    private mutating func unchanged(_ entry: HAREntry, from partner: HAREntry, isTimely: Bool) -> HAREntry? {
        guard template(of: entry) == template(of: partner), adopt(entry, partner), isTimely else { return nil }
        return partner
    }

    /// Returns a new entry with what it has in common with an old entry.
    private mutating func stable(_ entry: HAREntry, from partner: HAREntry, isTimely: Bool) -> HAREntry {
        _ = adopt(entry, partner)
        guard isTimely else { return renumbered(entry) }
        return renumbered(changed(entry, from: partner))
    }

    /// Returns the entries of two lists in the file's order, new entries last.
    private static func joined(_ others: [HAREntry], _ merged: [HAREntry]) -> [HAREntry] {
        let entries = others + merged
        let known = entries.filter { $0.number > 0 }
        // The sort is stable.
        return known.sorted { $0.number < $1.number } + entries.filter { $0.number == 0 }
    }

    /// Returns whether each new entry may keep the time of its old entry.
    ///
    /// Equal requests must keep the order in which they were recorded, because they are played in that order.
    private func timely(_ partners: [HAREntry?], of new: [HAREntry]) -> [Bool] {
        var latest: [RequestKey: Int] = [:]
        return zip(new, partners).map { entry, partner in
            guard let key = key(entry) else { return false }
            guard let partner, keepsTime(partner), partner.number > latest[key, default: 0] else {
                latest[key] = .max
                return false
            }
            latest[key] = partner.number
            return true
        }
    }

    /// Returns the old entries, followed by the new entries that are not among them.
    ///
    /// - Parameters:
    ///   - new: The new entries, redacted with numbers of their own.
    ///   - known: The entries of the file when the recording began.
    mutating func appending(_ new: [HAREntry], known: [HAREntry]) -> [HAREntry] {
        var written: [RequestKey: [HAREntry]] = [:]
        for entry in old {
            if let key = key(entry) { written[key, default: []].append(entry) }
        }
        for entry in known {
            guard let key = key(entry), let entries = written[key], !entries.isEmpty else { continue }
            let index = entries.firstIndex { $0.startedDateTime == entry.startedDateTime }
            written[key]?.remove(at: index ?? 0)
        }
        // An entry that is in the file already shows which number each of its secrets has there. The time finds the
        // entries that this recording has written, because equal requests may end in another order than they began.
        let others = new.filter { entry in
            guard let key = key(entry),
                let index = written[key]?.firstIndex(where: { $0.startedDateTime == entry.startedDateTime }),
                let partner = written[key]?.remove(at: index)
            else { return true }
            _ = adopt(entry, partner)
            return false
        }
        var appended: [HAREntry] = []
        for entry in others {
            guard let key = key(entry), let partners = written[key], let partner = partners.first else {
                appended.append(entry)
                continue
            }
            written[key] = Array(partners.dropFirst())
            _ = adopt(entry, partner)
        }
        return Self.sorted(old + appended.map { renumbered($0) })
    }

    /// Returns the entries by time of request; equal or unknown times keep their order.
    static func sorted(_ entries: [HAREntry]) -> [HAREntry] {
        var latest = Date.distantPast
        let dated = entries.enumerated().map { index, entry in
            latest = HARDate.date(of: entry.startedDateTime) ?? latest
            return (date: latest, index: index, entry: entry)
        }
        let sorted = dated.sorted { ($0.date, $0.index) < ($1.date, $1.index) }
        return sorted.enumerated().map { index, element in
            var entry = element.entry
            entry.number = index + 1
            return entry
        }
    }

    func key(_ entry: HAREntry) -> RequestKey? {
        entry.request.mockRequest.map { RequestKey($0, rules) }
    }

    /// Returns the old entry that corresponds to each new entry.
    ///
    /// An entry of an equal request comes first, then an entry with the same method and path.
    private func partners(of new: [HAREntry], onlyEqual: Bool) -> [HAREntry?] {
        var queues: [AnyHashable: [Int]] = [:]
        var partners = [Int?](repeating: nil, count: new.count)
        var taken: Set<Int> = []
        func pair(by identity: (HAREntry) -> AnyHashable?) {
            queues = [:]
            for (index, entry) in old.enumerated().reversed() where !taken.contains(index) {
                if let key = identity(entry) { queues[key, default: []].append(index) }
            }
            for (index, entry) in new.enumerated() where partners[index] == nil {
                guard let key = identity(entry), let partner = queues[key]?.popLast() else { continue }
                partners[index] = partner
                taken.insert(partner)
            }
        }
        pair { entry in key(entry).map(AnyHashable.init) }
        if !onlyEqual { pair { entry in [entry.request.method, String(entry.request.url.prefix { $0 != "?" })] } }
        return partners.map { $0.map { old[$0] } }
    }

    /// Learns the old placeholder numbers of a new entry.
    ///
    /// - Returns: False, with nothing learnt, if the numbers contradict those learnt before.
    private mutating func adopt(_ new: HAREntry, _ old: HAREntry) -> Bool {
        let pairs = zip(Placeholders.numbers(in: new.inOrder), Placeholders.numbers(in: old.inOrder))
        var learnt: [Int: Int] = [:]
        var taken: Set<Int> = []
        for (newNumber, oldNumber) in pairs {
            if let number = learnt[newNumber] ?? numbers[newNumber] {
                guard number == oldNumber else { return false }
            } else {
                guard !takenNumbers.contains(oldNumber), taken.insert(oldNumber).inserted else { return false }
                learnt[newNumber] = oldNumber
            }
        }
        for (newNumber, oldNumber) in learnt { setNumber(oldNumber, of: newNumber) }
        return true
    }

    private mutating func setNumber(_ oldNumber: Int, of newNumber: Int) {
        numbers[newNumber] = oldNumber
        takenNumbers.insert(oldNumber)
    }

    /// Returns a new entry with the numbers of the file for its placeholders.
    mutating func renumbered(_ entry: HAREntry) -> HAREntry {
        for number in Placeholders.numbers(in: entry) where numbers[number] == nil {
            setNumber(nextNumber, of: number)
            nextNumber += 1
        }
        let numbers = numbers
        return Placeholders.renumber(entry) { numbers[$0] ?? $0 }
    }

    /// Returns whether a new value of a response's field doesn't count as a change.
    private func isVolatile(_ field: HARField) -> Bool {
        let name = field.name.lowercased()
        return Self.volatileNames.contains(name) || rules.responseHeaders.contains(name)
    }

    /// Returns a new entry with the time and the volatile fields of the old entry.
    private func changed(_ entry: HAREntry, from old: HAREntry) -> HAREntry {
        var changed = entry
        changed.number = old.number
        changed.startedDateTime = old.startedDateTime
        for (index, field) in entry.response.headers.enumerated()
        where isVolatile(field) {
            if let value = old.response.headers.firstValue(field.name) { changed.response.headers[index].value = value }
        }
        return changed
    }

    /// Returns an entry without the parts that change with every recording.
    private func template(of entry: HAREntry) -> HAREntry {
        var template = Placeholders.renumber(entry.inOrder) { _ in 0 }
        template.number = 0
        template.startedDateTime = ""
        for (index, field) in template.response.headers.enumerated()
        where isVolatile(field) {
            template.response.headers[index].value = ""
        }
        return template
    }
}

extension StableMerge {
    /// Returns a new entry, spelled as an equal old request.
    ///
    /// A client may spell equal requests differently: with another boundary, another order of members, or another value
    /// of an ignored part.
    func respelled(_ entry: HAREntry, as old: HAREntry) -> HAREntry {
        var request = entry.request
        keepFields(of: old.request, in: &request) { rules.ignores(header: $0.name) }
        if request.url != old.request.url || request.body != old.request.body, key(entry) == key(old),
            let changes = Self.placeholderChanges(from: old.request, to: request)
        {
            let spelling = Placeholders.renumber(old.request.withoutHeaders) { changes[$0] ?? $0 }
            request.url = spelling.url
            request.body = spelling.body
            if spelling.body?.isMultipart ?? false {
                // The `Content-Type` field names the boundary of the body.
                keepFields(of: old.request, in: &request, where: \.isContentType)
            } else if let body = entry.request.body {
                request.body?.mimeType = body.mimeType
            }
        }
        var respelled = entry
        respelled.request = HARRequest(
            method: request.method, url: request.url, headers: request.headers, body: request.body)
        return respelled
    }

    /// Gives header fields their value in an old request, except values with redacted secrets.
    private func keepFields(of old: HARRequest, in request: inout HARRequest, where isKept: (HARField) -> Bool) {
        for index in request.headers.indices where isKept(request.headers[index]) {
            guard let value = old.headers.firstValue(request.headers[index].name),
                !value.contains(Redaction.mask)
            else { continue }
            request.headers[index].value = value
        }
    }

    /// Returns the new number of each placeholder of a request; nil without correspondence.
    private static func placeholderChanges(from old: HARRequest, to new: HARRequest) -> [Int: Int]? {
        let (old, new) = (placeholders(in: old), placeholders(in: new))
        guard old.mapValues(\.count) == new.mapValues(\.count) else { return nil }
        var changes: [Int: Int] = [:]
        for (place, numbers) in old {
            for (number, changed) in zip(numbers, new[place] ?? []) {
                guard changes[number] ?? changed == changed else { return nil }
                changes[number] = changed
            }
        }
        return changes
    }

    /// Returns the numbers of the placeholders at each position of a URL and a body.
    private static func placeholders(in request: HARRequest) -> [NamedPlace: [Int]] {
        var numbers: [NamedPlace: [Int]] = [:]
        _ = request.withoutHeaders.replacing { place, value in
            if let number = Placeholders.number(of: value) { numbers[place, default: []].append(number) }
            return nil
        }
        return numbers
    }
}

extension HAREntry {
    /// The entry with the fields and cookies of its request in order of their names.
    fileprivate var inOrder: HAREntry {
        var entry = self
        entry.request = request.inOrder
        return entry
    }
}

extension HARRequest {
    fileprivate var withoutHeaders: HARRequest { HARRequest(method: method, url: url, headers: [], body: body) }
}

extension HARBody {
    fileprivate var isMultipart: Bool { MediaEssence(mimeType).isMultipart }
}

extension HARField {
    fileprivate var isContentType: Bool { name.lowercased() == "content-type" }
}
