import HTTPMock

/// One step from a value to a value in it.
enum PathStep: Hashable, Sendable {
    case member(String)
    case element(Int)

    static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.member(let one), .member(let other)): one.hasSameCodeUnits(as: other)
        case (.element(let one), .element(let other)): one == other
        default: false
        }
    }
}

extension [PathStep] {
    /// The steps as a JSON pointer: `/tags/2/id`.
    var pointer: JSONPointer {
        reduce(.root) { pointer, step in
            switch step {
            case .member(let name): pointer.appending(name)
            case .element(let index): pointer.appending(index)
            }
        }
    }

    /// Returns the steps after a name, spelled much as in Swift: `body.tags[2].id`.
    func text(after name: String) -> String {
        reduce(into: name) { text, step in
            switch step {
            case .member(let member) where member.isIdentifier:
                if !text.isEmpty { text += "." }
                text += member.short
            case .member(let member): text += "[\(JSONValue.string(member.short).text)]"
            case .element(let index): text += "[\(index)]"
            }
        }
    }
}

extension String {
    /// True for a name that is written after a dot, without quotes; it may have hyphens.
    fileprivate var isIdentifier: Bool {
        guard let first = utf8.first, !first.isDigit else { return false }
        return utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    }
}
