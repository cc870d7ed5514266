import Foundation

/// A response that is due to take over a connection, with all that the front end needs.
package struct DueTakeover: Sendable {
    package let takeover: any ConnectionTakeover
    /// The request as a handler gets it.
    package let request: MockRequest
    package let registration: MockRegistration
    /// The registered header fields; the front end adds its own to the answer's head.
    package let fields: [HTTPMock.HeaderFields.Field]
    /// The error by which the connection ends after some bytes; nil for none.
    package let fault: Fault?

    /// A registered failure in the middle of a response.
    package struct Fault: Sendable {
        package let code: URLError.Code
        package let byteCount: Int
    }
}

extension MockResponse.Delivery {
    /// Whether the delivery cuts a body into chunks.
    var cutsBody: Bool {
        switch pace {
        case .chunked: true
        case .whole, .failing: false
        }
    }

    /// The failure after some bytes; nil if there is none.
    var fault: DueTakeover.Fault? {
        switch pace {
        case .failing(let code, let byteCount): DueTakeover.Fault(code: code, byteCount: max(0, byteCount))
        case .whole, .chunked: nil
        }
    }
}
