import Foundation
import HTTPMock

extension JSONValue {
    /// The greatest depth of values that are handled on the caller's stack.
    static let shallowDepth = 64

    /// Parses a JSON text, a deep one on a large stack.
    ///
    /// - Throws: `JSONSyntaxError`.
    static func parse(_ text: Data) throws -> JSONValue {
        guard isDeep(text) else { return try JSONValue(parsing: text) }
        return try LargeStack.run { try JSONValue(parsing: text) }
    }

    /// Whether the value nests deeper than ``shallowDepth``.
    var isDeep: Bool { isNested(deeperThan: Self.shallowDepth) }

    private func isNested(deeperThan limit: Int) -> Bool {
        switch self {
        case .array(let elements):
            return limit == 0 || elements.contains { $0.isNested(deeperThan: limit - 1) }
        case .object(let members):
            return limit == 0 || members.values.contains { $0.isNested(deeperThan: limit - 1) }
        default: return false
        }
    }

    private static func isDeep(_ text: Data) -> Bool {
        text.withUnsafeBytes { bytes in
            var depth = 0
            var isInString = false
            var isEscaped = false
            for byte in bytes {
                if isInString {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isInString = false
                    }
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "["), UInt8(ascii: "{"):
                    depth += 1
                    if depth > shallowDepth { return true }
                case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
                default: break
                }
            }
            return false
        }
    }
}
