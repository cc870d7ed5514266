import Foundation
import HTTPMock

/// The reason why an entry can't be played.
struct HARRefusal: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
