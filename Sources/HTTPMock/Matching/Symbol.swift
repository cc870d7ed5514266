/// One step of a request's address, or of a pattern for it.
///
/// Host and path are matched as one string of symbols. Each label of the host and each segment of the path comes
/// with the separator before it: `a.example.com/v1` reads `.a.example.com/v1`. Bytes are symbols of their own, after
/// percent-decoding, so that a `%2F` in a segment is no separator and a `%2A` in a pattern no wildcard.
struct Symbol: Hashable, Sendable {
    /// Below 256 a byte of the decoded text, above that a separator or a wildcard.
    let code: UInt16

    /// Stands before each label of a host.
    static let hostSeparator = Symbol(code: 256)
    /// Stands before each segment of a path.
    static let pathSeparator = Symbol(code: 257)
    /// `*`, and `{name}`: any bytes, none included.
    static let star = Symbol(code: 258)
    /// `**` beside other characters of a host's label: any bytes and separators up to the end of the host.
    static let hostSpan = Symbol(code: 259)
    /// `**` beside other characters of a path's segment: any bytes and separators.
    static let pathSpan = Symbol(code: 260)
    /// `**` as a whole label: nothing, or a separator and anything up to the end of the host.
    static let hostLabels = Symbol(code: 261)
    /// `**` as a whole segment: nothing, or a separator and anything.
    static let pathSegments = Symbol(code: 262)

    static func byte(_ byte: UInt8) -> Symbol {
        Symbol(code: UInt16(byte))
    }

    /// The byte of the text that this stands for, nil for separators and wildcards.
    var byte: UInt8? { UInt8(exactly: code) }

    /// Whether this stands for a byte of the text.
    var isByte: Bool { code < Self.hostSeparator.code }

    /// Whether this matches more than itself.
    var isWildcard: Bool { code >= Self.star.code }
}

extension Sequence where Element == Symbol {
    /// How many characters of text the bytes are, counted as Unicode scalars.
    var literalCount: Int {
        // All but the continuation bytes of UTF-8, 0b10xx_xxxx.
        count { $0.isByte && $0.code & 0b1100_0000 != 0b1000_0000 }
    }

    /// How many `*` the wildcards were written with.
    var starCount: Int {
        reduce(0) { $0 + ($1.isWildcard ? ($1 == .star ? 1 : 2) : 0) }
    }
}
