import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Configuration of the community") struct CommunityConfigurationTests {
    @Test(
        "Nonces of Sign in with Apple are optional or the server's; another value is rejected",
        arguments: ["optional", "server", "app"])
    func appleNonce(_ rule: String) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json", environment: ["PACELINE_APPLE_NONCE": rule])
        guard rule != "app" else {
            let failure = #expect(throws: Failure.self) { try configuration.check() }
            #expect(failure?.message.contains("appleNonce is “app”") == true)
            return
        }
        try configuration.check()
        #expect(try configuration.environment().appleNonce.rawValue == rule)
    }

    @Test(
        "Workouts that look impossible are held unless the operator only lists them",
        arguments: [(nil, true), ("on", true), ("false", false)] as [(String?, Bool)])
    func experienceReview(_ text: String?, holds: Bool) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json",
            environment: text.map { ["PACELINE_EXPERIENCE_REVIEW": $0] } ?? [:])
        try configuration.check()
        #expect(try configuration.environment().holdsAnomalies == holds)
    }

    @Test("Apps that use passkeys are separated by commas; anything else is rejected")
    func passkeyApps() async throws {
        let fingerprint = [String](repeating: "0A", count: 32).joined(separator: ":")
        let load = { (text: String) in
            try await CommunityConfiguration.load(
                file: "/nowhere/paceline.json", environment: ["PACELINE_PASSKEY_APPS": text])
        }
        let valid = try await load("ABCDE12345.com.example.crew, com.example.crew=\(fingerprint)")
        try valid.check()
        #expect(try valid.environment().passkeyApps.count == 2)
        #expect(try await load("").environment().passkeyApps.isEmpty)
        let invalid = try await load("ABCDE12345.com.example.crew,com.example.crew")
        let failure = #expect(throws: Failure.self) { try invalid.check() }
        #expect(failure?.message.contains("passkeyApps contains “com.example.crew”") == true)
    }

    @Test("Mail needs a program that exists and a sender; without a program there is none")
    func mail() async throws {
        let load = { (command: String, sender: String) in
            try await CommunityConfiguration.load(
                file: "/nowhere/paceline.json",
                environment: ["PACELINE_MAIL_COMMAND": command, "PACELINE_MAIL_FROM": sender])
        }
        let valid = try await load("sh -c true", "crew@crew.example")
        try valid.check()
        #expect(try valid.environment().mail != nil)
        let none = try await load("", "")
        #expect(try none.environment().mail == nil)
        for (command, sender, message) in [
            ("no-such-program -t", "crew@crew.example", "mailCommand is “no-such-program -t”."),
            ("sh", "crew", "mailCommand needs mailFrom"), ("sh", "", "mailCommand needs mailFrom"),
            ("", "crew@crew.example", "mailFrom needs mailCommand"),
        ] {
            let invalid = try await load(command, sender)
            let failure = #expect(throws: Failure.self) { try invalid.check() }
            #expect(failure?.message.contains(message) == true, "\(command)")
        }
    }

    @Test(
        "The operator's contact is an email address or an HTTPS address; another text is rejected",
        arguments: ["", "crew@example.org", "https://crew.example", "ftp://crew.example"])
    func operatorContact(_ contact: String) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json",
            environment: ["PACELINE_OPERATOR_NAME": "Crew", "PACELINE_OPERATOR_CONTACT": contact])
        guard !contact.hasPrefix("ftp") else {
            let failure = #expect(throws: Failure.self) { try configuration.check() }
            #expect(failure?.message.contains("operatorContact is “ftp://crew.example”") == true)
            return
        }
        try configuration.check()
        let known = try configuration.serverOperator()
        #expect(known.name == "Crew" && known.contact?.text == (contact.isEmpty ? nil : contact))
    }

    @Test("A name of the operator that is too long is rejected")
    func operatorName() async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json",
            environment: ["PACELINE_OPERATOR_NAME": String(repeating: "x", count: 101)])
        let failure = #expect(throws: Failure.self) { try configuration.check() }
        #expect(failure?.message.contains("operatorName") == true)
    }

    @Test("Members cannot take the operator's name")
    func communityNames() async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json", environment: ["PACELINE_OPERATOR_NAME": "Tuesday Crew"])
        let names = try configuration.environment().communityNames
        let error = #expect(throws: SocialError.self) { try DisplayName("Tuesday Crew", in: names) }
        #expect(error?.code == .nameReserved)
        #expect(throws: Never.self) { try DisplayName("Tuesday", in: names) }
    }

    @Test(
        "A server that others can reach and that has no minimum age is noticed",
        arguments: [
            ([:], false), (["PACELINE_PUBLIC_URL": "https://crew.example"], true),
            (["PACELINE_HOST": "0.0.0.0"], true), (["PACELINE_HOST": "::1"], false),
            (["PACELINE_PUBLIC_URL": "https://crew.example", "PACELINE_MINIMUM_AGE": "0"], false),
        ])
    func minimumAge(environment: [String: String], isLacking: Bool) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json", environment: environment)
        #expect(configuration.lacksMinimumAge == isLacking)
        #expect(try configuration.environment().minimumAge == 0)
    }

    @Test("A minimum age is a number of years", arguments: [("16", true), ("-1", false), ("old", false)])
    func minimumAge(text: String, isValid: Bool) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json", environment: ["PACELINE_MINIMUM_AGE": text])
        guard isValid else {
            let failure = #expect(throws: Failure.self) { try configuration.check() }
            #expect(failure?.message.contains("minimumAge is “\(text)”") == true)
            return
        }
        #expect(try configuration.environment().minimumAge == 16)
    }

    @Test("Quotas are given in megabytes")
    func quotas() async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json",
            environment: ["PACELINE_STORAGE_LIMIT": "5000", "PACELINE_MINIMUM_FREE_DISK": "0"])
        let quotas = try configuration.environment().quotas
        #expect(quotas.storage == 5_000_000_000 && quotas.firstWeekStorage == 200_000_000)
        #expect(quotas.freeDisk == 0)
        let standard = try await CommunityConfiguration.load(file: "/nowhere/paceline.json", environment: [:])
        #expect(try standard.environment().quotas.storage == 1_000_000_000)
    }

    @Test("Additional games are read from the configured file")
    func games() async throws {
        let folder = try Folder()
        let file = try folder.write(
            #"""
            {"games": [{"id": "chess", "name": "Chess", "symbol": "crown", "scoring": "lowerTimeSeconds",
              "maximum": 180, "shareTexts": ["Chess {puzzle} in {time}"], "anchor": {"puzzle": 1, "day": 20260101},
              "examples": [{"text": "Chess 7 in 0:45", "puzzle": 7, "score": 45, "isCompleted": true}]}]}
            """#, to: "games.json")
        let configuration = try await load(games: file.path)
        #expect(try configuration.environment().games.games.last?.id.description == "chess")
        #expect(try await load(games: "").environment().games == .standard)
    }

    @Test(
        "An invalid games file is rejected with the position of the error",
        arguments: [
            ("{", "JSON"), (#"{"games": [{"id": "chess"}]}"#, "games[0]"),
            (Self.game(#""id": "wordle""#), "games[0].id"), (Self.game(#""id": "a b""#), "games[0].id"),
            (Self.game(#""id": "chess", "shareText": []"#), "games[0].shareText"),
            (Self.game(#""id": "chess", "shareTexts": ["Chess {nothing}"]"#), "games[0].shareTexts[0]"),
            (
                Self.game(
                    #""id": "chess", "shareTexts": ["Chess {time}"], "#
                        + #""examples": [{"text": "Chess", "isCompleted": true}]"#),
                "games[0].examples[0]"
            ),
        ])
    func badGames(text: String, place: String) async throws {
        let folder = try Folder()
        let file = try folder.write(text, to: "games.json")
        let configuration = try await load(games: file.path)
        let failure = #expect(throws: Failure.self) { try configuration.check() }
        #expect(failure?.message.contains(place) == true, "\(failure?.message ?? "")")
        let missing = try await load(games: folder.file("none.json").path)
        #expect(throws: Failure.self) { try missing.check() }
    }

    @Test("More words are read from the configured file, and a wrong line is named")
    func words() async throws {
        let folder = try Folder()
        let good = try folder.write("4 rivalword\n0 bullshit", to: "words.txt")
        let bad = try folder.write("3 darn\nfour foul", to: "bad.txt")
        func load(_ path: String) async throws -> CommunityConfiguration {
            try await CommunityConfiguration.load(
                file: "/nowhere/paceline.json", flags: ["wordList": path], environment: [:])
        }
        let words = try await load(good.path).environment().words
        #expect(words.severity(of: "rivalword") == 4 && words.severity(of: "bullshit") == 0)
        let builtIn = try await load("").environment().words
        #expect(builtIn.severity(of: "rivalword") == 0 && builtIn.severity(of: "bullshit") == 2)
        let wrong = try await load(bad.path)
        let failure = #expect(throws: Failure.self) { try wrong.check() }
        #expect(failure?.message.contains("Line 2") == true)
        let missing = try await load(folder.file("none.txt").path)
        #expect(throws: Failure.self) { try missing.check() }
    }

    private func load(games: String) async throws -> CommunityConfiguration {
        try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json", flags: ["games": games], environment: [:])
    }

    private static func game(_ fields: String) -> String {
        #"{"games": [{"name": "Chess", "symbol": "crown", "scoring": "lowerTimeSeconds", "maximum": 180, \#(fields)}]}"#
    }
}
