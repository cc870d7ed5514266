/// An entry of a file that can't be played.
package struct HARProblem: Error, Sendable, Hashable {
    /// The position in the file, from 1.
    package var number: Int
    /// Method and URL as far as they could be read.
    package var request: String
    package var reason: String

    package init(number: Int, request: String, reason: String) {
        self.number = number
        self.request = request
        self.reason = reason
    }
}
