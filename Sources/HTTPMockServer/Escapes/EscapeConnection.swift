import Foundation
import HTTPMock

/// A client's connection to the proxy, which forwards each request, or refuses and reports it.
///
/// The proxy itself answers only with a refusal, or with the confirmation of a tunnel. Created by the ``EscapeProxy``,
/// and confined to the thread of its loop. The loop owns the sockets, which own the connection.
final class EscapeConnection: SocketEndReceiver, @unchecked Sendable {
    // Sendable because every member but the constants is used on the loop's thread only.
    private let proxy: EscapeProxy
    private let loop: EventLoop
    /// The server that both sockets belong to in their loop, and that closes them when it stops.
    private let server: AnyObject
    private var client: SocketEnd?
    /// The connection to the host of the latest forwarded request, or to the proxy before that host.
    private var host: SocketEnd?
    private var hostAddress: HostAddress?
    /// The bytes of the client that wait for the host.
    private var input = InputBuffer()
    private var phase = Phase.head
    private var head = ForwardedHead()
    private var body = ForwardedBody(.none)
    /// The methods of the forwarded requests without a complete response, oldest first.
    private var awaitedMethods: [String] = []
    private var responseHead = ForwardedHead()
    /// The body of the response that arrives; nil before the end of its head.
    private var responseBody: ForwardedBody?
    /// True once the host has ended the connection, so no further request is forwarded.
    private var isClosing = false

    /// The steps of a request.
    private enum Phase {
        /// The head arrives.
        case head
        /// The request may leave, and the rest of its head arrives.
        case fields(ProxyRequest)
        /// The head is complete; before another host is connected, earlier responses must be complete.
        case routing(ProxyRequest)
        /// A connection to the host is being opened.
        case connecting
        /// The body of the request is forwarded.
        case body
        /// All bytes are forwarded: in a tunnel, or on an upgraded connection.
        case tunnel
        /// The request was reported, and the refusal follows the earlier responses.
        case refused([UInt8])
        /// The connection ends; further input is discarded.
        case over
    }

    /// The address that bytes are sent to.
    private struct HostAddress: Hashable {
        let host: String
        let port: Int
    }

    /// With this much waiting input, in bytes, nothing is read from the client.
    private static let inputLimit = 64 << 10

    /// Creates the connection of an accepted socket.
    init(_ descriptor: Int32, loop: EventLoop, server: AnyObject, proxy: EscapeProxy) {
        self.loop = loop
        self.server = server
        self.proxy = proxy
        client = SocketEnd(descriptor, loop: loop, owner: server, receiver: self)
    }

    // MARK: Bytes of the client

    func received(_ bytes: UnsafeRawBufferPointer, from end: SocketEnd) {
        guard end === client else { return receivedFromHost(bytes, end) }
        input.append(bytes)
        advance()
    }

    /// Handles the waiting input as far as possible.
    private func advance() {
        // Moved out, because a step may end the connection.
        var waiting = input
        input = InputBuffer()
        waiting.consume { bytes in
            while handle(&bytes) {}
        }
        if !isOver { input = waiting }
        if client?.isInputEnded == true, input.isEmpty { inputEnded() }
        balance()
    }

    /// Makes one step; false if the step needs more input, or has to wait.
    private func handle(_ bytes: inout UnsafeRawBufferPointer) -> Bool {
        switch phase {
        case .head:
            // The result is always false, because the head is not complete after its first line.
            _ = head.take(&bytes, stopsAtLine: true)
            guard head.lineEnd != nil else {
                // Refused at once, because a client that speaks TLS waits for an answer and may never end a line.
                guard !head.isEmpty, !head.mayBeRequest else { return false }
                refuseGarbage()
                return true
            }
            decide()
            return true
        case .fields(let request):
            guard head.take(&bytes) else { return false }
            phase = .routing(request)
            return true
        case .routing(let request):
            return route(request)
        case .body:
            let count = body.take(bytes)
            host?.send(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
            guard body.isEnded else { return false }
            head = ForwardedHead()
            phase = .head
            return !bytes.isEmpty
        case .tunnel:
            host?.send(bytes)
            bytes = UnsafeRawBufferPointer(rebasing: bytes[bytes.count...])
            return false
        case .refused(let answer):
            bytes = UnsafeRawBufferPointer(rebasing: bytes[bytes.count...])
            guard areResponsesComplete else { return false }
            client?.send(answer)
            finish()
            return false
        case .connecting: return false
        case .over:
            bytes = UnsafeRawBufferPointer(rebasing: bytes[bytes.count...])
            return false
        }
    }

    /// Decides whether a request may leave, as soon as its first line is known.
    private func decide() {
        guard let request = ProxyRequest(head.line, end: head.lineEndBytes) else { return refuseGarbage() }
        if proxy.allows(request) {
            phase = .fields(request)
        } else {
            let report = proxy.report(request.text, host: request.host)
            // Foundation crashes on an answer with a body to FTP through a proxy, so the client gets no answer.
            let isFTP = request.scheme == "ftp"
            phase = .refused(isFTP ? [] : Self.refusal(report, toHead: request.method == "HEAD"))
        }
    }

    /// Refuses and reports bytes that are not the first line of a request.
    private func refuseGarbage() {
        phase = .refused(Self.refusal(proxy.report(ProxyRequest.text(ofGarbage: head.line), host: nil), toHead: false))
    }

    private static func refusal(_ report: String, toHead isToHead: Bool) -> [UInt8] {
        let body = "\(report)\n"
        let lines = [
            "HTTP/1.1 403 \(ReasonPhrase.of(403))", "Content-Type: text/plain",
            "Content-Length: \(body.utf8.count)", "Connection: close", "", "",
        ]
        let head = lines.joined(separator: "\r\n")
        guard !isToHead else { return Array(head.utf8) }
        return Array("\(head)\(body)".utf8)
    }

    /// Handles the end of the client's sending direction, once all of its bytes are handled.
    private func inputEnded() {
        switch phase {
        case .head:
            guard head.isEmpty else {
                refuseGarbage()
                return advance()
            }
            // No further request arrives, but the responses to earlier ones are still sent.
            if areResponsesComplete { return finish() }
            host?.endOutput()
        case .fields: finish()
        // The connected host gets nothing more.
        case .body, .tunnel, .routing, .refused: host?.endOutput()
        case .connecting, .over: return
        }
    }

    // MARK: The host

    /// Forwards a head to its host through the open connection, or begins to connect.
    ///
    /// - Returns: True if the head was forwarded; false if it has to wait, or can't be forwarded.
    private func route(_ request: ProxyRequest) -> Bool {
        let outer = proxy.outerProxy(for: request)
        let address = HostAddress(host: outer?.host ?? request.host, port: outer?.port ?? request.port)
        if !request.isTunnel, host != nil, hostAddress == address {
            forward(request, through: outer)
            return true
        }
        // The connection to the earlier host stays open until its responses are complete.
        guard areResponsesComplete else { return false }
        closeHost()
        // The proxy speaks no TLS, so a request with another scheme than http can only go through an outer proxy.
        let canSend = request.isTunnel || request.scheme == "http" || outer != nil
        guard canSend, !isClosing else {
            finish()
            return false
        }
        phase = .connecting
        HostConnector.connect(to: address.host, port: address.port) { [self, loop] descriptor in
            loop.post { [self] in connected(descriptor, to: address, request, through: outer) }
        }
        return false
    }

    private func connected(
        _ descriptor: Int32?, to address: HostAddress, _ request: ProxyRequest, through outer: OuterProxy.Address?
    ) {
        guard case .connecting = phase, client?.isOpen == true else {
            if let descriptor { Socket.closeDescriptor(descriptor) }
            return
        }
        // If the host is down, the client gets no answer, as without the proxy.
        guard let descriptor else { return finish() }
        host = SocketEnd(descriptor, loop: loop, owner: server, receiver: self)
        hostAddress = address
        forward(request, through: outer)
        advance()
    }

    private func forward(_ request: ProxyRequest, through outer: OuterProxy.Address?) {
        if request.isTunnel, outer == nil {
            client?.send(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
            phase = .tunnel
            return
        }
        let line = outer == nil ? request.originLine : Array(head.line + head.lineEndBytes)
        host?.send(head.forwarded(line: line, adding: outer?.authorization ?? []))
        if request.isTunnel {
            phase = .tunnel
        } else {
            body = ForwardedBody(head.requestFraming)
            awaitedMethods.append(request.method)
            phase = .body
        }
    }

    private func receivedFromHost(_ bytes: UnsafeRawBufferPointer, _ end: SocketEnd) {
        guard end === host else { return }
        client?.send(bytes)
        var rest = bytes
        while !isTunnel, !rest.isEmpty { followResponse(&rest) }
        advance()
    }

    private var isOver: Bool { if case .over = phase { true } else { false } }
    private var isTunnel: Bool { if case .tunnel = phase { true } else { false } }

    /// True unless a forwarded request waits for its response, or for the rest of it.
    private var areResponsesComplete: Bool { awaitedMethods.isEmpty && responseBody == nil }

    /// Removes the bytes of a response's head, or of its body, to find the response's end.
    ///
    /// After a 101, everything else is a tunnel.
    private func followResponse(_ bytes: inout UnsafeRawBufferPointer) {
        if var body = responseBody {
            bytes = UnsafeRawBufferPointer(rebasing: bytes[body.take(bytes)...])
            responseBody = body
        } else {
            guard responseHead.take(&bytes) else { return }
            let head = responseHead
            responseHead = ForwardedHead()
            guard let method = awaitedMethods.first else {
                // No request waits for this response, so its end is unknown.
                responseBody = ForwardedBody(.unknown)
                return
            }
            if head.status == 101 {
                phase = .tunnel
                return
            }
            if let status = head.status, (100..<200).contains(status) { return }
            responseBody = ForwardedBody(head.responseFraming(isToHead: method == "HEAD"))
        }
        if responseBody?.isEnded == true {
            responseBody = nil
            awaitedMethods.removeFirst()
        }
    }

    // MARK: Ends

    func ended(_ end: SocketEnd, isFailure: Bool) {
        if end === client {
            if !isFailure { return advance() }
            // Bytes that the client has sent without a whole line are reported as well.
            if case .head = phase, !head.isEmpty { refuseGarbage() }
            return close()
        }
        guard end === host else { return }
        // A failure after a complete response cuts nothing off.
        let isComplete = !isTunnel && areResponsesComplete
        if isFailure, !isComplete { return close(isReset: true) }
        if isTunnel {
            client?.endOutput()
            return drained(end)
        }
        closeHost()
        switch phase {
        case .head, .fields:
            // A request that arrives late is not forwarded, but it is reported if it may not leave.
            isClosing = true
            client?.finish()
        case .routing, .connecting, .body, .tunnel, .refused, .over: finish()
        }
    }

    func drained(_ end: SocketEnd) {
        if isTunnel, client?.isOver == true, host?.isOver == true { return close() }
        balance()
    }

    /// Reads from each side only while its bytes have room: in the output for the other side, or in the waiting input.
    private func balance() {
        client?.isReading = input.count < Self.inputLimit && host?.isFull != true
        host?.isReading = client?.isFull != true
    }

    private func closeHost() {
        host?.close()
        host = nil
        hostAddress = nil
        awaitedMethods = []
        responseBody = nil
        responseHead = ForwardedHead()
    }

    /// Ends the connection once all output for the client has been written.
    private func finish() {
        phase = .over
        closeHost()
        client?.finish()
    }

    private func close(isReset: Bool = false) {
        phase = .over
        closeHost()
        client?.close(isReset: isReset)
        client = nil
        input.removeAll()
    }
}
