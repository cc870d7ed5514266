/// An element of an XML document.
struct XMLElement {
    /// The name without its prefix.
    let name: String
    /// The namespace; nil for none.
    let namespace: String?
    /// The attributes, without those that declare namespaces and those of XML Schema instances.
    var attributes: [NamedText]
    /// Whether the attribute `xsi:nil` is true.
    let isNil: Bool
    var children: [XMLElement] = []
    /// The text of the element itself, with its line breaks as they are.
    var text = ""

    /// Whether the text has anything but white space.
    var hasText: Bool { text.contains { !$0.isWhitespace } }
}
