import Foundation
import TestSupport

extension Deviation {
    /// A redirect status without a `Location` is reported like any other response.
    static let tellsResponse = Deviation(
        "the native loader never tells delegates of the response", [.delegateData, .delegateUpload]
    ) { observation in
        guard let status = observation.outcomes.last?.status else { return }
        observation.changeLast { $0.events.insert(.response(status: status), at: $0.events.count - 1) }
    }

    /// A challenge is delivered as a response, so no delegate is asked.
    static let asksNoDelegate = Deviation(
        "the native loader asks the session's delegate about a Basic challenge",
        [.delegateData, .delegateUpload, .delegateDownload]
    ) { observation in
        observation.changeLast { outcome in
            outcome.events.removeAll { event in
                if case .challenge = event { true } else { false }
            }
        }
    }

    /// Returns the deviation that a redirect which is not followed keeps its body.
    static func keepsBody(
        _ body: String, _ styles: [ClientStyle] = ClientStyle.allCases, on vias: Set<Via> = [.mocked, .observed]
    ) -> Deviation {
        Deviation("the native loader drops the body of a redirect that it doesn't follow", styles, on: vias) {
            observation in
            observation.changeLast { outcome in
                outcome.data = Data(body.utf8)
                guard case .completed = outcome.events.last else { return }
                outcome.events.insert(.data(Data(body.utf8)), at: outcome.events.count - 1)
            }
        }
    }

    /// Returns the deviation that a played response has the length of the body that arrived at the recording.
    static func hasRecordedLength(_ length: Int, _ styles: [ClientStyle] = ClientStyle.allCases) -> Deviation {
        Deviation("a recording has the bytes that arrived, and plays their length", styles, on: [.played]) {
            observation in
            observation.changeLast { outcome in
                outcome.task?.expectedReceivedCount = Int64(length)
                // Without a response the client sees no length.
                guard outcome.status != nil else { return }
                outcome.headers["content-length"] = "\(length)"
                outcome.expectedLength = Int64(length)
                outcome.events = outcome.events.map { event in
                    guard case .wroteData(let bytes, let total, _) = event else { return event }
                    return .wroteData(bytes: bytes, total: total, expected: Int64(length))
                }
            }
        }
    }

    /// Returns the deviation that an error names the failing URL.
    static func namesURL(
        _ target: String,
        _ reason: String = "on Linux a native timeout doesn't tell its URL; on Apple's systems it does"
    ) -> Deviation {
        Deviation(reason) { observation in
            observation.changeLast { outcome in
                outcome.error?.failingTarget = target
                outcome.events = outcome.events.map { event in
                    guard case .completed(var error?) = event else { return event }
                    error.failingTarget = target
                    return .completed(error)
                }
            }
        }
    }

    /// A connection that is lost in the body has the error that Apple's systems name it by.
    static let namesLostConnection = Deviation(
        "on Linux the native loader has no code for a lost connection; on Apple's systems it does",
        on: [.mocked, .observed]
    ) { observation in
        observation.changeLast { outcome in
            outcome.error?.code = URLError.networkConnectionLost.rawValue
            outcome.events = outcome.events.map { event in
                guard case .completed(var error?) = event else { return event }
                error.code = URLError.networkConnectionLost.rawValue
                return .completed(error)
            }
        }
    }

    /// Returns a deviation of the last request.
    static func asks(
        _ reason: String, _ styles: [ClientStyle] = ClientStyle.allCases,
        on vias: Set<Via> = [.observed, .passedThrough, .played], _ change: @escaping @Sendable (inout Sighting) -> Void
    ) -> Deviation {
        Deviation(reason, styles, on: vias) { observation in
            guard !observation.sightings.isEmpty else { return }
            change(&observation.sightings[observation.sightings.count - 1])
        }
    }

    /// A redirected request that keeps its method also keeps its body.
    static let redirectKeepsBody = asks(
        "the native loader drops the body of every redirected request (RFC 9110 §15.4: 307 and 308 keep it, 301 and 302 "
            + "of all but POST too)"
    ) { $0.body = "body" }

    /// A request without a body has no field that describes a body.
    static let getHasNoContentType = asks(
        "the native loader leaves the Content-Type of the body that is gone (RFC 9110 §15.4, item 5 of the list)"
    ) { $0.headers["content-type"] = nil }

    /// HEAD stays HEAD.
    static let headStaysHead = Deviation("the native loader makes the HEAD of a 303 a GET (RFC 9110 §15.4.4)") {
        observation in
        observation.changeLast { outcome in
            outcome.data = outcome.events.isEmpty ? Data() : nil
            outcome.events = outcome.events.compactMap { event in
                switch event {
                case .redirect(let status, _, let target): .redirect(status: status, method: "HEAD", target: target)
                case .data: nil
                default: event
                }
            }
        }
        if !observation.sightings.isEmpty { observation.sightings[observation.sightings.count - 1].method = "HEAD" }
    }

    /// Returns the deviation that a POST with a body gets no media type of a form on the wire.
    static func addsNoContentType(
        _ styles: [ClientStyle] = ClientStyle.allCases, on vias: Set<Via> = [.observed, .played]
    ) -> Deviation {
        asks("the native loader adds a Content-Type on the wire, which the request doesn't have", styles, on: vias) {
            sighting in
            if sighting.headers["content-type"] == "application/x-www-form-urlencoded" {
                sighting.headers["content-type"] = nil
            }
        }
    }
}

extension Observation {
    /// Leaves out the tasks' properties of some outcomes: those that are meant to differ from the native loader's.
    mutating func forgetTasks(where isMeantToDiffer: (Int) -> Bool) {
        for index in outcomes.indices where isMeantToDiffer(index) { outcomes[index].task = nil }
    }

    mutating func changeLast(_ change: (inout ClientOutcome) -> Void) {
        guard !outcomes.isEmpty else { return }
        change(&outcomes[outcomes.count - 1])
    }
}
