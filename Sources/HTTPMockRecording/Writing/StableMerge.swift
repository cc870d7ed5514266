import Foundation
import HTTPMock

/// Merges a new recording into an old one; unchanged entries keep their bytes.
struct StableMerge {
    /// Header fields that change with every response.
    private static let volatileNames: Set<String> = ["date", "age", "expires"]

    private let old: [HAREntry]
    let rules: MatchingRules
    /// Returns whether an old entry is young enough to keep its time.
    private let mayKeepTime: (HAREntry) -> Bool
    /// The file's number for each placeholder number of the new entries, as far as known.
    private var numbers: [Int: Int] = [:]
    /// The file's numbers that are assigned to a new number.
    private var takenNumbers: Set<Int> = []
    /// The number for the next secret that the file does not have.
    private var nextNumber: Int

    /// Creates a merge with the entries of a file.
    ///
    /// - Parameters:
    ///   - old: The entries of the file, redacted.
    ///   - rules: How requests are compared.
    ///   - firstNumber: The first number that the file did not have before it was redacted together with the new
    ///     entries. From this number on, equal secrets of old and new entries have equal numbers.
    ///   - keepsTime: Whether an old entry is young enough to keep its time.
    init(
        _ old: [HAREntry], rules: MatchingRules, redactedFrom firstNumber: Int,
        keepsTime: @escaping (HAREntry) -> Bool
    ) {
        self.old = old
        self.rules = rules
        mayKeepTime = keepsTime
        let known = Set(old.flatMap(Placeholders.numbers))
        nextNumber = (known.max() ?? 0) + 1
        for number in known where number >= firstNumber { setNumber(number, of: number) }
    }

    /// Returns the new entries, which replace the old ones, with the old placeholder numbers and by time of request.
    ///
    /// - Parameters:
    ///   - new: The new entries, redacted with numbers of their own.
    ///   - keepsOthers: Whether old entries stay if no equal request was made, as in a file of several tests.
    mutating func replacing(with new: [HAREntry], keepingOthers keepsOthers: Bool = false) -> [HAREntry] {
        let partners = partners(of: new, onlyEqual: keepsOthers)
        let new = zip(new, partners).map { entry, partner in
            guard let partner else { return entry }
            return respelled(entry, as: partner)
        }
        let keepsTime = keepsTime(new, partners)
        var merged: [HAREntry?] = Array(repeating: nil, count: new.count)
        // Unchanged entries are merged first, because their placeholders show which number a secret had.
        for (index, entry) in new.enumerated() {
            guard let partner = partners[index] else { continue }
            merged[index] = unchanged(entry, from: partner, keepsTime: keepsTime[index])
        }
        for (index, entry) in new.enumerated() where merged[index] == nil {
            guard let partner = partners[index] else {
                merged[index] = renumbered(entry)
                continue
            }
            merged[index] = stable(entry, from: partner, keepsTime: keepsTime[index])
        }
        // Entries that keep their time also keep the order of the file, because concurrent requests end in any order.
        let partnerNumbers = partners.map { $0?.number ?? 0 }
        let kept = partners.indices.filter { keepsTime[$0] }
        let ordered = kept.sorted { partnerNumbers[$0] < partnerNumbers[$1] }.map { merged[$0] }
        for (index, entry) in zip(kept, ordered) { merged[index] = entry }
        let replaced = Set(partners.compactMap { $0?.number })
        let entries = merged.compactMap(\.self)
        guard keepsOthers else { return Self.sorted(entries) }
        let others = old.filter { !replaced.contains($0.number) }
        if others.isEmpty { return Self.sorted(entries) }
        return Self.sorted(Self.joined(others, entries))
    }

    /// Returns the entry that replaces an old entry after a new recording of an equal request.
    mutating func replacing(_ partner: HAREntry, with new: HAREntry) -> HAREntry {
        let entry = respelled(new, as: partner)
        let keepsTime = mayKeepTime(partner)
        return unchanged(entry, from: partner, keepsTime: keepsTime)
            ?? stable(entry, from: partner, keepsTime: keepsTime)
    }

    /// Returns the old entry if a new entry is the same; nil if the new entry has to be written.
    private mutating func unchanged(_ entry: HAREntry, from partner: HAREntry, keepsTime: Bool) -> HAREntry? {
        guard template(of: entry) == template(of: partner) else { return nil }
        // The numbers are learnt even if the entry gets a new time.
        let hasOldNumbers = learnNumbers(of: entry, from: partner)
        return hasOldNumbers && keepsTime ? partner : nil
    }

    /// Returns a new entry with the placeholder numbers of an old entry and, if it keeps the time, its volatile parts.
    private mutating func stable(_ entry: HAREntry, from partner: HAREntry, keepsTime: Bool) -> HAREntry {
        learnNumbers(of: entry, from: partner)
        let renumbered = renumbered(entry)
        guard keepsTime else { return renumbered }
        // The old parts have the numbers of the file already.
        return withVolatileParts(of: partner, renumbered)
    }

    /// Returns the entries of two lists in the file's order; those without a number in the file come last.
    private static func joined(_ others: [HAREntry], _ merged: [HAREntry]) -> [HAREntry] {
        let entries = others + merged
        let known = entries.filter { $0.number > 0 }
        // No two entries have the same number.
        return known.sorted { $0.number < $1.number } + entries.filter { $0.number == 0 }
    }

    /// Returns whether each new entry may keep the time of its old entry.
    ///
    /// Equal requests must keep the order in which they were recorded, because they are played in that order.
    private func keepsTime(_ new: [HAREntry], _ partners: [HAREntry?]) -> [Bool] {
        var lastNumbers: [RequestKey: Int] = [:]
        return zip(new, partners).map { entry, partner in
            guard let key = key(entry) else { return false }
            guard let partner, mayKeepTime(partner), partner.number > lastNumbers[key, default: 0] else {
                // No later entry of the request keeps its time, because it would come before this one.
                lastNumbers[key] = .max
                return false
            }
            lastNumbers[key] = partner.number
            return true
        }
    }

    /// Returns the old entries and the new entries that are not among them, by time of request.
    ///
    /// - Parameters:
    ///   - new: The new entries, redacted with numbers of their own.
    ///   - known: The entries of the file when the recording began.
    mutating func appending(_ new: [HAREntry], known: [HAREntry]) -> [HAREntry] {
        // The entries that were written since the recording began, by this recording or by another process.
        var written: [RequestKey: [HAREntry]] = [:]
        for entry in old {
            if let key = key(entry) { written[key, default: []].append(entry) }
        }
        for entry in known {
            guard let key = key(entry), let entries = written[key], !entries.isEmpty else { continue }
            // Another process may have written an equal entry with another time.
            let index = entries.firstIndex { $0.startedDateTime == entry.startedDateTime } ?? 0
            written[key]?.remove(at: index)
        }
        // An entry that is in the file already shows which number each of its secrets has there. The time finds the
        // entries that this recording has written, because equal requests may end in another order than they began.
        var others: [HAREntry] = []
        for entry in new {
            guard let key = key(entry),
                let index = written[key]?.firstIndex(where: { $0.startedDateTime == entry.startedDateTime }),
                let partner = written[key]?.remove(at: index)
            else {
                others.append(entry)
                continue
            }
            learnNumbers(of: entry, from: partner)
        }
        // An equal request that another process has written counts as the same exchange.
        var appended: [HAREntry] = []
        for entry in others {
            guard let key = key(entry), let partners = written[key], let partner = partners.first else {
                appended.append(entry)
                continue
            }
            written[key] = Array(partners.dropFirst())
            learnNumbers(of: entry, from: partner)
        }
        return Self.sorted(old + appended.map { renumbered($0) })
    }

    /// Returns the entries by time of request, numbered from 1.
    ///
    /// Entries with equal times keep their order. An entry without a time stays after the entry before it.
    static func sorted(_ entries: [HAREntry]) -> [HAREntry] {
        var dated: [(date: Date, entry: HAREntry)] = []
        var lastKnown = Date.distantPast
        for entry in entries {
            lastKnown = HARDate.date(of: entry.startedDateTime) ?? lastKnown
            dated.append((lastKnown, entry))
        }
        // The sort is stable, so entries with the same time keep their order.
        let sorted = dated.sorted { $0.date < $1.date }
        return sorted.enumerated().map { index, element in
            var entry = element.entry
            entry.number = index + 1
            return entry
        }
    }

    /// Returns the key of an entry's request; nil if the URL can't be parsed.
    func key(_ entry: HAREntry) -> RequestKey? {
        entry.request.mockRequest.map { RequestKey($0, rules) }
    }

    /// Returns the old entry that corresponds to each new entry.
    ///
    /// An entry of an equal request comes first, then one with the same method and the same URL before the query.
    ///
    /// - Parameter onlyEqual: Whether only entries of equal requests correspond, because the others stay in the file.
    private func partners(of new: [HAREntry], onlyEqual: Bool) -> [HAREntry?] {
        // The index of each new entry's old entry.
        var partners = [Int?](repeating: nil, count: new.count)
        var taken: Set<Int> = []
        func pair(by identity: (HAREntry) -> AnyHashable?) {
            // The indices of the old entries, last first.
            var queues: [AnyHashable: [Int]] = [:]
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
        if !onlyEqual {
            pair { entry in
                let urlBeforeQuery = String(entry.request.url.prefix { $0 != "?" })
                return [entry.request.method, urlBeforeQuery]
            }
        }
        return partners.map { partner in partner.map { old[$0] } }
    }

    /// Learns which numbers of the file the placeholders of a new entry have.
    ///
    /// - Returns: False if the numbers contradict those learnt before, or one another. Volatile fields don't count.
    @discardableResult
    private mutating func learnNumbers(of new: HAREntry, from old: HAREntry) -> Bool {
        let isLearnt = learnAllNumbers(of: counted(new), from: counted(old))
        _ = learnAllNumbers(of: new.inOrder, from: old.inOrder)
        return isLearnt
    }

    /// Learns the numbers of all parts; false, with nothing learnt, if there is a contradiction.
    private mutating func learnAllNumbers(of new: HAREntry, from old: HAREntry) -> Bool {
        let pairs = zip(Placeholders.numbers(in: new), Placeholders.numbers(in: old))
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

    /// Assigns a number of the file to a number of the new entries.
    private mutating func setNumber(_ fileNumber: Int, of newNumber: Int) {
        numbers[newNumber] = fileNumber
        takenNumbers.insert(fileNumber)
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

    /// Returns a new entry with the number, the time and the volatile fields of an old entry.
    private func withVolatileParts(of old: HAREntry, _ entry: HAREntry) -> HAREntry {
        var changed = entry
        changed.number = old.number
        changed.startedDateTime = old.startedDateTime
        for (index, field) in entry.response.headers.enumerated() where isVolatile(field) {
            let value = Self.value(at: index, of: entry.response.headers, in: old.response.headers)
            changed.response.headers[index].value = value ?? field.value
        }
        return changed
    }

    /// Returns an entry without the parts that change with every recording, and with 0 as each placeholder's number.
    private func template(of entry: HAREntry) -> HAREntry {
        var template = Placeholders.renumber(counted(entry)) { _ in 0 }
        template.number = 0
        template.startedDateTime = ""
        return template
    }

    /// Returns an entry in the order of names, without the values of its volatile fields.
    private func counted(_ entry: HAREntry) -> HAREntry {
        var counted = entry.inOrder
        for (index, field) in counted.response.headers.enumerated() where isVolatile(field) {
            counted.response.headers[index].value = ""
        }
        return counted
    }
}

extension StableMerge {
    /// Returns a new entry, its request spelled as an old request if both are equal.
    ///
    /// A client may spell equal requests differently: with another boundary, another order of members, or another value
    /// of an ignored part. Ignored header fields keep their old values even if the requests differ.
    func respelled(_ entry: HAREntry, as old: HAREntry) -> HAREntry {
        var request = entry.request
        keepFields(of: old.request, in: &request) { rules.ignores(header: $0.name) }
        let isSpelledAlike = request.url == old.request.url && request.body == old.request.body
        if !isSpelledAlike, key(entry) == key(old),
            let changes = Self.placeholderChanges(from: old.request, to: request)
        {
            let spelling = Placeholders.renumber(old.request.withoutHeaders) { changes[$0] ?? $0 }
            request.url = spelling.url
            request.body = spelling.body
            if spelling.body?.isMultipart ?? false {
                // The `Content-Type` field names the boundary of the body.
                keepFields(of: old.request, in: &request, where: \.isContentType)
            } else if let body = entry.request.body {
                // The `Content-Type` field is the new one.
                request.body?.mimeType = body.mimeType
            }
        }
        var respelled = entry
        respelled.request = request
        return respelled
    }

    /// Gives header fields their value in an old request, except values with placeholders, whose numbers may differ.
    private func keepFields(of old: HARRequest, in request: inout HARRequest, where isKept: (HARField) -> Bool) {
        for index in request.headers.indices where isKept(request.headers[index]) {
            guard let value = Self.value(at: index, of: request.headers, in: old.headers),
                !value.contains(Redaction.mask)
            else { continue }
            request.headers[index].value = value
        }
    }

    /// Returns the old value of the field at an index; nil without one.
    ///
    /// Fields of one name correspond in their order.
    private static func value(at index: Int, of fields: [HARField], in old: [HARField]) -> String? {
        func isNamesake(_ other: HARField) -> Bool { other.name.isEqualIgnoringCase(to: fields[index].name) }
        return old.filter(isNamesake).dropFirst(fields[..<index].count(where: isNamesake)).first?.value
    }

    /// Returns the new number for each placeholder's number in an old request.
    ///
    /// Nil if the positions of the placeholders differ, or if a number has two new ones.
    private static func placeholderChanges(from old: HARRequest, to new: HARRequest) -> [Int: Int]? {
        let (old, new) = (placeholders(in: old), placeholders(in: new))
        guard old.mapValues(\.count) == new.mapValues(\.count) else { return nil }
        var changes: [Int: Int] = [:]
        for (place, oldNumbers) in old {
            for (oldNumber, newNumber) in zip(oldNumbers, new[place] ?? []) {
                if let known = changes[oldNumber], known != newNumber { return nil }
                changes[oldNumber] = newNumber
            }
        }
        return changes
    }

    /// Returns the numbers of the placeholders at each position of a URL and a body.
    private static func placeholders(in request: HARRequest) -> [NamedPlace: [Int]] {
        var numbers: [NamedPlace: [Int]] = [:]
        request.withoutHeaders.forEachValue { place, value in
            if let number = Placeholders.number(of: value) { numbers[place, default: []].append(number) }
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
