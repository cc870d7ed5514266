import Foundation
import HTTPMock

extension HAREntryReader {
    /// Returns the WebSocket of an entry; nil for an exchange of HTTP, and without a request or a response.
    ///
    /// Chrome writes the messages as `_webSocketMessages`, and other tools do as Chrome does.
    ///
    /// - Throws: The reason why the WebSocket can't be played.
    func webSocket(_ value: JSONValue) throws(HARRefusal) -> RecordedWebSocket? {
        guard Self.isWebSocket(value), let request = value["request"], let response = value["response"] else {
            return nil
        }
        let method = request["method"]?.string ?? ""
        let address = WebSocketURL.http(try url(request["url"]?.string ?? ""))
        if let reason = HARRequest.flaw(method: method, url: address) { throw HARRefusal(reason) }
        var answer = HARResponse(status: 101, headers: [], body: HARBody(Data(), type: nil))
        if response["status"]?.integer == 101 {
            answer.headers = try fields(response["headers"])
        } else {
            answer = try self.response(response, of: value, method: method)
        }
        let entry = HAREntry(
            startedDateTime: value["startedDateTime"]?.string ?? "",
            request: try self.request(request, method: method, url: address), response: answer)
        return RecordedWebSocket(entry: entry, messages: try messages(value["_webSocketMessages"]))
    }

    private static func isWebSocket(_ entry: JSONValue) -> Bool {
        let url = entry["request"]?["url"]?.string?.lowercased() ?? ""
        if url.hasPrefix("wss:") || url.hasPrefix("ws:") { return true }
        guard entry["response"]?["status"]?.integer == 101 else { return false }
        if entry["_webSocketMessages"] != nil || entry["_resourceType"]?.string == "websocket" { return true }
        let fields = entry["request"]?["headers"]?.elements ?? []
        return fields.contains { $0["name"]?.string?.lowercased() == "sec-websocket-key" }
    }

    /// Returns the messages of both sides, without entries for control frames and errors.
    private func messages(_ value: JSONValue?) throws(HARRefusal) -> [RecordedWebSocket.Message] {
        var messages: [RecordedWebSocket.Message] = []
        for element in value?.elements ?? [] {
            let text = element["data"]?.string ?? ""
            let isFromClient = element["type"]?.string == "send"
            // The opcodes of text (1) and of bytes (2), as in RFC 6455 §5.2.
            switch element["opcode"]?.integer {
            case 1: messages.append(.init(isFromClient: isFromClient, content: .text(text)))
            case 2:
                guard let data = Data(base64Encoded: text) else {
                    throw HARRefusal("its message \(messages.count + 1) is marked as binary but is no base64")
                }
                messages.append(.init(isFromClient: isFromClient, content: .data(data)))
            default: continue
            }
        }
        return messages
    }
}
