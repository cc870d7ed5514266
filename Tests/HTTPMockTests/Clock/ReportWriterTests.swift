import Foundation
import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct ReportWriterTests {
    /// Returns the ends of a new pipe.
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

    @Test func brokenPipeDoesNotEndTheProcess() throws {
        let ends = try makePipe()
        close(ends.read)
        let writer = ReportWriter(to: ends.write)
        for _ in 0..<3 { writer.write("nobody reads this\n") }
        writer.flush()
        close(ends.write)
    }

    @Test func pipeWithoutAReaderDelaysNoCaller() throws {
        let ends = try makePipe()
        let writer = ReportWriter(to: ends.write)
        // More bytes than the capacity of the pipe, and more reports than the limit.
        for _ in 0..<2_000 { writer.write(String(repeating: "x", count: 1_000)) }
        // The reports that arrive are whole, because the writer continues once the pipe is read.
        let text = FileHandle(fileDescriptor: ends.read, closeOnDealloc: true).readData(ofLength: 1_000_000)
        #expect(text.count == 1_000_000)
    }
}
