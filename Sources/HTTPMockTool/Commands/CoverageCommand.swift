import Foundation
import HTTPMock
import HTTPMockContract

/// Prints the coverage that test runs have merged into a file, or checks it.
struct CoverageCommand {
    let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws -> ExitStatus {
        let report = try CoverageReport(contentsOf: InputFile(arguments.operands[0]).url)
        guard let minimum = arguments.number(.minimum) else {
            Output.standard.text(report.text)
            return .fine
        }
        let percent = String(format: "%.1f", report.percent)
        guard !report.isEmpty else {
            Output.standard.text(
                "the contracts cover nothing. To fix this, check the mocks against them: mock.check(against:)")
            return .found
        }
        guard report.percent >= Double(minimum) else {
            Output.standard.text(
                "the coverage is \(percent) %, less than \(minimum) %. To fix this, see the table: "
                    + "http-mock coverage \(arguments.operands[0])")
            return .found
        }
        Output.standard.text("the coverage is \(percent) %")
        return .fine
    }
}
