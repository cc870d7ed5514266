import Foundation

/// An item of a query or a field of a form, decoded.
package struct RequestItem: Hashable, Sendable {
    package let name: ExactText
    /// The value; nil for an item of a query without an `=`.
    package let value: ExactText?

    /// The item as text; of bytes that are not UTF-8, a name is empty, and a value is nil.
    var urlQueryItem: URLQueryItem {
        URLQueryItem(name: name.utf8 ?? "", value: value?.utf8)
    }
}

/// Splits the bytes of a query or a form into names and values.
///
/// Split by bytes, because a separator and a combining character form one Character.
extension RequestItem {
    /// A name and a value as they are spelled, with escapes.
    struct Spelled {
        let name: ArraySlice<UInt8>
        /// The bytes after the first `=`; nil without one.
        let value: ArraySlice<UInt8>?
    }

    /// Returns the query as a URL spells it, without the `?`; empty without one.
    static func query(of url: String) -> [UInt8] {
        let beforeFragment = url.utf8.prefix { $0 != UInt8(ascii: "#") }
        return Array(beforeFragment.drop { $0 != UInt8(ascii: "?") }.dropFirst())
    }

    /// Returns the items between the `&`, empty ones included; none of an empty text.
    static func split(_ bytes: [UInt8]) -> [Spelled] {
        guard !bytes.isEmpty else { return [] }
        let fields = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        return fields.map { field in
            let name = field.prefix { $0 != UInt8(ascii: "=") }
            guard name.endIndex < field.endIndex else { return Spelled(name: name, value: nil) }
            return Spelled(name: name, value: field[(name.endIndex + 1)...])
        }
    }

    /// Returns the items of a query; a `+` stays a plus, as in `URLComponents`.
    static func inQuery(_ bytes: [UInt8]) -> [RequestItem] {
        split(bytes).map { item in
            RequestItem(name: decoded(item.name), value: item.value.map { decoded($0) })
        }
    }

    /// Returns the fields of a form, in which a `+` is a space; empty ones do not count.
    ///
    /// - SeeAlso: [application/x-www-form-urlencoded](https://url.spec.whatwg.org/#urlencoded-parsing)
    package static func inForm(_ bytes: [UInt8]) -> [RequestItem] {
        split(bytes).compactMap { item in
            if item.name.isEmpty, item.value == nil { return nil }
            let value = decoded(item.value ?? [], plusIsSpace: true)
            return RequestItem(name: decoded(item.name, plusIsSpace: true), value: value)
        }
    }

    static func decoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> ExactText {
        ExactText(decoding: PercentEncoding.decode(bytes, plusIsSpace: plusIsSpace))
    }
}
