/// Scheme, host and port that requests are for: the first part of their URLs.
struct Origin: Hashable, Sendable {
    /// The text before the path, as in `https://api.example.com:8080`.
    let text: String
}
