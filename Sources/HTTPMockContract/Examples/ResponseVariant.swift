import HTTPMock

/// A response that a contract allows: the response of the first run with one change, or another documented response.
package struct ResponseVariant: Sendable {
    /// The name, as in `200 body.items[0].price absent`; the same on every machine.
    package let name: String
    /// The change in words, as in `body.items[0].price is absent`.
    package let change: String
    /// The reason with its location in the document, as in `optional: #/components/schemas/…, openapi.yaml:41`.
    package let reason: String
    /// The kind of the change, under which a table counts the variant.
    package let kind: String
    /// The status of the response.
    package let status: Int
    /// Whether the tested code may throw, because the response reports errors although its status is a success.
    package var mayThrow = false
    /// The response, which answers every request.
    package let response: MockResponse
}
