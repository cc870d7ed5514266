import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite struct ReportWriterTests {
    /// The ends of a new pipe.
    private func makePipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test func reportsAreWrittenInOrder() throws {
        let ends = try makePipe()
        let writer = ReportWriter(to: ends.write)
        for number in 1...3 { writer.write("\(number)\n") }
        writer.flush()
        close(ends.write)
        let text = FileHandle(fileDescriptor: ends.read, closeOnDealloc: true).readDataToEndOfFile()
        #expect(String(decoding: text, as: UTF8.self) == "1\n2\n3\n")
    }

    @Test func closedDescriptorIsNoError() {
        let writer = ReportWriter(to: -1)
        writer.write("nobody reads this\n")
        writer.flush()
    }

    @Test func brokenPipeEndsNoProcess() throws {
        let ends = try makePipe()
        close(ends.read)
        let writer = ReportWriter(to: ends.write)
        for _ in 0..<3 { writer.write("nobody reads this\n") }
        writer.flush()
        close(ends.write)
    }

    @Test func pipeThatNobodyReadsDelaysNobody() throws {
        let ends = try makePipe()
        let writer = ReportWriter(to: ends.write)
        // More than the pipe holds, and more reports than wait.
        for _ in 0..<2_000 { writer.write(String(repeating: "x", count: 1_000)) }
        // What arrived is whole: the writer goes on when somebody reads.
        let text = FileHandle(fileDescriptor: ends.read, closeOnDealloc: true).readData(ofLength: 1_000_000)
        #expect(text.count == 1_000_000)
    }
}
