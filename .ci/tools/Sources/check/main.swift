import Checks
import Foundation

// Runs one check: `check NAME ARGUMENT…`. Prints its findings and a summary; exits with 1 if there are findings.

let arguments = Array(CommandLine.arguments.dropFirst())
guard let name = arguments.first, let check = Check(rawValue: name) else {
    print("usage: check NAME ARGUMENT…\n")
    for check in Check.allCases { print("  \(check.usage)") }
    exit(2)
}
do {
    let report = try check.run(Array(arguments.dropFirst()))
    for finding in report.findings { print(finding) }
    print("\(name): \(report.summary), \(report.findings.count) findings")
    exit(report.findings.isEmpty ? 0 : 1)
} catch {
    print("\(name): \(error)\nusage: check \(check.usage)")
    exit(2)
}
