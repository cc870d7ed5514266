import Foundation
import HTTPMock

/// A page that shows the entries of a file, complete in itself.
///
/// The entries are data of the page's script, which makes a text of each and never markup. The page's policy allows
/// that script and that style by their checksums, and no request.
struct LogPage {
    /// The page in UTF-8.
    let data: Data

    /// Creates the page of a file.
    init(_ file: LogFile) {
        let style = Self.joined(PackageResources.page_css, PackageResources.details_css)
        let script = Self.joined(
            Array("(() => {\n".utf8), PackageResources.page_js, PackageResources.rows_js, PackageResources.bodies_js,
            PackageResources.details_js, PackageResources.list_js, Array("})();".utf8))
        let checksums = (style: Self.checksum(style), script: Self.checksum(script))
        let policy =
            "default-src 'none'; script-src '\(checksums.script)'; style-src '\(checksums.style)'; img-src data:; "
            + "base-uri 'none'; form-action 'none'"
        var data = Data(Self.head(of: file, policy: policy).utf8)
        data += style
        data += Data("</style>\n</head>\n".utf8)
        data += Data(Self.body.utf8)
        LogPageData(file).write(to: &data)
        data += Data("</script>\n<script>".utf8)
        data += script
        data += Data("</script>\n</body>\n</html>\n".utf8)
        self.data = data
    }

    private static func joined(_ parts: [UInt8]...) -> [UInt8] {
        Array(parts.joined(separator: Array("\n".utf8)))
    }

    /// The checksum as a policy has it.
    ///
    /// - SeeAlso: [CSP3 §2.3.1](https://www.w3.org/TR/CSP3/#framework-directive-source-list)
    private static func checksum(_ bytes: [UInt8]) -> String {
        "sha256-\(Data(SHA256.digest(of: bytes)).base64EncodedString())"
    }

    private static func head(of file: LogFile, policy: String) -> String {
        let name = file.test?["name"]?.string ?? file.url.lastPathComponent
        let title = name.reduce(into: "") { text, character in
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.append(character)
            }
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <link rel="icon" href="data:,">
            <title>\(title)</title>
            <style>
            """
    }

    private static let body = """
        <body>
        <noscript>This page needs JavaScript, which your browser has turned off. Nothing is loaded from anywhere.</noscript>
        <main class="page" id="page">
        <header class="top">
        <div class="top-text"><p class="kind" id="kind"></p><h1 id="title"></h1></div>
        <button class="plain-button" id="theme" type="button">Theme</button>
        </header>
        <ul class="tiles" id="tiles" aria-label="Numbers"></ul>
        <div id="unused"></div>
        <div class="bar">
        <div class="filters" role="search" aria-label="Filters">
        <input id="text" type="search" placeholder="Filter by URL, field or body" aria-label="Filter by text" autocomplete="off" spellcheck="false">
        <select id="method" aria-label="Method"><option value="">All methods</option></select>
        <select id="status" aria-label="Status"><option value="">All statuses</option></select>
        <select id="outcome" aria-label="Outcome"><option value="">All outcomes</option></select>
        <span class="count" id="count" role="status"></span>
        </div>
        <div class="titles" aria-hidden="true">
        <span class="number">#</span><span>Method</span><span>URL</span><span>Status</span><span class="type">Type</span><span class="size">Size</span><span class="time">Time</span><span class="fall-title"><span class="axis" id="axis"></span></span>
        </div>
        </div>
        <ol class="list" id="list" aria-label="Requests"></ol>
        <p class="nothing" id="nothing" hidden>No request matches the filters.</p>
        <p class="keys"><kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Enter</kbd> opens, <kbd>Esc</kbd> closes, <kbd>/</kbd> filters</p>
        </main>
        <div id="tip" role="tooltip" hidden></div>
        <p class="quiet" id="news" role="status"></p>
        <script type="application/json" id="log">
        """
}
