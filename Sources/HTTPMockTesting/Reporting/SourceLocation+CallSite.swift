import HTTPMock
import Testing

extension SourceLocation {
    init(_ location: CallSite) {
        self.init(
            fileID: location.fileID.description, filePath: location.filePath.description, line: Int(location.line),
            column: Int(location.column))
    }
}
