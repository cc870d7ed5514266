import Foundation
import HTTPMock

/// Parses an XML document into its elements.
///
/// Foundation's parser is not used, because on Linux its module loads another library. Declarations in a document type
/// are refused, because entities may grow without end. The open elements are a list instead of a recursion, because a
/// thread's stack may have only 512 kB.
///
/// - SeeAlso: [XML 1.0](https://www.w3.org/TR/xml/), [Namespaces in XML](https://www.w3.org/TR/xml-names/)
struct XMLDocumentParser {
    /// The reason why a text can't be read as an XML document.
    struct Failure: Error {
        let reason: String
    }

    /// An element whose end was not read yet.
    private struct OpenElement {
        var element: XMLElement
        let qualifiedName: String
        /// The namespaces by prefix; the default namespace has an empty prefix.
        let namespaces: [String: String]
    }

    private let bytes: [UInt8]
    private var index = 0
    private var open: [OpenElement] = []
    private var root: XMLElement?

    /// The deepest nesting of elements, which is limited because the readers of elements recurse.
    private static let depthLimit = 256

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the root element of a document.
    ///
    /// - Throws: ``Failure`` for a text that is no XML document, for a document type with declarations, and for
    ///   elements that nest too deep.
    static func root(of document: Data) throws(Failure) -> XMLElement {
        var parser = XMLDocumentParser(DocumentEncoding.utf8(of: document).withLineFeeds())
        guard parser.bytes.utf8Text != nil else { throw Failure(reason: "the text is not UTF-8") }
        while parser.index < parser.bytes.count { try parser.next() }
        if let last = parser.open.last { throw Failure(reason: "<\(last.qualifiedName)> is not closed") }
        guard let root = parser.root else { throw Failure(reason: "there is no element") }
        return root
    }

    /// Reads the next tag, text, CDATA section, comment, instruction or document type.
    private mutating func next() throws(Failure) {
        guard bytes[index] == UInt8(ascii: "<") else { return try text() }
        if skip("<!--") { return try skipPast("-->", of: "the comment") }
        if skip("<?") { return try skipPast("?>", of: "the instruction") }
        if skip("<![CDATA[") {
            let start = index
            let end = "]]>"
            try skipPast(end, of: "the CDATA section")
            let endStart = index - end.utf8.count
            return try append(String(decoding: bytes[start..<endStart], as: UTF8.self))
        }
        if skip("<!DOCTYPE") { return try documentType() }
        if skip("</") { return try endTag() }
        try startTag()
    }

    // MARK: Text

    /// Reads the text before the next tag.
    private mutating func text() throws(Failure) {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        let text = try unescaped(bytes[index..<end])
        index = end
        try append(text)
    }

    /// Adds a text to the innermost element; outside of the root element, only white space is allowed.
    private mutating func append(_ text: String) throws(Failure) {
        guard !open.isEmpty else {
            guard text.unicodeScalars.allSatisfy(\.properties.isWhitespace) else {
                throw Failure(reason: "a text is outside of the root element")
            }
            return
        }
        open[open.count - 1].element.text += text
    }

    /// Returns a text with its references replaced.
    private func unescaped(_ bytes: ArraySlice<UInt8>) throws(Failure) -> String {
        var text = ""
        var rest = bytes
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            text += String(decoding: rest[..<start], as: UTF8.self)
            guard let end = rest[start...].firstIndex(of: UInt8(ascii: ";")) else {
                throw Failure(reason: "an & is no reference")
            }
            text.unicodeScalars.append(try character(String(decoding: rest[(start + 1)..<end], as: UTF8.self)))
            rest = rest[(end + 1)...]
        }
        return text + String(decoding: rest, as: UTF8.self)
    }

    /// Returns the character of a reference, given without `&` and `;`.
    private func character(_ name: String) throws(Failure) -> Unicode.Scalar {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "apos": return "'"
        case "quot": return "\""
        default: break
        }
        var code: UInt32?
        if name.hasPrefix("#x") {
            code = UInt32(digits: name.utf8.dropFirst(2), radix: 16)
        } else if name.hasPrefix("#") {
            code = UInt32(digits: name.utf8.dropFirst())
        }
        guard let code, let scalar = Unicode.Scalar(code), XMLNames.allows(scalar) else {
            throw Failure(reason: "&\(name.short); is no reference")
        }
        return scalar
    }

    /// Skips a document type, which must have no declarations.
    private mutating func documentType() throws(Failure) {
        /// The quotation mark around the current identifier.
        var quote: UInt8?
        while index < bytes.count, quote != nil || bytes[index] != UInt8(ascii: "[") {
            let byte = bytes[index]
            index += 1
            if quote == nil {
                if byte == UInt8(ascii: ">") { return }
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
            } else if byte == quote {
                quote = nil
            }
        }
        throw Failure(reason: "a document type with declarations can't be read")
    }

    // MARK: Tags

    /// Reads a start tag, or the tag of an element without content.
    private mutating func startTag() throws(Failure) {
        index += 1
        let name = try self.name()
        var attributes: [NamedText] = []
        var attributeNames: Set<ExactText> = []
        while true {
            skipSpaces()
            guard index < bytes.count else { throw Failure(reason: "<\(name)> has no end") }
            if skip("/>") {
                try begin(name, attributes)
                return end()
            }
            if skip(">") { return try begin(name, attributes) }
            let attribute = try attribute(of: name)
            guard attributeNames.insert(ExactText(attribute.name)).inserted else {
                throw Failure(reason: "the attribute \(attribute.name) of <\(name)> is given twice")
            }
            attributes.append(attribute)
        }
    }

    private mutating func attribute(of element: String) throws(Failure) -> NamedText {
        let name = try self.name()
        skipSpaces()
        guard skip("=") else { throw Failure(reason: "the attribute \(name) of <\(element)> has no value") }
        skipSpaces()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
            throw Failure(reason: "the attribute \(name) of <\(element)> is not in quotes")
        }
        let start = index + 1
        guard let end = bytes[start...].firstIndex(of: bytes[index]) else {
            throw Failure(reason: "the attribute \(name) of <\(element)> has no end")
        }
        index = end + 1
        return NamedText(name: name, text: try unescaped(Self.withSpaces(bytes[start..<end])))
    }

    /// Returns an attribute's value in which each white space is a space, except for references to white space.
    ///
    /// - SeeAlso: [XML 1.0 §3.3.3](https://www.w3.org/TR/xml/#AVNormalize)
    private static func withSpaces(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isWhiteSpace = { (byte: UInt8) in byte == UInt8(ascii: "\t") || byte == .lineFeed }
        guard value.contains(where: isWhiteSpace) else { return value }
        return value.map { isWhiteSpace($0) ? .space : $0 }[...]
    }

    /// Opens an element, whose name and attributes may have prefixes that the attributes declare.
    private mutating func begin(_ qualifiedName: String, _ attributes: [NamedText]) throws(Failure) {
        guard root == nil else { throw Failure(reason: "a second root element <\(qualifiedName)> begins") }
        guard open.count < Self.depthLimit else {
            throw Failure(reason: "the elements nest deeper than \(Self.depthLimit)")
        }
        var namespaces = open.last?.namespaces ?? ["xml": "http://www.w3.org/XML/1998/namespace"]
        // All declarations are read first, because they hold for the earlier attributes too.
        var others: [NamedText] = []
        for attribute in attributes {
            if attribute.name == "xmlns" {
                namespaces[""] = attribute.text
            } else if attribute.name.hasPrefix("xmlns:") {
                namespaces[String(attribute.name.dropFirst("xmlns:".count))] = attribute.text
            } else {
                others.append(attribute)
            }
        }
        var kept: [XMLElement.Attribute] = []
        var isNil = false
        for attribute in others {
            let (prefix, name) = try parts(of: attribute.name, namespaces)
            if let prefix, namespaces[prefix] == XMLNames.schemaInstanceNamespace {
                if name == "nil" { isNil = ["true", "1"].contains(attribute.text) }
                continue
            }
            kept.append(XMLElement.Attribute(name: name, hasPrefix: prefix != nil, text: attribute.text))
        }
        let (prefix, name) = try parts(of: qualifiedName, namespaces)
        var namespace = namespaces[prefix ?? ""]
        if namespace == "" { namespace = nil }
        let element = XMLElement(name: name, namespace: namespace, attributes: kept, isNil: isNil)
        open.append(OpenElement(element: element, qualifiedName: qualifiedName, namespaces: namespaces))
    }

    /// Returns the prefix of a name, which must be declared, and the name without the prefix.
    private func parts(
        of name: String, _ namespaces: [String: String]
    ) throws(Failure) -> (prefix: String?, name: String) {
        guard name.contains(":") else { return (nil, name) }
        let (prefix, local) = name.divided(at: ":")
        guard namespaces[String(prefix)] != nil else {
            throw Failure(reason: "the prefix of \(name) is not declared")
        }
        return (String(prefix), String(local))
    }

    /// Reads the tag that closes the innermost element.
    private mutating func endTag() throws(Failure) {
        let name = try self.name()
        skipSpaces()
        guard skip(">") else { throw Failure(reason: "</\(name)> has no end") }
        guard let last = open.last, last.qualifiedName.hasSameCodeUnits(as: name) else {
            throw Failure(reason: "</\(name)> closes \(open.last.map { "<\($0.qualifiedName)>" } ?? "nothing")")
        }
        end()
    }

    /// Closes the innermost element.
    private mutating func end() {
        guard let ended = open.popLast() else { return }
        if open.isEmpty {
            root = ended.element
        } else {
            open[open.count - 1].element.children.append(ended.element)
        }
    }

    // MARK: Bytes

    /// Reads a name, which may have one prefix.
    private mutating func name() throws(Failure) -> String {
        let ends = " \t\r\n/>=<".utf8
        let found = bytes[index...].prefix { !ends.contains($0) }
        let name = String(decoding: found, as: UTF8.self)
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        let areNames = parts.allSatisfy { XMLNames.isName(String($0)) }
        guard areNames, parts.count <= 2 else { throw Failure(reason: "expected a name, got \(name.quoted)") }
        index += found.count
        return name
    }

    /// Skips a token if it is next, and returns whether it was.
    private mutating func skip(_ token: String) -> Bool {
        guard bytes[index...].starts(with: token.utf8) else { return false }
        index += token.utf8.count
        return true
    }

    private mutating func skipSpaces() {
        while index < bytes.count, bytes[index] <= .space { index += 1 }
    }

    /// Skips the rest of a part of the document, with the part's end.
    private mutating func skipPast(_ end: String, of part: String) throws(Failure) {
        while index < bytes.count {
            if skip(end) { return }
            index += 1
        }
        throw Failure(reason: "\(part) has no end")
    }
}
