/// A type of JSON Schema.
enum InstanceType: String, Sendable, CaseIterable {
    case null
    case boolean
    case integer
    case number
    case string
    case array
    case object
}
