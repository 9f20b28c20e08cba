import Testing

@testable import PacelineEngine

@Suite("The relying party of passkeys")
struct RelyingPartyTests {
    @Test(
        "it is the domain of the public address, and its origin the address without a path",
        arguments: [
            ("https://crew.example", "crew.example", "https://crew.example"),
            ("https://Crew.Example:443/social", "crew.example", "https://crew.example"),
            ("https://social.crew.example:8443", "social.crew.example", "https://social.crew.example:8443"),
            ("http://127.0.0.1:8080", "localhost", "http://localhost:8080"),
            ("http://localhost:80", "localhost", "http://localhost"),
            ("https://[::1]:8443", "localhost", "https://localhost:8443"),
        ])
    func origins(address: String, id: String, origin: String) throws {
        let relyingParty = try #require(RelyingParty(publicURL: address, apps: []))
        #expect(relyingParty.id == id && relyingParty.origins == [origin])
    }

    @Test(
        "browsers allow none over HTTP or at an IP address",
        arguments: [
            "http://crew.example", "https://192.0.2.1", "https://[2001:db8::1]", "ftp://localhost",
            "https://crew_example", "https://crew.example.", "crew.example", "https://", "",
        ])
    func none(address: String) {
        #expect(RelyingParty(publicURL: address, apps: []) == nil)
    }

    @Test("on this machine, passkeys work at localhost only")
    func usable() throws {
        let local = try #require(RelyingParty(publicURL: "http://127.0.0.1:8080", apps: []))
        #expect(local.isUsable(at: "localhost:8080") && local.isUsable(at: "localhost"))
        #expect(!local.isUsable(at: "127.0.0.1:8080") && !local.isUsable(at: "[::1]:8080"))
        let site = try #require(RelyingParty(publicURL: "https://crew.example", apps: []))
        #expect(site.isUsable(at: "10.0.0.1:8080") && site.isUsable(at: nil))
    }

    @Test(
        "an app is its identifier, or its package and the SHA-256 of its certificate",
        arguments: [
            ("ABCDE12345.com.example.crew", true), ("com.example.crew", false), ("abcde12345.com", false),
            ("ABCDE12345", false), ("", false), ("com.example.crew=", false),
            ("com.example.crew=14:6D", false),
            ("crew=\(Self.fingerprint)", false), ("com.example.crew=\(Self.fingerprint)", true),
            ("com.example.crew=\(Self.fingerprint):00", false),
            ("com.example.crew=\(Self.fingerprint)=", false),
            ("com.example.crew=\(Self.fingerprint.replacing("14", with: "1g"))", false),
        ])
    func apps(text: String, isValid: Bool) throws {
        let app = PasskeyApp(text)
        #expect((app != nil) == isValid)
        guard case .android(let package, let certificate) = app else { return }
        #expect(package == "com.example.crew" && PasskeyApp.fingerprint(of: certificate) == Self.fingerprint)
    }

    private static let fingerprint = (["14", "6D", "0A"] + [String](repeating: "FF", count: 29)).joined(
        separator: ":")
}
