import Foundation
import HTTPTypes
import Testing

@testable import PacelineWeb

@Suite("Assets") struct AssetTests {
    @Test("Styles and scripts stay small")
    func size() throws {
        let assets = try PageRenderer().assets
        for (name, limit) in [("style.css", 48_000), ("script.js", 45_000), ("icons.svg", 8_000)] {
            #expect(try #require(assets.asset(named: name)).bytes.count <= limit, "\(name)")
        }
    }

    @Test("Nothing moves for those who ask for less motion")
    func reducedMotion() throws {
        let assets = try PageRenderer().assets
        func text(_ name: String) throws -> String {
            String(decoding: try #require(assets.asset(named: name)).bytes, as: UTF8.self)
        }
        let style = try text("style.css").replacing(#/\/\*[\s\S]*?\*\//#, with: "")
        let rule = try #require(
            style.firstMatch(
                of: /@media \(prefers-reduced-motion: reduce\) \{ \*, ::before, ::after \{([^}]*)\} \}/))
        for declaration in ["animation: none", "transition: none", "scroll-behavior: auto"] {
            #expect(rule.1.contains("\(declaration) !important;"), "\(declaration)")
        }
        // The rule undoes all others unless they are as important, or move what its selectors leave out.
        let moving = style.replacing(String(rule.0), with: "")
            .matches(of: /([^{}]*)\{([^{}]*\b(?:transition|animation|scroll-behavior)[-a-z]*:[^{}]*)\}/)
        #expect(moving.count >= 4)
        for other in moving {
            #expect(!other.2.contains(/(transition|animation|scroll-behavior)[-a-z]*:[^;]*!important/))
            #expect(!other.1.replacing(/::(before|after)/, with: "").contains("::"), "\(other.1)")
        }
        #expect(try !text("script.js").contains(/\.animate\(|smooth|ViewTransition/))
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
