import Testing

@testable import HTTPMockTool

@Suite struct ByteCountTests {
    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (1_049, "1.0 kB"), (1_050, "1.1 kB"), (9_999, "10.0 kB"),
        (99_949, "99.9 kB"), (99_950, "100 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (999_999, "1.0 MB"),
        (1_000_000, "1.0 MB"), (99_950_000, "100 MB"), (999_499_999, "999 MB"), (999_500_000, "1.0 GB"),
        (1_234_567_890, "1.2 GB"), (999_500_000_000, "1000 GB"),
    ])
    func numberIsWrittenInTheUnitInWhichItHasAtMostThreeDigits(count: Int, text: String) {
        #expect(ByteCount.text(count) == text)
    }
}
