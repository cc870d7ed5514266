import Foundation

/// A body in a HAR, written as text if its bytes are text.
package struct HARBody: Sendable, Hashable {
    package var mimeType: String
    package var bytes: Data
    /// The number of bytes in the body; in a log, before the body's secrets were masked.
    package var size: Int

    package init(_ bytes: Data, type: String?, size: Int? = nil) {
        mimeType = type ?? MediaType.unknown
        self.bytes = bytes
        self.size = size ?? bytes.count
    }

    /// The media type; nil if it is not known.
    package var knownType: String? {
        mimeType.isEmpty || mimeType == MediaType.unknown ? nil : mimeType
    }

    /// The body as text; nil if the text would not read back as the same bytes.
    ///
    /// Nil also for bytes with a zero, which are binary data.
    package var text: String? {
        guard Array(bytes).index(of: 0, from: 0) == nil, let text = bytes.utf8Text else { return nil }
        // A reader decodes the text by the charset of the media type.
        guard let encoding = MediaEssence.encoding(ofType: mimeType) else { return text }
        return text.data(using: encoding) == bytes ? text : nil
    }

    /// The media type and the text, which is in Base64 for bytes that are not text.
    var members: OrderedJSON.Members {
        let text = text
        return [
            "mimeType": .string(mimeType), "text": .string(text ?? bytes.base64EncodedString()),
            "encoding": text == nil ? .string("base64") : nil,
        ]
    }
}
