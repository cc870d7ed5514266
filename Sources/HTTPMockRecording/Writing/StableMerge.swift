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
        for number in known where number >= firstNumber { numbers[number] = number }
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
            guard let partner = partners[index], template(of: entry) == template(of: partner) else {
                continue
            }
            if adopt(entry, partner), timely[index] { merged[index] = partner }
        }
        for (index, entry) in new.enumerated() where merged[index] == nil {
            guard let partner = partners[index] else {
                merged[index] = renumbered(entry)
                continue
            }
            _ = adopt(entry, partner)
            var stable = entry
            if timely[index] { stable = changed(entry, from: partner) }
            merged[index] = renumbered(stable)
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
    ///   - known: The number of entries of each request when the recording began.
    mutating func appending(_ new: [HAREntry], known: [RequestKey: Int]) -> [HAREntry] {
        var surplus: [RequestKey: Int] = [:]
        for key in old.compactMap(key) { surplus[key, default: 0] += 1 }
        for (key, count) in known { surplus[key, default: 0] -= count }
        var appended: [HAREntry] = []
        for entry in new {
            guard let key = key(entry), let count = surplus[key], count > 0 else {
                appended.append(entry)
                continue
            }
            surplus[key] = count - 1
            // The entry is in the file already, and shows which number each of its secrets has there.
            if let partner = written(key, count) { _ = adopt(entry, partner) }
        }
        return Self.sorted(old + appended.map { renumbered($0) })
    }

    /// Returns the last but one, last but two … entry of a request in the file, counted from the end.
    private func written(_ key: RequestKey, _ count: Int) -> HAREntry? {
        let equal = old.filter { self.key($0) == key }
        guard count <= equal.count else { return nil }
        return equal[equal.count - count]
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
        let pairs = Array(zip(Placeholders.numbers(in: new.inOrder), Placeholders.numbers(in: old.inOrder)))
        var learnt = numbers
        var known = Set(numbers.values)
        for (newNumber, oldNumber) in pairs {
            if let number = learnt[newNumber] {
                guard number == oldNumber else { return false }
            } else {
                guard known.insert(oldNumber).inserted else { return false }
                learnt[newNumber] = oldNumber
            }
        }
        numbers = learnt
        return true
    }

    private mutating func renumbered(_ entry: HAREntry) -> HAREntry {
        for number in Placeholders.numbers(in: entry) where numbers[number] == nil {
            numbers[number] = nextNumber
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
