import Foundation
import HTTPMock

extension Cassette {
    /// The format of a cassette's file.
    public enum Format: Sendable, Hashable {
        /// HAR 1.2.
        case har
        /// The JSON of the library Stubborn Network, in its newer generation.
        case stubbornNetwork

        /// Chooses the format of a file that does not exist yet.
        init(of url: URL) {
            self = url.pathExtension.lowercased() == "json" ? .stubbornNetwork : .har
        }
    }
}
