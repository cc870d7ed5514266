import Foundation

extension Redaction {
    /// A body's text with the values of its secret fields masked: JSON, also cut off or in pieces, forms, and forms in
    /// several parts.
    ///
    /// Everything else stays as it is spelled.
    ///
    /// - Parameters:
    ///   - text: The body.
    ///   - type: Its content type, nil if it has none.
    static func text(ofBody text: String, type: String?) -> String {
        let type = type?.lowercased()
        if type?.hasPrefix("multipart/") == true { return self.text(ofParts: text) }
        let isForm = type?.hasPrefix("application/x-www-form-urlencoded") ?? !text.contains { $0.isWhitespace }
        if isForm, !text.hasPrefix("{"), !text.hasPrefix("[") { return self.text(ofForm: text) }
        return self.text(ofJSON: text)
    }

    /// Masks what follows a secret name in JSON.
    ///
    /// The text is scanned, not parsed: one that was cut off, or a stream of events with JSON in it, has secrets too.
    private static func text(ofJSON text: String) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: ":")) else { return text }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var scan = JSONScan(bytes: bytes)
        while scan.index < bytes.count {
            let start = scan.index
            guard bytes[start] == UInt8(ascii: "\"") else {
                output.append(bytes[start])
                scan.index += 1
                continue
            }
            scan.skipString()
            output += bytes[start..<scan.index]
            let name = bytes[start..<scan.index]
            let gap = scan.index
            scan.skipSpace()
            guard scan.index < bytes.count, bytes[scan.index] == UInt8(ascii: ":"),
                isSecret(String(decoding: name.dropFirst().dropLast(), as: UTF8.self))
            else {
                scan.index = gap
                continue
            }
            scan.index += 1
            scan.skipSpace()
            output += bytes[gap..<scan.index]
            let value = scan.index
            scan.skipValue()
            if value < scan.index { output += "\"\(mask)\"".utf8 }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Masks the secret fields of a form in parts.
    ///
    /// - SeeAlso: [RFC 7578 §4.2](https://www.rfc-editor.org/rfc/rfc7578.html#section-4.2)
    private static func text(ofParts text: String) -> String {
        let lineEnd = text.utf8.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
        guard let boundary = text.components(separatedBy: lineEnd).first(where: { $0.hasPrefix("--") }) else {
            return text
        }
        return text.components(separatedBy: boundary).map { part in
            let halves = part.components(separatedBy: lineEnd + lineEnd)
            guard halves.count > 1, let name = fieldName(in: halves[0]), isSecret(name) else { return part }
            return "\(halves[0])\(lineEnd)\(lineEnd)\(mask)\(lineEnd)"
        }.joined(separator: boundary)
    }

    private static func fieldName(in head: String) -> String? {
        let parts = head.components(separatedBy: " name=\"")
        return parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : nil
    }
}

/// A walk over the bytes of a JSON text, which may be broken.
private struct JSONScan {
    let bytes: [UInt8]
    var index = 0

    mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    /// From the opening quote to behind the closing one.
    mutating func skipString() {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
    }

    mutating func skipValue() {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return }
                depth -= 1
                index += 1
            case UInt8(ascii: ","), 0x0A, 0x0D:
                guard depth > 0 else { return }
                index += 1
            default: index += 1
            }
            // A string, an object or an array ends by itself.
            if depth == 0, let last = bytes[..<index].last, [0x22, 0x5D, 0x7D].contains(last) { return }
        }
    }
}
