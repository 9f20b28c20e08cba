import Foundation
import Testing

@testable import PacelineWeb

@Suite("Installed web app") struct InstallationTests {
    private struct Manifest: Decodable {
        let name: String
        let startURL: String
        let display: String
        let icons: [Icon]

        struct Icon: Decodable {
            let src: String
            let sizes: String
            let purpose: String?
        }

        enum CodingKeys: String, CodingKey {
            case name, display, icons
            case startURL = "start_url"
        }
    }

    @Test("The manifest has all required members, and each icon has the stated size")
    func manifest() throws {
        let assets = try PageRenderer().assets
        let file = try #require(assets.asset(named: "manifest.webmanifest"))
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(file.bytes))
        #expect(manifest.name == "Paceline" && manifest.startURL == "/" && manifest.display == "standalone")
        #expect(Set(manifest.icons.map(\.sizes)).isSuperset(of: ["192x192", "512x512"]))
        #expect(manifest.icons.contains { $0.purpose == "maskable" })
        for icon in manifest.icons {
            let picture = try #require(assets.asset(at: icon.src))
            #expect(Self.size(ofPNG: picture.bytes) == icon.sizes, "\(icon.src)")
        }
    }

    @Test("The browser's theme colour matches the page, in light and dark mode")
    func themeColours() async throws {
        let style = try #require(try PageRenderer().assets.asset(named: "style.css"))
        let grounds = String(decoding: style.bytes, as: UTF8.self).matches(of: /--ground: (#[0-9a-f]{6})/)
            .map { String($0.1) }
        try await Site.run { site in
            let page = try await site.browser().open("/").text
            for (scheme, ground) in zip(["light", "dark"], grounds) {
                let tag = #"content="\#(ground)" media="(prefers-color-scheme: \#(scheme))""#
                #expect(page.contains(tag), "\(tag)")
            }
        }
        #expect(grounds.count == 2)
    }

    private static func size(ofPNG bytes: [UInt8]) -> String {
        func number(at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
        return "\(number(at: 16))x\(number(at: 20))"
    }
}
