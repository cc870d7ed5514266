import Foundation

/// The life of a request whose response takes over the connection.
extension Exchange {
    /// Gives the connection to a response; fails in process, where there is none.
    func takeOver(_ takeover: UserOwned<any ConnectionTakeover>, _ served: ServedResponse) {
        guard transport.isOpen else { return cancel() }
        let registered = served.response
        guard transport.hasWire else {
            let text = """
                HTTPMock: the response registered for \(registered.registration) is a \(takeover.value), which \
                \(currentRequest) can't get in process. To fix this, import HTTPMockServer, and let the code under test \
                connect to the port of try await mock.serve().
                """
            return perform(.fail(HTTPMockError(text, cause: .unsupportedRequest, at: registered.registration.location)))
        }
        let due = DueTakeover(
            takeover: takeover.value, request: currentRequest.given(to: served), registration: registered.registration,
            fields: registered.headers.lines.fields, fault: registered.response.delivery.fault)
        transport.deliver(due, for: self)
    }

    /// Replaces the steps by those of another response than the one that is due, and logs the reason as a failure.
    package func answer(with response: MockResponse, because error: HTTPMockError) {
        record?.contents.decision = .failed(error)
        let registered = RegisteredResponse(response, of: MockRegistration(standIn: "the mock"))
        let served = ServedResponse(response: registered, earlierCount: 0, callCount: 0)
        steps = ResponsePlan(served, to: currentRequest).steps[...]
    }

    /// Refuses an upgrade whose response is the real network's.
    func answerUpgradeOfPassthrough() {
        let text = """
            HTTPMock: \(currentRequest) asks for a WebSocket, which is neither passed through to the real network nor \
            recorded. To fix this, register MockResponse.webSocket for its path.
            """
        answer(with: .plaintext(text + "\n", status: .notImplemented), because: HTTPMockError(text))
    }

    /// Logs that the head was sent and that the request goes on for as long as its connection.
    ///
    /// The request is not in flight any more, because a test does not wait for the end of a connection. Does nothing
    /// after the end of the request.
    package func connectionBegan(status: Int, fields: [HTTPMock.HeaderFields.Field], as connection: any TakenConnection)
    {
        guard let address = record?.request.target.address else { return }
        let headers = ResponseHeaders(HTTPMock.HeaderFields(fields), contentLength: nil)
        record?.contents.note(ResponseHead(address: address, status: status, fields: headers), at: clockMoment)
        record?.contents.connection = connection
        engine.store.land(record, of: ObjectIdentifier(self))
        isInFlight = false
    }

    /// Ends the request with its connection.
    ///
    /// - Parameter error: The registered failure that ended the connection; nil for every other end.
    package func connectionEnded(_ error: (any Error)?) {
        guard !isOver else { return }
        time.catchUp()
        endRequest(error)
    }

    /// The moment at which the request arrived; now for a request that is not logged.
    package var arrival: ContinuousClock.Instant { record?.contents.arrival ?? .now }

    /// The date at which the request arrived; now for a request that is not logged.
    package var arrivalDate: Date { record?.start ?? Date() }
}

extension MockRequest {
    /// Returns the request as a handler of a response gets it.
    ///
    /// The test gets a warning if the handler reads a parameter that the path does not have. A path without parameters
    /// causes no warning, and needs no memory.
    func given(to served: ServedResponse) -> MockRequest {
        let registration = served.response.registration
        var given = self
        given.callCount = served.callCount
        guard let pattern = registration.pattern, pattern.hasParameters else { return given }
        given.parameter = pattern.reader { MockEngine.warn($0, at: registration.location) }
        return given
    }
}
