import Foundation

/// A token of a request's address or of a text, or of a pattern for one of them.
///
/// Host and path are matched as one list of tokens. Each label of the host and each segment of the path follows its
/// separator: `a.example.com/v1` reads `.a.example.com/v1`. Bytes become tokens after percent-decoding, so a `%2F` in a
/// segment is not a separator and a `%2A` in a pattern is not a wildcard.
struct PatternToken: Hashable, Sendable {
    /// A byte of the decoded text; from 256 on, a separator or a wildcard.
    let code: UInt16

    /// The separator before each label of a host.
    static let hostSeparator = PatternToken(code: 256)
    /// The separator before each segment of a path.
    static let pathSeparator = PatternToken(code: 257)
    /// `*` or `{name}`: any bytes, possibly none.
    static let star = PatternToken(code: 258)
    /// `**` next to other characters of a label: any bytes and separators of the host.
    static let hostSpan = PatternToken(code: 259)
    /// `**` next to other characters of a segment: any bytes and separators.
    static let pathSpan = PatternToken(code: 260)
    /// `**` as a whole label: nothing, or a separator and any rest of the host.
    static let hostLabels = PatternToken(code: 261)
    /// `**` as a whole segment: nothing, or a separator followed by anything.
    static let pathSegments = PatternToken(code: 262)

    static func byte(_ byte: UInt8) -> PatternToken {
        PatternToken(code: UInt16(byte))
    }

    var byte: UInt8? { UInt8(exactly: code) }

    var isByte: Bool { code < Self.hostSeparator.code }

    /// Whether the token matches more than itself.
    var isWildcard: Bool { code >= Self.star.code }
}
