import HTTPMock

/// The parts of a value that some keyword has evaluated, for `unevaluatedProperties` and `unevaluatedItems`.
///
/// - SeeAlso: [JSON Schema core §11](https://json-schema.org/draft/2020-12/json-schema-core#section-11)
struct Evaluated {
    private var members: Set<ExactText> = []
    private var hasAllMembers = false
    private var elements: Set<Int> = []
    /// The number of elements at the beginning that were evaluated.
    private var firstElements = 0
    private var hasAllElements = false

    /// Returns whether a member was evaluated.
    func contains(member name: String) -> Bool {
        hasAllMembers || members.contains(ExactText(name))
    }

    /// Returns whether an element was evaluated.
    func contains(element index: Int) -> Bool {
        hasAllElements || index < firstElements || elements.contains(index)
    }

    /// Adds a member.
    mutating func insert(member name: String) { members.insert(ExactText(name)) }

    /// Adds all members.
    mutating func insertAllMembers() {
        hasAllMembers = true
    }

    /// Adds an element.
    mutating func insert(element index: Int) { elements.insert(index) }

    /// Adds the first elements.
    mutating func insert(firstElements count: Int) {
        firstElements = max(firstElements, count)
    }

    /// Adds all elements.
    mutating func insertAllElements() {
        hasAllElements = true
    }

    /// The number of members and elements that were added one by one.
    var count: Int { members.count + elements.count }

    /// Adds the parts of the same value that another schema has evaluated.
    mutating func formUnion(_ other: Evaluated) {
        members.formUnion(other.members)
        hasAllMembers = hasAllMembers || other.hasAllMembers
        elements.formUnion(other.elements)
        firstElements = max(firstElements, other.firstElements)
        hasAllElements = hasAllElements || other.hasAllElements
    }
}
