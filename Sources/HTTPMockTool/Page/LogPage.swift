import Foundation
import HTTPMock

/// A page that shows the entries of a file, complete in itself.
///
/// The script of the page shows entries as text, never as markup. The policy of the page allows only its script and its
/// style, by their checksums, and no request.
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
            let order = key == "n" ? #" aria-sort="ascending""# : ""
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

/// The checksum by which a page's policy names the script and the style.
///
/// - SeeAlso: [FIPS 180-4](https://csrc.nist.gov/pubs/fips/180-4/upd1/final)
enum SHA256 {
    /// Returns the 32 bytes of the checksum.
    static func digest(of message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        var padded = message + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        let length = UInt64(message.count) * 8
        padded += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
        for start in stride(from: 0, to: padded.count, by: 64) { compress(padded[start..<start + 64], into: &state) }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = [UInt32](repeating: 0, count: 64)
        for (index, byte) in block.enumerated() { words[index / 4] = words[index / 4] << 8 | UInt32(byte) }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
            let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
            words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
        }
        var s = state
        for index in 0..<64 {
            let choice = s[4] & s[5] ^ ~s[4] & s[6]
            let sum = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)
            let first = s[7] &+ sum &+ choice &+ constants[index] &+ words[index]
            let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
            let second = (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)) &+ majority
            s = [first &+ second, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
        }
        for index in 0..<8 { state[index] &+= s[index] }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// The first 32 fractional bits of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
