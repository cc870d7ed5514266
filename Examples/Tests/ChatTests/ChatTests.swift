import Foundation
import HTTPMock
import HTTPMockServer
import HTTPMockTesting
import Testing

@testable import Chat

/// A chat room that a script plays; the script runs once for each connection.
@Suite struct ChatTests {
    @Test(
        .httpMock(host: "chat.example.com") {
            Path("/rooms/{id}") {
                MockResponse.webSocket { socket in
                    let room = socket.request.pathParameter("id") ?? ""
                    try await socket.send("welcome to \(room)")
                    for await message in socket.messages {
                        try await socket.send("echo: \(message.text ?? "")")
                    }
                }
            }
        })
    func showsMessagesOfTheRoom() async throws {
        let server = try await HTTPMock.current.serve()
        let client = ChatClient(url: server.webSocketURL.appending(path: "rooms/7"))
        let running = Task { try await client.run() }
        var messages = client.messages.makeAsyncIterator()
        #expect(await messages.next() == "welcome to 7")
        try await client.send("hello")
        #expect(await messages.next() == "echo: hello")
        let socket = try await HTTPMock.current.webSocket("/rooms/7")
        try await socket.close()
        try await running.value
        #expect(await messages.next() == nil)
    }

    @Test(.httpMock(host: "chat.example.com"))
    func sendsTheQueryAndALongText() async throws {
        let mock = HTTPMock.current
        mock.addResponses(forPath: "/rooms/{name}", query: ["user": "Ann"]) { MockResponse.webSocket() }
        let server = try await mock.serve()
        let room = server.webSocketURL.appending(path: "rooms/a b")
        let transport = try await WebSocketTransport.connect(
            to: room.appending(queryItems: [URLQueryItem(name: "user", value: "Ann")]))
        let text = String(repeating: "a", count: 70_000)
        try transport.send(text)
        let socket = try await mock.webSocket()
        #expect(socket.request.pathParameter("name") == "a b")
        #expect(try await socket.receive().text == text)
        try transport.close()
        _ = await socket.closed()
    }
}
