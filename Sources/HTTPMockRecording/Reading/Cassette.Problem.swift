import Foundation
import HTTPMock

extension Cassette {
    /// An entry that can't be played, with the reason.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The position in the file or in the given entries, from 1.
        public let number: Int
        /// The reason, as in `the export left its body out`.
        public let reason: String
        /// The file if there is one, the number, the request and the reason, in one line.
        public let description: String

        init(_ problem: HARProblem, in file: String?) {
            number = problem.number
            reason = problem.reason
            var place = [file, "entry \(problem.number)"].compactMap(\.self).joined(separator: ", ")
            if !problem.request.isEmpty { place += " (\(problem.request))" }
            description = "\(place) can't be played: \(problem.reason)"
        }
    }
}
