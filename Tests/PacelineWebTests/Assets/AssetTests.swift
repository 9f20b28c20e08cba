import Foundation
import HTTPTypes
import Testing

@testable import PacelineWeb

@Suite("Assets") struct AssetTests {
    @Test("Styles and scripts stay small")
    func size() throws {
        let assets = try PageRenderer().assets
        for (name, limit) in [("style.css", 49_000), ("script.js", 45_000), ("icons.svg", 8_000)] {
            #expect(try #require(assets.asset(named: name)).bytes.count <= limit, "\(name)")
        }
    }

    @Test("Every asset is immutable, and compressed for browsers that accept it")
    func assets() async throws {
        try await Site.run { site in
            let page = try await site.browser().open("/")
            let addresses = Set(page.text.matches(of: /"(\/assets\/[^"#]+)["#]/).map { String($0.1) })
            #expect(addresses.count == 11)
            for address in addresses {
                let file = try await site.browser().open(address)
                #expect(file.status == 200)
                #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable")
            }
            let style = try #require(addresses.first { $0.hasSuffix(".css") })
            let compressed = try await site.browser().open(style, [.acceptEncoding: "br, gzip"])
            #expect(compressed.headers[.contentEncoding] == "gzip")
            let manifest = try await site.browser().open("/manifest.webmanifest")
            #expect(manifest.headers[.contentType] == "application/manifest+json")
            #expect(manifest.text.contains("/assets/icon-192."))
        }
    }

    @Test(
        "Compression is lossless",
        arguments: [
            "", "a", "abc", String(repeating: "a", count: 1_000),
            String(repeating: "pace line ", count: 9_000),
            "Ä€😀 \u{0} ÿ", (0..<5_000).map { String($0 * $0 % 977) }.joined(),
        ])
    func compression(text: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).gz")
        defer { _ = unlink(file.path) }
        try Data(try Gzip.compress(Array(text.utf8))).write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(bytes == Data(text.utf8))
    }
}
