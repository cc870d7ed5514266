import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Cassette {
    /// One recorded exchange.
    ///
    /// A `recording:` or `playing:` edit can change the members.
    public struct Entry: Sendable, Hashable {
        private(set) var recorded: HAREntry
        /// The name of the file; nil for an entry that was made in memory.
        private let file: String?

        /// Whether an edit drops the entry.
        ///
        /// A dropped entry is not recorded, and ``Cassette/init(entries:options:)`` leaves it out. An entry that is
        /// dropped when it is played does not answer the request.
        public var isDropped = false

        init(_ recorded: HAREntry, in file: String?) {
            self.recorded = recorded
            self.file = file
        }

        /// Creates an entry in memory.
        ///
        /// - Parameters:
        ///   - method: The request's method.
        ///   - url: The request's absolute URL.
        ///   - requestHeaders: The request's header fields in order.
        ///   - requestBody: The request's body.
        ///   - status: The status of the response.
        ///   - responseHeaders: The response's header fields in order.
        ///   - responseBody: The response's body, decoded.
        public init(
            _ method: HTTPMock.HTTPMethod, _ url: String, requestHeaders: [(name: String, value: String)] = [],
            requestBody: Data = Data(), status: Int = 200, responseHeaders: [(name: String, value: String)] = [],
            responseBody: Data = Data()
        ) {
            let empty = HARResponse(status: status, headers: [], body: HARBody(Data(), type: nil))
            let request = HARRequest(method: method.rawValue, url: url, headers: [], body: nil)
            self.init(HAREntry(startedDateTime: "", request: request, response: empty), in: nil)
            self.requestHeaders = requestHeaders
            self.requestBody = requestBody
            self.responseHeaders = responseHeaders
            self.responseBody = responseBody
        }

        /// The position in the file or in the given entries, from 1; 0 before the entry has a position.
        public internal(set) var number: Int {
            get { recorded.number }
            set { recorded.number = newValue }
        }

        /// The time of the request; nil if it is not known.
        public var date: Date? {
            get { HARDate.date(of: recorded.startedDateTime) }
            set { recorded.startedDateTime = newValue.map(HARDate.text) ?? "" }
        }

        /// The request's method.
        public var method: HTTPMock.HTTPMethod {
            get { HTTPMock.HTTPMethod(rawValue: recorded.request.method) }
            set { recorded.request.method = newValue.rawValue }
        }

        /// The request's URL.
        public var url: String {
            get { recorded.request.url }
            set { recorded.request.url = newValue }
        }

        /// The request's header fields in order; a new `Content-Type` is also the type of the body.
        public var requestHeaders: [(name: String, value: String)] {
            get { recorded.request.headers.map { ($0.name, $0.value) } }
            set {
                recorded.request.headers = newValue.map { HARField($0.name, $0.value) }
                if let type = recorded.request.headers.firstValue("Content-Type") {
                    recorded.request.body?.mimeType = type
                }
            }
        }

        /// The request's body; empty if there is none.
        public var requestBody: Data {
            get { recorded.request.body?.bytes ?? Data() }
            set {
                let type = recorded.request.body?.knownType ?? recorded.request.headers.firstValue("Content-Type")
                recorded.request.body = HARBody(newValue, type: type).nonEmpty
            }
        }

        /// The status of the response; nil if the request failed before a response.
        public var status: Int? {
            get {
                let status = recorded.response.status
                return status == 0 ? nil : status
            }
            set { recorded.response.status = newValue ?? 0 }
        }

        /// The response's header fields in order; a new `Content-Type` is also the type of the body.
        public var responseHeaders: [(name: String, value: String)] {
            get { recorded.response.headers.map { ($0.name, $0.value) } }
            set {
                recorded.response.headers = newValue.map { HARField($0.name, $0.value) }
                if let type = recorded.response.headers.firstValue("Content-Type") {
                    recorded.response.body.mimeType = type
                }
            }
        }

        /// The response's body, decoded.
        ///
        /// A new body arrives in one chunk.
        public var responseBody: Data {
            get { recorded.response.body.bytes }
            set {
                let type = recorded.response.body.knownType ?? recorded.response.headers.firstValue("Content-Type")
                recorded.response.body = HARBody(newValue, type: type)
                recorded.response.chunks = nil
            }
        }

        /// The error that ended the exchange; nil without an error, or if the file's text for the error is unknown.
        public var error: URLError? {
            get { recorded.response.error.flatMap(HARFailure.code).map { URLError($0) } }
            set { recorded.response.error = newValue.flatMap(HARFailure.text) }
        }
    }
}

extension Cassette.Entry {
    /// The request in the engine's form; nil if its URL can't be parsed.
    package var mockRequest: MockRequest? { recorded.request.mockRequest }
}

extension Cassette.Entry: CustomStringConvertible {
    /// The request, its outcome, the file if there is one, and the number; secrets are masked.
    ///
    /// An example is `GET https://a.com/user: 200 (shop.har, entry 3)`.
    public var description: String {
        "\(method.rawValue) \(shownURL): \(outcome) (\(place))"
    }

    /// The status, or else the error.
    private var outcome: String {
        if let status { return "\(status)" }
        if let error { return "URLError \(error.code.rawValue)" }
        return "no response"
    }

    /// The request, file and number, without secrets: `GET https://a.com/user (shop.har, entry 3)`.
    var shortDescription: String { "\(method.rawValue) \(shownURL) (\(place))" }

    /// The file and the number, as in `shop.har, entry 3`; only the number without a file.
    var place: String { [file, "entry \(number)"].compactMap(\.self).joined(separator: ", ") }

    /// The registration that the log and reports show for a response of the entry.
    var registration: MockRegistration { MockRegistration(standIn: shortDescription) }

    /// The URL with its secrets masked.
    private var shownURL: String {
        NamedValues.url(url) { Cassette.Redacting.secrets.isSecret($0, $1) ? Redaction.mask : nil }
    }
}
