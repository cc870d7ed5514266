import Foundation
import HTTPMock

@testable import HTTPMockServer

extension HTTPMock.Server {
    /// Sends one request on a connection of its own and reads the answer.
    ///
    /// - Parameters:
    ///   - target: The target of the request.
    ///   - fields: More lines of the head, each with its end.
    ///   - method: The method.
    ///   - port: A port of the server; the first one unless given.
    func ask(
        _ target: String, _ fields: String = "", method: String = "GET", port: Int? = nil
    ) throws -> RawResponse {
        let client = try RawClient(port: port ?? self.port)
        try client.send(RawClient.get(target, fields, method: method))
        return try client.readResponse(hasBody: method != "HEAD")
    }

    /// Sends the bytes of one request on a connection of its own and reads the answer.
    func ask(bytes text: String) throws -> RawResponse {
        let client = try RawClient(port: port)
        try client.send(text)
        return try client.readResponse()
    }
}

extension RawClient {
    /// The text of a request without a body.
    static func get(_ target: String, _ fields: String = "", method: String = "GET") -> String {
        "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n"
    }
}
