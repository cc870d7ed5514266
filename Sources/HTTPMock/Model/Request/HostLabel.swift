import Foundation

/// Normalizes the labels of hosts, the parts between the dots.
enum HostLabel {
    /// Returns a label in the form that is compared: decoded and in lower case.
    ///
    /// An internationalised label is returned in its `xn--` form.
    ///
    /// - Parameter bytes: The label as written, possibly percent-encoded.
    /// - Returns: The bytes to compare, nil if the label has letters that no host can have.
    /// - SeeAlso: [RFC 5890 §2.3.2.1](https://www.rfc-editor.org/rfc/rfc5890.html#section-2.3.2.1)
    static func normalForm(of bytes: some Collection<UInt8>) -> [UInt8]? {
        let decoded = PercentEncoding.decode(bytes)
        if decoded.allSatisfy({ $0 < 0x80 }) { return decoded.map(\.asciiLowercased) }
        var components = URLComponents()
        components.host = String(decoding: decoded, as: UTF8.self)
        guard let encoded = components.encodedHost else { return nil }
        let isEncoded = encoded.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
        guard isEncoded else { return nil }
        return encoded.utf8.map(\.asciiLowercased)
    }
}
