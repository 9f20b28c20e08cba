import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Configuration") struct ConfigurationTests {
    @Test("Precedence: flags, environment, file, defaults")
    func precedence() async throws {
        let folder = try Folder()
        let file = try folder.write(
            #"{"host": "file", "port": 1001, "logLevel": "debug", "rateLimits": false}"#, to: "paceline.json")
        let configuration = try await CommunityConfiguration.load(
            file: file.path, flags: ["host": "flag"],
            environment: ["PACELINE_HOST": "environment", "PACELINE_PORT": "1002"])
        #expect(configuration.text("host") == "flag")
        #expect(configuration.origin("host") == .flag)
        #expect(configuration.text("port") == "1002")
        #expect(configuration.origin("port") == .environment)
        #expect(configuration.text("logLevel") == "debug")
        #expect(try configuration.isOn("rateLimits") == false)
        #expect(configuration.origin("rateLimits") == .file)
        #expect(configuration.text("drainTime") == "4")
        #expect(configuration.origin("drainTime") == .defaultValue)
    }

    @Test(
        "A preset changes defaults, and every other source takes precedence over it",
        arguments: [
            ([:], "friends", CommunityConfiguration.Origin.defaultValue),
            (["PACELINE_PRESET": "streaksync"], "groups", .preset),
            (
                ["PACELINE_PRESET": "streaksync", "PACELINE_SCORE_VISIBILITY": "public"], "public",
                .environment
            ),
        ])
    func preset(
        environment: [String: String], visibility: String, origin: CommunityConfiguration.Origin
    ) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json", environment: environment)
        try configuration.check()
        #expect(configuration.text("scoreVisibility") == visibility)
        #expect(configuration.origin("scoreVisibility") == origin)
        #expect(try configuration.environment().scoreVisibility.rawValue == visibility)
    }

    @Test(
        "An unknown preset or visibility is rejected",
        arguments: [("PACELINE_PRESET", "preset is “all”"), ("PACELINE_SCORE_VISIBILITY", "scoreVisibility")])
    func unknownChoice(variable: String, message: String) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json", environment: [variable: "all"])
        let failure = #expect(throws: Failure.self) { try configuration.check() }
        #expect(failure?.message.contains(message) == true)
    }

    @Test("Environment variables separate words with underscores")
    func environmentNames() async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json",
            environment: ["PACELINE_PUBLIC_URL": "https://x.example", "PACELINE_TRUST_FORWARDED_FOR": "true"])
        #expect(configuration.text("publicURL") == "https://x.example")
        #expect(try configuration.isOn("trustForwardedFor"))
    }

    @Test("An unknown key in the file suggests the closest one")
    func misspelt() async throws {
        let folder = try Folder()
        let file = try folder.write(#"{"prot": 9000}"#, to: "paceline.json")
        let failure = await #expect(throws: Failure.self) {
            try await CommunityConfiguration.load(file: file.path, environment: [:])
        }
        #expect(failure?.message.contains("“prot”") == true)
        #expect(failure?.advice?.contains("“port”") == true)
    }

    @Test("A misspelt variable is rejected; other variables are ignored")
    func misspeltVariable() async throws {
        let load = { (name: String) in
            try await CommunityConfiguration.load(file: "/nowhere/paceline.json", environment: [name: "1"])
        }
        let failure = await #expect(throws: Failure.self) { try await load("PACELINE_PROT") }
        #expect(failure?.advice?.contains("PACELINE_PORT") == true)
        for name in ["PACELINE_HOME", "PACELINE_WEATHER", "PORT"] { _ = try await load(name) }
    }

    @Test(
        "The public URL defaults to the listening address",
        arguments: [
            (["port": "9000"], "http://127.0.0.1:9000"), (["host": "0.0.0.0"], "http://127.0.0.1:8080"),
            (["host": "::1", "tlsCertificate": "a.pem"], "https://[::1]:8080"),
            (["port": "9000", "publicURL": "https://x.example"], "https://x.example"),
        ])
    func publicURL(flags: [String: String], expected: String) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json", flags: flags, environment: [:])
        #expect(configuration.text("publicURL") == expected)
    }

    @Test(
        "With port 0, the public URL is known once the server listens",
        arguments: [([:], "http://127.0.0.1:5123"), (["publicURL": "https://x.example"], nil)])
    func freePort(flags: [String: String], expected: String?) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json", flags: flags.merging(["port": "0"]) { $1 }, environment: [:])
        #expect(configuration.publicURL(listeningOn: "5123") == expected)
    }

    @Test("An invalid value is rejected with its key", arguments: ["0.5", "-1", "70000", "many"])
    func badNumber(text: String) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json", flags: ["port": text], environment: [:])
        let failure = #expect(throws: Failure.self) { try configuration.server() }
        #expect(failure?.message.contains("port") == true)
    }

    @Test(
        "A file that is not a JSON object, or a missing required file, is rejected",
        arguments: ["{", "[1]", "7"])
    func badFile(text: String) async throws {
        let folder = try Folder()
        let file = try folder.write(text, to: "paceline.json")
        await #expect(throws: Failure.self) {
            try await CommunityConfiguration.load(file: file.path, environment: [:])
        }
        await #expect(throws: Failure.self) {
            try await CommunityConfiguration.load(
                file: folder.file("none.json").path, isRequired: true, environment: [:])
        }
    }
}
