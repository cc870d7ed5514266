#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    /// The task's own properties, changed where the native loader changes them.
    extension LoadTransport {
        /// Sets `currentRequest`, as `_NativeProtocol.startNewTransfer` does.
        func setCurrentRequest(_ request: URLRequest) {
            layout.propertyQueue.read(from: task).sync {
                layout.currentRequest.write(request, to: task)
            }
        }

        /// Sets the number of bytes to expect, as `_HTTPURLProtocol.didReceive(headerData:contentLength:)` does.
        func expect(_ response: HTTPURLResponse) {
            // Nobody sees the task of an async method before its end.
            guard !isInsideResume else { return }
            let length = response.expectedContentLength
            let isEncoded = response.value(forHTTPHeaderField: "Content-Encoding").map { $0 != "identity" } ?? false
            layout.expectedReceivedCount.write(
                length > 0 && !isEncoded ? length : NSURLSessionTransferSizeUnknown, to: task)
            updateProgress()
        }

        /// Sets the number of bytes that a download has received.
        func note(received count: Int) {
            layout.propertyQueue.read(from: task).sync {
                layout.receivedCount.write(Int64(count), to: task)
            }
            updateProgress()
        }

        /// Reports to the delegate that the body has gone out, in chunks of the size that the native loader sends.
        func reportSent(byteCount: Int) {
            guard byteCount > 0, !isInsideResume else { return }
            if !hasStreamedBody { layout.expectedSentCount.write(Int64(byteCount), to: task) }
            if let delegate = progressDelegate {
                layout.propertyQueue.read(from: task).sync {
                    layout.sentCount.write(Int64(byteCount), to: task)
                }
                report(sent: byteCount, to: delegate)
            }
            updateProgress()
        }

        private func report(sent byteCount: Int, to delegate: any URLSessionTaskDelegate) {
            let chunkSize = 1 << 16
            let total = hasStreamedBody ? 0 : Int64(byteCount)
            let (session, task) = (session, task)
            session.delegateQueue.addOperation {
                for start in stride(from: 0, to: byteCount, by: chunkSize) {
                    let end = min(start + chunkSize, byteCount)
                    delegate.urlSession(
                        session, task: task, didSendBodyData: Int64(end - start), totalBytesSent: Int64(end),
                        totalBytesExpectedToSend: total)
                }
            }
        }

        /// Computes `progress` from the counts, as `URLSessionTask.updateProgress` does.
        private func updateProgress() {
            perform { [task] in
                let progress = task.progress
                guard task.state == .running || task.state == .suspended else {
                    let total = max(progress.totalUnitCount, 1)
                    progress.totalUnitCount = total
                    progress.completedUnitCount = total
                    return
                }
                progress.completedUnitCount = task.countOfBytesSent + task.countOfBytesReceived
                let (toSend, toReceive) = (task.countOfBytesExpectedToSend, task.countOfBytesExpectedToReceive)
                // The native loader takes the client's expectation for the server's.
                let expected = toReceive > 0 ? task.countOfBytesClientExpectsToReceive : 0
                progress.totalUnitCount = toSend > 0 && expected > 0 ? toSend + expected : -1
            }
        }
    }
#endif
