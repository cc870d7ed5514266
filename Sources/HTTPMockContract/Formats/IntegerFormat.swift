import HTTPMock

/// `int32` and `int64`: a number is an integer of a size.
enum IntegerFormat {
    static func matches(_ number: JSONNumber, _ range: ClosedRange<Int>) -> Bool {
        number.isInteger && number >= JSONNumber(range.lowerBound) && number <= JSONNumber(range.upperBound)
    }
}
