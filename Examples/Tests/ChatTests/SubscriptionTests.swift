import Foundation
import HTTPMock
import HTTPMockServer
import HTTPMockTesting
import Testing

@testable import Chat

/// A GraphQL subscription that a script answers.
@Suite struct SubscriptionTests {
    private struct Frame: Decodable {
        let type: String
        var payload: [String: String]?
    }

    @Test(
        .httpMock(host: "api.example.com") {
            Path("/graphql") {
                MockResponse.webSocket(protocols: ["graphql-transport-ws"]) { socket in
                    for await message in socket.messages {
                        let frame = try message.json(as: Frame.self)
                        switch frame.type {
                        case "connection_init":
                            try await socket.send(#"{"type":"connection_ack"}"#)
                        case "subscribe":
                            #expect(frame.payload?["query"] == "subscription { price }")
                            for price in [190, 191] {
                                let data = #"{"data":{"price":\#(price)}}"#
                                try await socket.send(#"{"id":"1","type":"next","payload":\#(data)}"#)
                            }
                            try await socket.send(#"{"id":"1","type":"complete"}"#)
                        default: Issue.record("unexpected \(frame.type)")
                        }
                    }
                }
            }
        })
    func showsEachEvent() async throws {
        let server = try await HTTPMock.current.serve()
        let subscription = Subscription(url: server.webSocketURL.appending(path: "graphql"))
        var events: [String] = []
        try await subscription.events(of: "subscription { price }") { events.append($0) }
        #expect(events.count == 2)
        #expect(events.last?.contains(#""price":191"#) == true)
        #expect(try await HTTPMock.current.webSocket().subprotocol == "graphql-transport-ws")
    }
}
