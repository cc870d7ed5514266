import Foundation

extension Exchange {
    /// The body of a request of the loading system.
    enum Body {
        /// In memory, perhaps empty.
        case here(Data)
        /// In a stream or a file, which another thread reads first.
        case read(RequestBodyReader.Source)
    }
}
