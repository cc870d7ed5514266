import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Follows redirects.
extension Exchange {
    /// Asks the client whether to follow a redirect, and follows it or delivers it.
    func ask(whetherToFollow next: URLRequest, after head: ResponseHead) {
        guard redirectCount < Redirect.limit else { return perform(.fail(URLError(.httpTooManyRedirects))) }
        let wait = beginWait(for: .redirect, until: deadline, isTimeout: true)
        transport.askToFollow(next, after: head) { [weak self] answer in
            self?.endWait(wait) { exchange in
                exchange.time.catchUp()
                if let answer { exchange.follow(answer, after: head) }
            }
        }
    }

    private func follow(_ next: URLRequest, after head: ResponseHead) {
        guard next.hasSupportedScheme else {
            steps = [.fail(URLError.adding(next.url, to: URLError(.unsupportedURL)))]
            return
        }
        redirectCount += 1
        guard let next = redirected(by: head, to: next) else { return }
        guard let url = next.url else {
            steps = [.fail(URLError(.badURL))]
            return
        }
        steps = []
        time.noteActivity()
        receive(MockRequest(next, url: url, body: next.httpBody ?? Data()))
    }

    /// Logs a redirect as the end of a hop.
    ///
    /// - Returns: The next request, as the front end changes it; nil if the front end starts another exchange with the
    ///   request. In that case the exchange has ended.
    func redirected(by head: ResponseHead, to next: URLRequest) -> URLRequest? {
        record.note(head, at: clockMoment)
        endHop(nil, isLast: false)
        let next = transport.follow(next, after: head)
        if next == nil { endRequest(nil, isHandedOver: true) }
        return next
    }
}
