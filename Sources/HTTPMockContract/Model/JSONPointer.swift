import HTTPMock

/// A location in a JSON document, as a path of member names and indexes.
///
/// - SeeAlso: [RFC 6901](https://www.rfc-editor.org/rfc/rfc6901.html)
struct JSONPointer: Sendable {
    /// The pointer with its escapes: `/paths/~1pets`; empty for the whole document.
    private(set) var text = ""
    /// The FNV-1a hash of the text; that of an empty text is a fixed number.
    ///
    /// Computed as the text grows, because a load looks up each of many long pointers several times.
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The pointer to the whole document.
    static let root = JSONPointer()

    private init() {}

    /// Reads a pointer; nil for a text that is not empty and does not begin with a slash.
    init?(_ text: String) {
        guard text.isEmpty || text.hasPrefix("/") else { return nil }
        self = Self.root.appending(text, escapes: false, after: nil)
    }

    /// The member names and indexes, without escapes.
    var tokens: [String] {
        text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map { token in
            guard token.contains(UInt8(ascii: "~")) else { return String(decoding: token, as: UTF8.self) }
            return Self.withoutEscapes(token)
        }
    }

    /// The pointer to the value around the location; nil for the whole document.
    var parent: JSONPointer? {
        guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return JSONPointer(String(text[..<slash]))
    }

    /// Returns the pointer that leads on from the location by another pointer.
    func appending(_ pointer: JSONPointer) -> JSONPointer {
        appending(pointer.text, escapes: false, after: nil)
    }

    /// Returns the pointer to a member of the location.
    func appending(_ name: String) -> JSONPointer {
        appending(name, escapes: true, after: UInt8(ascii: "/"))
    }

    /// Returns the pointer to an element of the location.
    func appending(_ index: Int) -> JSONPointer {
        appending("\(index)", escapes: false, after: UInt8(ascii: "/"))
    }

    /// Returns a token with its escapes decoded; an unknown escape stays.
    private static func withoutEscapes(_ token: some Collection<UInt8>) -> String {
        var bytes: [UInt8] = []
        var isEscape = false
        for byte in token {
            switch byte {
            // The tilde was added before.
            case UInt8(ascii: "0") where isEscape: isEscape = false
            case UInt8(ascii: "1") where isEscape:
                bytes[bytes.count - 1] = UInt8(ascii: "/")
                isEscape = false
            default:
                bytes.append(byte)
                isEscape = byte == UInt8(ascii: "~")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the pointer with a text appended, and its hash continued.
    ///
    /// The bytes are written once, because a load makes some hundred thousand pointers.
    ///
    /// - Parameters:
    ///   - part: The text.
    ///   - escapes: Whether `~` and `/` in the text are escaped.
    ///   - separator: The byte before the text; nil for none.
    private func appending(_ part: String, escapes: Bool, after separator: UInt8?) -> JSONPointer {
        var pointer = JSONPointer()
        let prime: UInt64 = 0x100_0000_01B3
        // The separator is one byte, and an escape has two bytes.
        let capacity = text.utf8.count + 1 + 2 * part.utf8.count
        pointer.text = String(unsafeUninitializedCapacity: capacity) { bytes in
            let start = bytes.update(fromContentsOf: text.utf8)
            var end = start
            if let separator {
                bytes[end] = separator
                end += 1
            }
            for byte in part.utf8 {
                switch byte {
                case UInt8(ascii: "~") where escapes:
                    bytes[end] = UInt8(ascii: "~")
                    bytes[end + 1] = UInt8(ascii: "0")
                    end += 2
                case UInt8(ascii: "/") where escapes:
                    bytes[end] = UInt8(ascii: "~")
                    bytes[end + 1] = UInt8(ascii: "1")
                    end += 2
                default:
                    bytes[end] = byte
                    end += 1
                }
            }
            pointer.hash = bytes[start..<end].reduce(hash) { ($0 ^ UInt64($1)) &* prime }
            return end
        }
        return pointer
    }
}

extension JSONPointer: Hashable {
    static func == (lhs: JSONPointer, rhs: JSONPointer) -> Bool {
        lhs.hash == rhs.hash && lhs.text == rhs.text
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension JSONPointer: CustomStringConvertible {
    /// The pointer as a URI fragment that a person can read: `#/paths/~1pets`.
    var description: String { "#\(text.withShortTokens)" }
}

extension JSONValue {
    /// The value at a location; nil if there is none.
    subscript(pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            guard let next = value[token: token] else { return nil }
            value = next
        }
        return value
    }

    /// The member or element that one token of a pointer names.
    subscript(token token: String) -> JSONValue? {
        switch self {
        case .object(let members): return members[token]
        case .array(let elements):
            // The only index that begins with 0 is 0 itself.
            if token.hasPrefix("0"), token != "0" { return nil }
            guard let index = Int(digits: token.utf8), elements.indices.contains(index) else { return nil }
            return elements[index]
        default: return nil
        }
    }
}
