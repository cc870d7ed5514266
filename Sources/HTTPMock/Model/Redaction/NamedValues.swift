import Foundation

/// Returns the text that replaces a value at a position; nil keeps the value, whose own named values may follow.
package typealias ValueReplacement = (NamedPlace, String) -> String?

/// Replaces some of the named values of URLs, forms, header fields and bodies.
///
/// The log and cassettes find secrets by this walk: the log masks them, and a cassette replaces them. A value may be a
/// text with named values of its own, such as JSON in a form. All other bytes keep their spelling, except in an encoded
/// text with a replaced value, which is encoded again.
package enum NamedValues {
    /// The most texts inside of each other that are read, so that a text encoded many times can't overflow the stack.
    static let depthLimit = 8

    /// Replaces a value, or the named values in it; nil for a value to keep.
    ///
    /// - Parameter isInScript: Whether the text is a string of a script, or the code between two strings.
    package static func value(
        _ text: String, at place: NamedPlace, isInScript: Bool = false, _ replace: ValueReplacement
    ) -> String? {
        let name = place.names.last ?? ""
        let mayBeSecret = !isInScript || Program.mayBeSecret(inScript: Array(text.utf8)[...], named: name)
        if mayBeSecret, let replacement = replace(place, text) { return replacement }
        return self.text(text, depth: place.depth + 1, isInScript: isInScript, replace)
    }

    /// Replaces the named values in a text, which may be JSON, a URL or have assignments; nil for a text to keep.
    package static func text(
        _ text: String, depth: Int = 0, isInScript: Bool = false, _ replace: ValueReplacement
    ) -> String? {
        guard text.hasByte(outside: plainBytes) else { return nil }
        var bytes = Array(text.utf8)
        guard depth < depthLimit else { return replace(NamedPlace(.nesting, depth: depth), text) }
        let start = bytes.end(of: notShown, from: 0)
        let startsAsJSON = start < bytes.count && "{[".utf8.contains(bytes[start]) && bytes.contains("\"")
        // A GraphQL document and a note in brackets start as JSON does.
        let isJSON = startsAsJSON && JSONValue(Data(bytes)) != nil
        if startsAsJSON {
            bytes = JSONScan.replacing(in: bytes, isJSON: isJSON, program: Program(bytes), depth: depth, replace)
        }
        if !startsAsJSON, isAddress(bytes) {
            bytes = Array(url(text, depth: depth, replace).utf8)
        } else if !isJSON {
            // Also for a text that only starts as JSON, in whose objects the values were replaced above.
            let kind: AssignmentScan.Kind = isInScript ? .script : .text
            let program = isInScript ? .script : Program(bytes)
            bytes = AssignmentScan.replacing(in: bytes, kind: kind, program: program, depth: depth, replace)
        }
        let replaced = String(decoding: bytes, as: UTF8.self)
        guard replaced != text else { return nil }
        return replaced
    }

    /// The bytes of a text without named values: all but those of `a=1`, `a: "1"` and `user@host`.
    private static let plainBytes = ByteSet(allBut: "=:@")
    /// White space and control characters.
    private static let notShown = ByteSet { $0 <= UInt8(ascii: " ") }

    private static let schemeBytes = ByteSet(where: \.isTokenCharacter)
    private static let addressBytes = ByteSet { $0 > UInt8(ascii: " ") && !"\"<>".utf8.contains($0) }

    /// Returns whether a text is one URL with an authority, and nothing else.
    private static func isAddress(_ bytes: [UInt8]) -> Bool {
        bytes.hasText("://", at: bytes.end(of: schemeBytes, from: 0))
            && bytes.end(of: addressBytes, from: 0) == bytes.count
    }
}

extension NamedValues {
    /// Replaces the value of a header field, or the values in it.
    package static func header(_ value: String, of name: String, _ replace: ValueReplacement) -> String {
        let lowercased = name.lowercased()
        switch lowercased {
        case "cookie", "set-cookie":
            if let replacement = replace(NamedPlace(.cookieField, [name]), value) { return replacement }
            if lowercased == "set-cookie" {
                return SetCookie.split(value).map { cookie($0, replace) }.joined(separator: ", ")
            }
            return value.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false)
                .map { cookie(String($0), replace) }.joined(separator: ";")
        case _ where lowercased.hasSuffix("authorization"): return credentials(value, of: name, replace)
        case _ where addresses.contains(lowercased):
            return replace(NamedPlace(.header, [name]), value) ?? url(value, replace)
        default: return self.value(value, at: NamedPlace(.header, [name]), replace) ?? value
        }
    }

    /// Replaces the value of one cookie, which attributes may follow; a text without `=` is a value.
    private static func cookie(_ text: String, _ replace: ValueReplacement) -> String {
        // By scalar, because a combining mark after a sign forms one character with it.
        let scalars = text.unicodeScalars
        guard let equals = scalars.firstIndex(of: "=") else {
            guard !text.isEmpty else { return text }
            return replace(NamedPlace(.cookie), text) ?? text
        }
        let start = scalars.index(after: equals)
        let value = scalars[start...].prefix { $0 != ";" }
        let name = String(scalars[..<equals]).trimmingCharacters(in: .whitespaces)
        guard let replacement = replace(NamedPlace(.cookie, [name]), String(value)) else { return text }
        return text[..<start] + replacement + text[value.endIndex...]
    }

    /// Replaces credentials, and keeps a scheme that is known.
    ///
    /// Another first word may be the secret itself.
    ///
    /// - SeeAlso: [RFC 9110 §11.4](https://www.rfc-editor.org/rfc/rfc9110.html#section-11.4)
    private static func credentials(_ value: String, of name: String, _ replace: ValueReplacement) -> String {
        let place = NamedPlace(.header, [name])
        guard let space = value.firstIndex(of: " "), schemes.contains(value[..<space].lowercased()) else {
            return replace(place, value) ?? value
        }
        let secret = String(value[value.index(after: space)...])
        return value[...space] + (replace(place, secret) ?? secret)
    }

    /// The header fields whose values are URLs or references.
    private static let addresses: Set<String> = [
        "content-location", "location", "origin", "referer", "x-original-url", "x-rewrite-url",
    ]

    /// The authentication schemes that are shown.
    ///
    /// - SeeAlso: [HTTP Authentication Schemes](https://www.iana.org/assignments/http-authschemes/http-authschemes.xhtml)
    private static let schemes: Set<String> = [
        "apikey", "aws4-hmac-sha256", "basic", "bearer", "concealed", "digest", "dpop", "gnap", "hawk", "hoba",
        "mutual", "negotiate", "ntlm", "oauth", "privatetoken", "scram-sha-1", "scram-sha-256", "signature", "token",
        "vapid",
    ]
}

extension NamedValues {
    /// Replaces values in the user, the path, the query and the fragment of a URL or a reference.
    ///
    /// The text may be malformed.
    ///
    /// - SeeAlso: [RFC 3986, appendix B](https://www.rfc-editor.org/rfc/rfc3986.html#appendix-B)
    package static func url(_ text: String, depth: Int = 0, _ replace: ValueReplacement) -> String {
        guard text.hasByte(outside: plainURLBytes) else { return text }
        let bytes = Array(text.utf8)
        let hash = bytes.index(of: UInt8(ascii: "#"), from: 0) ?? bytes.count
        let question = bytes.end(of: beforeQuery, from: 0, to: hash)
        var replaced = AssignmentScan.replacing(in: Array(bytes[..<question]), kind: .path, depth: depth, replace)
        if question < hash {
            replaced.append(UInt8(ascii: "?"))
            replaced += form(Array(bytes[(question + 1)..<hash]), .query, depth: depth, replace)
        }
        if hash < bytes.count {
            replaced.append(UInt8(ascii: "#"))
            replaced += form(Array(bytes[(hash + 1)...]), .fragment, depth: depth, replace)
        }
        return String(decoding: replaced, as: UTF8.self)
    }

    /// The bytes of a URL without named values.
    private static let plainURLBytes = ByteSet(allBut: "@?#=")
    private static let beforeQuery = ByteSet(allBut: "?")

    /// Replaces the parameters in a path, as in `/a;sid=1/b`.
    package static func path(_ path: String, _ replace: ValueReplacement) -> String {
        let bytes = AssignmentScan.replacing(in: Array(path.utf8), kind: .path, replace)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Replaces values in the bytes of a form, a query or a fragment, which need not be UTF-8.
    private static func form(
        _ bytes: [UInt8], _ kind: NamedPlace.Kind, depth: Int = 0, _ replace: ValueReplacement
    ) -> [UInt8] {
        let isForm = kind == .form
        var output: [UInt8] = []
        var copied = 0
        var start = 0
        while start < bytes.count {
            let end = bytes.index(of: UInt8(ascii: "&"), from: start) ?? bytes.count
            let equals = bytes.end(of: beforeEquals, from: start, to: end)
            if equals < end {
                let name = PercentEncoding.decode(bytes[start..<equals], plusIsSpace: isForm)
                let place = NamedPlace(kind, [String(decoding: name, as: UTF8.self)], depth: depth)
                let value = bytes[(equals + 1)..<end]
                if let replaced = encodedValue(value, at: place, plusIsSpace: isForm, replace) {
                    output += bytes[copied...equals]
                    output += replaced
                    copied = end
                }
            }
            start = end + 1
        }
        return output + bytes[copied...]
    }

    private static let beforeEquals = ByteSet(allBut: "=")

    /// Replaces a percent-encoded value, or the values in it; nil if the value stays.
    ///
    /// - Parameters:
    ///   - place: The position of the value; nil to replace only the values in it.
    ///   - depth: The depth of the value without a position.
    static func encodedValue(
        _ value: ArraySlice<UInt8>, at place: NamedPlace?, plusIsSpace: Bool = false, depth: Int = 0,
        _ replace: ValueReplacement
    ) -> [UInt8]? {
        let decoded = PercentEncoding.decode(value, plusIsSpace: plusIsSpace)
        let text = String(decoding: decoded, as: UTF8.self)
        if let place, let replacement = replace(place, text) { return Array(encoded(replacement).utf8) }
        guard decoded.end(of: plainBytes, from: 0) < decoded.count,
            let replaced = self.text(text, depth: (place?.depth ?? depth) + 1, replace)
        else { return nil }
        // A value that was spelled without escapes stays without them.
        let hasPlus = plusIsSpace && value.contains(UInt8(ascii: "+"))
        if hasPlus || value.contains(UInt8(ascii: "%")) { return Array(encoded(replaced).utf8) }
        return Array(replaced.utf8)
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
    }

    /// The characters that need no escape anywhere in a URL.
    ///
    /// - SeeAlso: [RFC 3986 §2.3](https://www.rfc-editor.org/rfc/rfc3986.html#section-2.3)
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension NamedValues {
    /// Replaces values in a body: JSON, a form, a multipart form, or a text with addresses and assignments.
    ///
    /// The body may be cut off, and need not be UTF-8. Without a type, and with that of unknown data, a body with a NUL
    /// is binary, unless it begins with a byte-order mark of UTF-16.
    ///
    /// - Parameter depth: The number of multipart bodies that enclose the body.
    package static func body(_ body: Data, type: String?, depth: Int = 0, _ replace: ValueReplacement) -> Data {
        let essence = MediaEssence(type)
        // The type of unknown data says as little as no type.
        let type = essence.isUnknown ? nil : type
        if body.isEmpty || essence.isBinary { return body }
        if essence.isMultipart { return multipart(body, type: type ?? "", depth: depth, replace) }
        return encodedText(body, type: type, replace) ?? text(body, type: type, replace)
    }

    /// Replaces values in a text of another charset than UTF-8; nil for any other text, and if nothing is replaced.
    private static func encodedText(_ body: Data, type: String?, _ replace: ValueReplacement) -> Data? {
        guard let decoded = CharsetText(body, type: type) else { return nil }
        let replaced = String(decoding: text(Data(decoded.text.utf8), type: type, replace), as: UTF8.self)
        if replaced == decoded.text { return nil }
        return decoded.encoded(replaced)
    }

    private static func text(_ body: Data, type: String?, _ replace: ValueReplacement) -> Data {
        let essence = MediaEssence(type)
        let bytes = Array(body)
        if type == nil, bytes.index(of: 0, from: 0) != nil { return body }
        let start = bytes.end(of: notShown, from: 0)
        let startsAsJSON = start < bytes.count && "{[\"".utf8.contains(bytes[start])
        let isForm = essence.isForm || isUntypedForm(bytes, type: type)
        if isForm, !startsAsJSON { return Data(form(bytes, .form, replace)) }
        // A body of another type is JSON only if it can be parsed: a sequence of JSON texts may have other lines.
        let mayBeJSON = startsAsJSON && !essence.isProgram
        var isJSON = false
        if mayBeJSON { isJSON = essence.isJSONText || JSONValue(body) != nil }
        let program = Program(bytes, type: essence)
        let scanned = JSONScan.replacing(in: bytes, isJSON: isJSON, program: program, replace)
        if isJSON { return Data(scanned) }
        return Data(AssignmentScan.replacing(in: scanned, program: program, replace))
    }

    /// Returns whether a body without a type may be a form: it has no space and no line break.
    private static func isUntypedForm(_ bytes: [UInt8], type: String?) -> Bool {
        type == nil && !bytes.contains(where: notShown.contains)
    }

    /// Replaces values in the heads and the contents of the parts of a multipart body.
    ///
    /// - SeeAlso: [RFC 7578 §4.2](https://www.rfc-editor.org/rfc/rfc7578.html#section-4.2)
    private static func multipart(_ body: Data, type: String, depth: Int, _ replace: ValueReplacement) -> Data {
        guard depth < depthLimit else {
            guard let replacement = replace(NamedPlace(.nesting, depth: depth), "") else { return body }
            return Data(replacement.utf8)
        }
        let bytes = Array(body)
        var replaced = Data()
        var end = 0
        for part in MultipartParser(bytes, contentType: type).parts {
            replaced += bytes[end..<part.head.lowerBound]
            replaced += AssignmentScan.replacing(in: Array(bytes[part.head]), kind: .head, replace)
            replaced += bytes[part.head.upperBound..<part.content.lowerBound]
            replaced += content(of: part, in: bytes, depth: depth, replace)
            end = part.content.upperBound
        }
        return replaced + bytes[end...]
    }

    /// Replaces the content of one part of a multipart body, or the values in it.
    package static func content(
        of part: MultipartPart, in bytes: [UInt8], depth: Int = 0, _ replace: ValueReplacement
    ) -> Data {
        let content = Data(bytes[part.content])
        if let name = part.name,
            let replacement = replace(NamedPlace(.part, [name]), content.utf8Text ?? content.base64EncodedString())
        {
            return Data(replacement.utf8)
        }
        let type = part.headers["Content-Type"]
        let replaced = body(content, type: type, depth: depth + 1, replace)
        // A text may be a message with header fields, as in a batch of requests.
        guard MediaEssence(type).isText else { return replaced }
        return Data(AssignmentScan.replacing(in: Array(replaced), kind: .head, replace))
    }
}
