import Foundation
import HTTPMock
import HTTPMockContract

/// A page that shows the entries of a file, complete in itself.
///
/// The script of the page shows entries as text, never as markup. The policy of the page allows its script and its
/// style, by their checksums, and images in `data:` URLs, but no request.
struct LogPage {
    /// The page in UTF-8.
    let data: Data

    /// Creates the page of a file.
    init(_ file: LogFile) {
        let style = Self.joined(PackageResources.page_css, PackageResources.details_css)
        let script = Self.joined(
            Array("(() => {\n".utf8), PackageResources.page_js, PackageResources.waterfall_js, PackageResources.rows_js,
            PackageResources.bodies_js, PackageResources.copying_js, PackageResources.details_js,
            PackageResources.filters_js, Array("})();".utf8))
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

    /// Returns the checksum in the form that a policy needs.
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

    /// The markup before the JSON of the entries.
    private static let body = """
        <body>
        <noscript>This page needs JavaScript, which your browser has turned off. Nothing is loaded from anywhere.</noscript>
        <div class="page" id="page">
        <header class="head">
        <h1 id="title"></h1><span class="outcome" id="outcome"></span>
        <ul class="counts" id="counts" aria-label="Requests by outcome"></ul>
        <button class="plain" id="theme" type="button">Theme</button>
        </header>
        <div class="tools" role="search" aria-label="Filters">
        <input id="text" type="search" placeholder="Filter URL, fields, bodies" aria-label="Filter by text" autocomplete="off" spellcheck="false">
        <div class="types" id="types" role="group" aria-label="Type"></div>
        <select class="narrow" id="type" aria-label="Type"><option value="">Any type</option></select>
        <select id="method" aria-label="Method"><option value="">Any method</option></select>
        <select id="status" aria-label="Status"><option value="">Any status</option></select>
        <span class="count" id="count" role="status"></span>
        </div>
        <ul class="unused" id="unused" aria-label="Unused responses" hidden></ul>
        <main class="frame">
        \(list)
        <p class="nothing" id="nothing" hidden>No request matches the filters.</p>
        </main>
        <aside class="panel" id="panel" aria-label="Details" hidden>
        <div class="panel-head">
        <div class="title"><h2 id="request"></h2><button class="plain" id="before" type="button" aria-label="Previous request">‹</button>\
        <button class="plain" id="after" type="button" aria-label="Next request">›</button>\
        <button class="plain" id="close" type="button" aria-label="Close the details">×</button></div>
        <div class="actions" id="actions"></div>
        <div class="tabs" id="tabs" role="tablist" aria-label="Details"></div>
        </div>
        <div class="body" id="body" role="tabpanel" tabindex="0"></div>
        </aside>
        <footer class="foot"><span id="sum"></span><span><kbd>↑</kbd> <kbd>↓</kbd> request</span><span><kbd>n</kbd> <kbd>p</kbd> failure</span>\
        <span><kbd>/</kbd> filter</span><span class="timed"><kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd> zoom</span><span><kbd>Esc</kbd> close</span></footer>
        </div>
        <div id="tip" role="tooltip" hidden></div>
        <p class="quiet" id="news" role="status"></p>
        <script type="application/json" id="log">
        """

    /// The list of requests without its rows, because the script creates the visible rows.
    private static let list: String = {
        let columns = [
            ("n", "number", "#"), ("m", "method", "Method"), ("u", "url", "Host and path"), ("s", "status", "Status"),
            ("mt", "type", "Type"), ("sz", "size", "Size"), ("tm", "time timed", "Time"),
        ]
        let heads = columns.map { key, name, title in
            var order = ""
            if key == "n" { order = #" aria-sort="ascending""# }
            return
                "<div class=\"\(name)\" role=\"columnheader\" data-column=\"\(key)\"\(order)><button type=\"button\">\(title)</button></div>"
        }
        return """
            <div class="list" id="list" role="grid" tabindex="0" aria-label="Requests">
            <div role="rowgroup" class="columns-group"><div class="columns" role="row">\(heads.joined())\
            <div class="timed" role="columnheader"><div class="axis" id="axis" tabindex="0" role="img" aria-label="Times"></div></div></div></div>
            <div class="rows" id="rows" role="rowgroup"></div>
            </div>
            """
    }()
}
