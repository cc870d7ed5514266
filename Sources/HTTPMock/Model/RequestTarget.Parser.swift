extension RequestTarget {
    /// Splits the text of a URL at the grammar's delimiters.
    ///
    /// `URL` has already validated the rest.
    ///
    /// - SeeAlso: [RFC 3986, appendix B](https://www.rfc-editor.org/rfc/rfc3986.html#appendix-B)
    struct Parser {
        var scheme = ""
        var host = ""
        var port: Int?
        var tokens: [PatternToken] = []
        var hostEnd = 0
        var hasQuery = false

        init(_ text: UnsafeBufferPointer<UInt8>) {
            tokens.reserveCapacity(text.count + 2)
            let end = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
            hasQuery = end < text.endIndex && text[end] == UInt8(ascii: "?")
            let hierarchy = text[..<end]
            var position = 0
            if let colon = hierarchy.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
                text[colon] == UInt8(ascii: ":")
            {
                scheme = String(unsafeUninitializedCapacity: colon) { buffer in
                    for index in 0..<colon { buffer[index] = HostLabel.lowercased(text[index]) }
                    return colon
                }
                position = colon + 1
            }
            var authority = text[position..<position]
            if end - position >= 2, text[position] == UInt8(ascii: "/"), text[position + 1] == UInt8(ascii: "/") {
                position += 2
                let pathStart = hierarchy[position...].firstIndex(of: UInt8(ascii: "/")) ?? end
                authority = text[position..<pathStart]
                position = pathStart
            }
            parseAuthority(UnsafeBufferPointer(rebasing: authority))
            hostEnd = tokens.count
            parsePath(UnsafeBufferPointer(rebasing: text[position..<end]))
        }

        private mutating func parseAuthority(_ authority: UnsafeBufferPointer<UInt8>) {
            // Most hosts have letters, digits, dots and hyphens only.
            let isPlain = authority.allSatisfy {
                $0 > UInt8(ascii: ",") && $0 < UInt8(ascii: ":") || $0 > UInt8(ascii: "`") && $0 < 0x7B
            }
            if isPlain {
                tokens.append(.hostSeparator)
                for byte in authority { tokens.append(byte == UInt8(ascii: ".") ? .hostSeparator : .byte(byte)) }
                host = String(decoding: authority, as: UTF8.self)
            } else {
                parseUnusualAuthority(authority[...])
                host = hostText
            }
        }

        /// Parses an authority with a user, a port, capital letters, escapes, an address in brackets, or any of these.
        private mutating func parseUnusualAuthority(_ authority: Slice<UnsafeBufferPointer<UInt8>>) {
            var host = authority
            if let at = host.lastIndex(of: UInt8(ascii: "@")) {
                host = host[(at + 1)...]
            }
            if let colon = host.lastIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "]") }),
                host[colon] == UInt8(ascii: ":")
            {
                port = Int(String(decoding: host[(colon + 1)...], as: UTF8.self))
                host = host[..<colon]
            }
            if host.contains(where: { $0 == UInt8(ascii: "%") || $0 >= 0x80 }) {
                parseEncodedHost(host)
            } else {
                // The dots of an IPv6 address, as in [::ffff:10.0.0.1], are not separators.
                let isAddress = host.first == UInt8(ascii: "[")
                tokens.append(.hostSeparator)
                for byte in host {
                    let isSeparator = byte == UInt8(ascii: ".") && !isAddress
                    tokens.append(isSeparator ? .hostSeparator : .byte(HostLabel.lowercased(byte)))
                }
            }
        }

        private mutating func parseEncodedHost(_ host: Slice<UnsafeBufferPointer<UInt8>>) {
            let isAddress = host.first == UInt8(ascii: "[")
            let labels = host.split(
                separator: UInt8(ascii: "."), maxSplits: isAddress ? 0 : .max, omittingEmptySubsequences: false)
            for label in labels {
                tokens.append(.hostSeparator)
                tokens += (HostLabel.normalForm(of: label) ?? Array(label)).map(PatternToken.byte)
            }
        }

        private var hostText: String {
            String(unsafeUninitializedCapacity: tokens.count) { buffer in
                for (index, token) in tokens.dropFirst().enumerated() {
                    buffer[index] = token.byte ?? UInt8(ascii: ".")
                }
                return tokens.count - 1
            }
        }

        private mutating func parsePath(_ path: UnsafeBufferPointer<UInt8>) {
            var index = path.startIndex
            if path.first != UInt8(ascii: "/") {
                tokens.append(.pathSeparator)
            }
            while index < path.endIndex {
                let byte = path[index]
                if byte == UInt8(ascii: "%"), let escaped = PercentEncoding.byte(at: index, in: path) {
                    tokens.append(.byte(escaped))
                    index += 2
                } else {
                    tokens.append(byte == UInt8(ascii: "/") ? .pathSeparator : .byte(byte))
                }
                index += 1
            }
        }
    }
}
