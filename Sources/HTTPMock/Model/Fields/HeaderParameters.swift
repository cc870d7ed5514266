import Foundation

/// The value of a header field with parameters: `form-data; name="a"; filename="b.txt"`.
///
/// Read tolerantly: white space around `;` and `=` is skipped, and a quoted string may lack its end.
///
/// - SeeAlso: [RFC 9110 §5.6.6](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.6.6)
struct HeaderParameters {
    /// The text before the first parameter, in lower case.
    let value: String
    private var parameters: [(name: String, value: String)] = []

    init(_ text: String) {
        var rest = text.utf8[...]
        value = Self.trimmed(rest.prefix { $0 != UInt8(ascii: ";") }).lowercased()
        rest = rest.drop { $0 != UInt8(ascii: ";") }
        while rest.popFirst() != nil {
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            rest = rest[name.endIndex...]
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
            let isQuoted = rest.first == UInt8(ascii: "\"")
            let value = isQuoted ? Self.quoted(&rest) : Self.trimmed(rest.prefix { $0 != UInt8(ascii: ";") })
            parameters.append((Self.trimmed(name).lowercased(), value))
            rest = rest.drop { $0 != UInt8(ascii: ";") }
        }
    }

    /// The value of a parameter by its name in lower case; nil without one.
    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Reads a quoted string, in which a backslash escapes a quote or a backslash.
    ///
    /// Other backslashes are kept, because some clients send paths of Windows as file names.
    private static func quoted(_ rest: inout Substring.UTF8View) -> String {
        var bytes: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            let isEscape = byte == UInt8(ascii: "\\") && (rest.first == byte || rest.first == UInt8(ascii: "\""))
            bytes.append(isEscape ? rest.removeFirst() : byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        Substring(text).trimmingCharacters(in: .whitespaces)
    }
}
