import Foundation

/// The value of a header field with parameters: `form-data; name="a"; filename="b.txt"`.
///
/// Read tolerantly: white space around `;` and `=` is skipped, and a quoted string may lack its end.
///
/// - SeeAlso: [RFC 9110 §5.6.6](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.6.6)
struct HeaderParameters {
    /// The text before the first parameter, in lower case.
    let value: String
    private var parameters: [Parameter] = []

    /// A parameter; white space inside of a quoted value is kept.
    ///
    /// - SeeAlso: [RFC 9110 §5.6.4](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.6.4)
    private struct Parameter {
        /// The name in lower case.
        let name: String
        let value: String
    }

    init(_ text: String) {
        var rest = text.utf8[...]
        value = Self.trimmed(rest.prefix { $0 != UInt8(ascii: ";") }).lowercased()
        rest = rest.drop { $0 != UInt8(ascii: ";") }
        // The first byte of the rest is the semicolon before a parameter.
        while rest.popFirst() != nil {
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            rest = rest[name.endIndex...]
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop(while: ByteSet.blanks.contains)
            let value = Self.parameterValue(&rest)
            parameters.append(Parameter(name: Self.trimmed(name).lowercased(), value: value))
            rest = rest.drop { $0 != UInt8(ascii: ";") }
        }
    }

    /// Reads the value at the start of the rest; only a quoted value is removed from the rest.
    private static func parameterValue(_ rest: inout Substring.UTF8View) -> String {
        if rest.first == UInt8(ascii: "\"") { return quoted(&rest) }
        return trimmed(rest.prefix { $0 != UInt8(ascii: ";") })
    }

    /// The value of the first parameter with a name in lower case; nil without one.
    subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// Reads a quoted string, in which a backslash escapes a quote or a backslash.
    ///
    /// Other backslashes are kept, because some clients send paths of Windows as file names.
    private static func quoted(_ rest: inout Substring.UTF8View) -> String {
        var bytes: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            let isBackslash = byte == UInt8(ascii: "\\")
            if isBackslash, let next = rest.first, "\\\"".utf8.contains(next) {
                bytes.append(rest.removeFirst())
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        Substring(text).trimmingCharacters(in: .whitespaces)
    }
}
