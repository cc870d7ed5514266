import Foundation
import HTTPMock

extension Cassette {
    /// The format of a cassette's file.
    public enum Format: Sendable, Hashable {
        /// HAR: versions 1.1 to 1.3 are read, and version 1.2 is written.
        case har
        /// The JSON of the library Stubborn Network: both generations are read, and the newer one is written.
        case stubbornNetwork

        /// Chooses the format of a file that does not exist yet.
        init(of url: URL) {
            self = url.pathExtension.lowercased() == "json" ? .stubbornNetwork : .har
        }
    }
}
