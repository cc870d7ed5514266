import Testing

@testable import HTTPMockTool

@Suite struct ArgumentsTests {
    @Test func valuesAreGivenInBothForms() throws {
        let arguments = try Arguments(["--port", "1", "a.har", "--delay=20"], of: .serve)
        #expect(arguments.number(.port) == 1)
        #expect(arguments.number(.delay) == 20)
        #expect(arguments.operands == ["a.har"])
    }

    @Test func lastValueOfARepeatedOptionCounts() throws {
        #expect(try Arguments(["a.har", "--port", "1", "--port=2"], of: .serve).number(.port) == 2)
    }

    @Test func operandsStandAnywhereAndDashesEndTheOptions() throws {
        let arguments = try Arguments(["a.har", "--strict", "b.har", "--", "--cors"], of: .serve)
        #expect(arguments.operands == ["a.har", "b.har", "--cors"])
        #expect(arguments.has(.strict))
        #expect(!arguments.has(.cors))
    }

    @Test func unknownOptionNamesTheNearestOne() {
        #expect(message(["a.har", "--prot", "1"], .serve)?.contains("Did you mean --port?") == true)
    }

    @Test func optionOfAnotherCommandNamesThatCommand() {
        #expect(message(["a.har", "--cors"], .inspect)?.contains("It is one of serve.") == true)
    }

    @Test(arguments: [
        (["a.har", "--port"], "--port needs a value. To fix this, write --port NUMBER."),
        (["a.har", "--port", "--cors"], "--port needs a value. To fix this, write --port NUMBER."),
        (["a.har", "--port="], "--port needs a value. To fix this, write --port NUMBER."),
        (["a.har", "--port=x"], "--port is \"x\". To fix this, write a number from 0 to 65535."),
        (["a.har", "--port=65536"], "--port is \"65536\". To fix this, write a number from 0 to 65535."),
        (["a.har", "--cors=yes"], "--cors has no value. To fix this, write --cors without \"=\"."),
        ([], "FILE… is missing. To fix this, write it as in: http-mock serve openapi.yaml --port 8080 --cors"),
    ])
    func wrongUseSaysWhatToWrite(_ words: [String], _ text: String) {
        #expect(message(words, .serve) == text)
    }

    @Test(arguments: [("90d", 90 * 86_400), ("12h", 43_200), ("30m", 1_800)])
    func agesHaveUnits(_ text: String, _ seconds: Int) throws {
        #expect(try Arguments(["a.har", "--fail-after", text], of: .check).age(.failAfter) == .seconds(seconds))
    }

    @Test(arguments: ["90", "d", "-1d", "1.5d", "90 d", "9999999d"])
    func agesWithoutNumberOrUnitAreErrors(_ text: String) {
        #expect(message(["a.har", "--fail-after=\(text)"], .check)?.contains("90d, 12h, 30m") == true)
    }

    @Test(arguments: Command.allCases) func helpNeedsNoOperand(_ command: Command) throws {
        #expect(try Arguments(["--help"], of: command).wantsHelp)
        let help = Help.text(of: command)
        #expect(command.options.allSatisfy { help.contains($0.name.flag) })
    }

    @Test(arguments: Command.allCases) func helpHasAtMost80Columns(_ command: Command) {
        for text in [Help.text, Help.text(of: command)] {
            let lines = text.split(separator: "\n").filter { !$0.hasPrefix("Example: ") }
            #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
            #expect(text.contains("Usage: http-mock") && text.contains("Options:"))
        }
    }

    @Test func optionsHaveShortNames() throws {
        let arguments = try Arguments(["a.har", "-p", "7"], of: .serve)
        #expect(arguments.number(.port) == 7)
        #expect(try Arguments(["a.har", "-o", "b.html"], of: .view).text(.output) == "b.html")
        #expect(message(["a.har", "-p"], .inspect)?.contains("It is one of serve and record.") == true)
    }

    @Test func nearNameHasAtMostTwoOtherLetters() {
        #expect(message(["a.har", "--prto", "1"], .serve)?.contains("Did you mean --port?") == true)
        #expect(message(["a.har", "--xyzzyx"], .serve)?.contains("Did you mean") == false)
    }

    @Test func wordThatIsNoneOfAChoiceIsAnError() {
        #expect(
            message(["a.har", "--format=xml"], .check)
                == "--format is \"xml\". To fix this, write text, json, github, junit.")
        #expect(message(["tcsh"], .completions)?.hasPrefix("\"tcsh\" is none of bash, zsh, fish.") == true)
    }

    @Test func everyOptionBelongsToACommand() {
        #expect(Set(Option.all.map(\.name)) == Set(Option.Name.allCases))
        #expect(Option.all.allSatisfy { !$0.commands.isEmpty })
    }

    private func message(_ words: [String], _ command: Command) -> String? {
        do {
            _ = try Arguments(words, of: command)
            return nil
        } catch {
            return error.message
        }
    }

    @Test func tableIsAsWideAsTheTerminal() {
        var table = Table(["#", "URL", "PROBLEM"])
        table.add([Styled("1"), Styled("https://api.example.com/orders/7/items"), Styled("none")])
        func texts(_ width: Int?) -> [String] { table.lines(width: width).map { $0.map(\.text).joined() } }
        #expect(texts(nil)[1] == "1  https://api.example.com/orders/7/items  none")
        #expect(texts(40)[1] == "1  https://api.e…orders/7/items  none")
        #expect(texts(40).allSatisfy { $0.count <= 40 })
        #expect(texts(1)[1].contains("…"))
        table.add([Styled("2"), Styled("/"), Styled("its body was cut when it was logged")])
        #expect(texts(40).allSatisfy { $0.count <= 40 })
        let ends = texts(40)[2...].map { $0.suffix(18).trimmingCharacters(in: .whitespaces) }
        #expect(ends == ["its body was cut", "when it was logged"])
    }

    @Test func tableOfAFileHasWholeCells() {
        var table = Table(["#", "URL", "PROBLEM"])
        let url = "https://api.example.com/" + String(repeating: "x", count: 300)
        table.add([Styled("1"), Styled(url), Styled("none")])
        table.add([Styled("2"), Styled("/"), Styled("none")])
        let lines = table.lines(width: nil).map { $0.map(\.text).joined() }
        #expect(lines[1] == "1  \(url)  none")
        // A long cell makes the other lines no longer than its column.
        #expect(lines[2].count == 1 + 2 + 100 + 2 + 4)
    }
}
