import Foundation

extension JSONEncoder {
    /// A new encoder with the library's defaults: dates in ISO 8601 and sorted keys.
    ///
    /// The keys are sorted, so that equal values have equal bodies.
    public static var mockDefault: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}

extension JSONDecoder {
    /// A new decoder for the output of `JSONEncoder.mockDefault`: dates in ISO 8601.
    public static var mockDefault: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
