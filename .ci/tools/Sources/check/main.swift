import Checks
import Foundation

// Runs one check: `check NAME ARGUMENT…`. Prints its findings and a summary; exits with 1 if there are findings.

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    guard let check = Check.all.first(where: { $0.name == arguments.first }),
        let report = try check.run(Array(arguments.dropFirst()))
    else {
        print("usage: check NAME ARGUMENT…\n\n" + Check.all.map { "  \($0.usage)" }.joined(separator: "\n"))
        exit(2)
    }
    for finding in report.findings { print(finding) }
    print("\(check.name): \(report.summary), \(report.findings.count) findings")
    exit(report.findings.isEmpty ? 0 : 1)
} catch {
    print("\(arguments[0]): \(error)")
    exit(2)
}
