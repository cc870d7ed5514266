/// An element of an XML document.
struct XMLElement {
    /// The name without its prefix.
    let name: String
    /// The namespace; nil for none.
    let namespace: String?
    /// The attributes, in the order of the tag.
    ///
    /// Declarations of namespaces are left out, and so are the attributes in the namespace of `xsi:nil`.
    var attributes: [Attribute]
    /// Whether the attribute `xsi:nil` is true.
    let isNil: Bool
    var children: [XMLElement] = []
    /// The text of the element itself, with its line breaks as they are.
    var text = ""

    /// Whether the text has anything but white space.
    var hasText: Bool { text.unicodeScalars.contains { !$0.properties.isWhitespace } }
}
