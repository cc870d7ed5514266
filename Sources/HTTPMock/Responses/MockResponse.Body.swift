import Foundation

extension MockResponse {
    /// The body of a response, as it was given.
    indirect enum Body: Sendable {
        case data(Data)
        /// A file, opened when a request gets the response and read in chunks.
        case file(URL)
        case chunks([Data], every: Duration)
        case sequence(ChunkSource)
    }
}
