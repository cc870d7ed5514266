import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct TimeoutsTests {
    @Test(arguments: [
        (nil as Duration?, nil as Duration?, nil as Duration?), (.seconds(5), nil, .seconds(7)),
        (nil, .seconds(5), .seconds(5)), (.seconds(5), .seconds(9), .seconds(7)),
        (.seconds(9), .seconds(5), .seconds(5)),
    ])
    func deadlineIsTheEarlierOfBoth(idle: Duration?, total: Duration?, expected: Duration?) {
        let timeouts = Timeouts(idle: idle, total: total)
        #expect(timeouts.deadline(lastActivity: .seconds(2)) == expected)
    }

    @Test(
        arguments: [
            (Duration.zero, 0), (.seconds(-1), 0), (.nanoseconds(1), 1), (.seconds(2), 2_000_000_000),
            (.seconds(Int64.max), nil), (.seconds(-Int64.max), 0), (.seconds(9_223_372_036) + .milliseconds(999), nil),
            (.seconds(Int64.max) * 2, nil),
        ] as [(Duration, Int?)])
    func durationIsCountedAsDispatchCan(duration: Duration, nanoseconds: Int?) {
        #expect(duration.dispatchInterval == nanoseconds.map { .nanoseconds($0) } ?? .never)
    }
}
