#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    /// Changes the task's own properties where the native loader changes them.
    extension LoadTransport {
        /// Sets `currentRequest`, like `_NativeProtocol.startNewTransfer` (FoundationOnLinux.md, "Properties of a
        /// task").
        func setCurrentRequest(_ request: URLRequest) {
            layout.propertyQueue.read(from: task).sync {
                layout.currentRequest.write(request, to: task)
            }
        }

        /// Sets the expected number of bytes, like `_HTTPURLProtocol.didReceive(headerData:contentLength:)`.
        func expect(_ response: HTTPURLResponse) {
            // The task of an async method can't be observed before its end.
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

        /// Reports the sent body to the delegate, in chunks of the native loader's size.
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

        /// Computes `progress` from the counts, like `URLSessionTask.updateProgress`.
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
                let expected = [task.countOfBytesExpectedToSend, task.countOfBytesExpectedToReceive]
                let isKnown = expected.allSatisfy { $0 >= 0 }
                progress.totalUnitCount = isKnown ? max(expected.reduce(0, +), 1) : -1
            }
        }
    }
#endif
