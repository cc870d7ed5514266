import Foundation

/// The value that the snippets decode.
struct User: Codable, Equatable {
    var id: Int
    var name: String
}
