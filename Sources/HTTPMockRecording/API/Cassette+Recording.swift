import Foundation
import HTTPMock

extension Cassette {
    /// Records an exchange with the network, or notes the error of an exchange that failed and is not recorded.
    package func record(_ record: RecordedRequest) {
        guard isRecording else { return }
        if let error = record.error {
            let canBeWritten = HARFailure.text(of: error) != nil
            guard settings.recordsFailures, canBeWritten else { return noteFailure(of: record, error) }
        }
        let entry = HAREntry(record, keepingChunks: settings.recordsChunks)
        // The edit runs when the recording is read, because no closure of the user may run where exchanges end.
        state.withLock { state in
            if settings.recording == nil {
                state.insert(entry)
            } else {
                state.unedited.append(entry)
            }
        }
    }

    /// Runs the `recording:` edit on the recorded exchanges, once each, on the calling thread.
    func editRecorded() {
        guard let edit = settings.recording else { return }
        let unedited = state.withLock { exchange(&$0.unedited, with: []) }
        for entry in unedited {
            var edited = Entry(entry, in: fileName)
            do {
                try edit(&edited)
                if !edited.isDropped { state.withLock { $0.insert(edited.recorded) } }
            } catch {
                let failure = HTTPMockError(
                    "the recording: edit failed for \(edited.shortDescription): \(error), so \(name) was not written. To fix "
                        + "this, correct the edit, or let it set isDropped.")
                state.withLock { $0.fail(failure) }
            }
        }
    }

    /// Notes the error of an exchange that is not recorded, for ``save()``.
    private func noteFailure(of record: RecordedRequest, _ error: any Error) {
        let request = shown(record.request)
        let consequence = "so \(name) was not written. To fix this,"
        let failure: HTTPMockError
        if (error as? HTTPMockError)?.cause == .testEnded {
            failure = HTTPMockError(
                "\(request) had no complete answer when its test ended, \(consequence) wait for the answer in the test."
            )
        } else if (error as? URLError)?.code == .cancelled {
            failure = HTTPMockError(
                "\(request) was cancelled before its end, \(consequence) wait for the answer, or record failures as well: "
                    + "recordsFailures: true.")
        } else if let code = HARFailure.text(of: error) {
            failure = HTTPMockError(
                "\(request) failed to reach the network (\(code)), \(consequence) reach the service, or record failures as "
                    + "well: recordsFailures: true.")
        } else {
            failure = HTTPMockError(
                "\(request) failed to reach the network (\(type(of: error))), \(consequence) reach the service, because only "
                    + "a URLError can be recorded.")
        }
        state.withLock { $0.fail(failure) }
    }

    /// Returns a mark, with which a request and its redirects are pending until the engine releases the mark.
    ///
    /// ``save()`` waits for the pending requests, at most for ``longestWait``.
    func mark(of request: MockRequest) -> PendingExchanges.Token { pending.begin(shown(request)) }

    /// Returns the method and the URL for a message, without secrets.
    ///
    /// Secrets are masked even if the cassette redacts nothing.
    func shown(_ request: MockRequest) -> String {
        let url = NamedValues.url(request.url.absoluteString) { place, value in
            let isSecret = settings.redacting.isSecret(place, value) || Redacting.secrets.isSecret(place, value)
            return isSecret ? Redaction.mask : nil
        }
        return "\(request.method.rawValue) \(url)"
    }
}

extension Cassette.State {
    /// Inserts an exchange by its request's time, because concurrent requests end in any order.
    fileprivate mutating func insert(_ entry: HAREntry) {
        // The texts of the times have one format, so that their order is the order of the times.
        var position = 0
        if let earlier = recorded.lastIndex(where: { $0.startedDateTime <= entry.startedDateTime }) {
            position = earlier + 1
        }
        recorded.insert(entry, at: position)
        unsaved?.append(entry)
    }

    /// Notes an error for ``Cassette/save()``, which throws the first error only.
    mutating func fail(_ error: HTTPMockError) {
        if failure == nil { failure = error }
    }
}

extension HAREntry {
    /// Creates an entry from the record of an exchange with the network.
    init(_ record: RecordedRequest, keepingChunks: Bool) {
        let request = record.request
        // Not the fields of `urlRequest`, which joins the values of equal names that a server has received.
        let sent = request.headers.fields.filter { !$0.isOfConnection && !$0.isLength }.map(\.inOrder)
        let recorded = HARRequest(
            method: request.method.rawValue, url: request.url.absoluteString, headers: sent,
            body: HARBody(request.body, type: request.header("Content-Type")).nonEmpty)
        self.init(
            startedDateTime: HARDate.text(of: record.start), request: recorded,
            response: HARResponse(record, keepingChunks: keepingChunks))
    }
}

extension HARResponse {
    /// Creates the response of an exchange; its status is 0 if the exchange failed before a response.
    fileprivate init(_ record: RecordedRequest, keepingChunks: Bool) {
        guard let status = record.status else {
            self.init(status: 0, headers: [], body: HARBody(Data(), type: nil))
            error = record.error.flatMap(HARFailure.text)
            return
        }
        let isHead = record.request.method == .head
        let received = record.joinedHeaders.sorted { $0.key < $1.key }.flatMap { HARField($0.key, $0.value).separated }
        let kept = received.filter { !$0.isOfConnection }
        // The length is known from the body, except in an answer to HEAD, whose body is empty.
        let headers = kept.filter { isHead || !$0.isLength }
        let type = headers.firstValue("Content-Type")
        self.init(status: status, headers: headers, body: HARBody(record.responseBody, type: type))
        error = record.error.flatMap(HARFailure.text)
        let isStream = type?.lowercased().hasPrefix("text/event-stream") ?? false
        let keepsChunks = keepingChunks || isStream
        if keepsChunks, !body.bytes.isEmpty {
            chunks = record.chunks.map(\.count).filter { $0 > 0 }
        }
    }
}
