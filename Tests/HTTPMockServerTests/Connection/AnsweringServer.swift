import Foundation
import HTTPMock

@testable import HTTPMockServer

/// A server whose requests are answered by a closure instead of a mock.
final class AnsweringServer: Sendable {
    typealias Answer = @Sendable (ReceivedRequest, ResponseWriter) -> (@Sendable () -> Void)?

    let core: ServerCore
    let port: Int
    private let responder: ClosureResponder

    init(limits: HTTPMock.Server.Limits = .init(), _ answer: @escaping Answer = AnsweringServer.echo) throws {
        responder = ClosureResponder(answer: answer)
        core = try ServerCore(responder: responder, limits: limits, address: .ipv4)
        port = try core.port(for: Origin("https://example.com"))
    }

    deinit {
        core.stop()
    }

    var rejections: [RejectedHead] { responder.rejections.withLock { $0 } }

    /// Answers with the request's target and body.
    static let echo: Answer = { request, writer in
        writer.answer("\(request.head.line.target.text) \(String(decoding: request.body, as: UTF8.self))")
        return nil
    }
}

private struct ClosureResponder: Responder {
    let answer: AnsweringServer.Answer
    let rejections = Locked<[RejectedHead]>([])

    func respond(to request: ReceivedRequest, through writer: ResponseWriter) -> (@Sendable () -> Void)? {
        answer(request, writer)
    }

    func rejection(of head: RequestHead) -> RequestRejection? { head.rejectionOfTunnel }

    func note(_ rejected: RejectedHead, at origin: Origin) {
        rejections.withLock { $0.append(rejected) }
    }
}

extension ResponseWriter {
    /// Sends a whole response with its length.
    func answer(_ text: String, status: Int = 200, fields: [HeaderField] = []) {
        let body = Data(text.utf8)
        send(WireHead(status: status, fields: fields + [HeaderField("Content-Length", "\(body.count)")]))
        send(body)
        finish()
    }
}
