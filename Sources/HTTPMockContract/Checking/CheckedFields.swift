import Foundation
import HTTPMock

/// Header fields whose names are compared without case.
struct CheckedFields: Sendable {
    let fields: [(name: String, value: String)]

    init(_ fields: [(name: String, value: String)]) {
        self.fields = fields
    }

    /// The value of a field; several are joined by commas.
    subscript(name: String) -> String? {
        let values = fields.filter { $0.name.caseInsensitiveCompare(name) == .orderedSame }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Returns a body that can be read; nil if it is compressed, so that only its media type can be checked.
    ///
    /// A recorded response may have the field and a body without compression.
    func readable(_ body: Data?) -> Data? {
        guard let body, let coding = self["Content-Encoding"], coding.lowercased() != "identity" else { return body }
        return body.utf8Text == nil ? nil : body
    }

    /// The names and values of the cookies.
    var cookies: [(name: String, value: String)] {
        fields.filter { $0.name.caseInsensitiveCompare("Cookie") == .orderedSame }
            .flatMap { $0.value.split(separator: ";") }
            .map { cookie in
                let parts = cookie.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = parts[0].trimmingCharacters(in: .whitespaces)
                return (name, parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
            }
    }
}
