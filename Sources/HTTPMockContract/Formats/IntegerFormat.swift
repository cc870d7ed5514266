import HTTPMock

/// `int32` and `int64`: a number is an integer of a size.
enum IntegerFormat {
    static func matches(_ number: JSONNumber, _ range: ClosedRange<Int>) -> Bool {
        // A longer number is described with an exponent, which `Int` does not read.
        Int(number.description).map(range.contains) ?? false
    }
}
