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

    @Test("The log is text or JSON; another format is rejected", arguments: ["text", "json", "xml"])
    func logFormat(_ format: String) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json", environment: ["PACELINE_LOG_FORMAT": format])
        guard format != "xml" else {
            let failure = #expect(throws: Failure.self) { try configuration.check() }
            #expect(failure?.message.contains("logFormat is “xml”") == true)
            return
        }
        try configuration.check()
        #expect(try configuration.logFormat().rawValue == format)
    }

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

    @Test(
        "A metrics token that could be guessed or cannot be sent is rejected; a valid one is masked",
        arguments: [
            ("", true), (String(repeating: "a", count: 31), false), (String(repeating: "a", count: 32), true),
            (String(repeating: "a", count: 257), false), (String(repeating: "a ", count: 16), false),
            (String(repeating: "ä", count: 32), false),
        ])
    func metricsToken(_ token: String, isValid: Bool) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json", environment: ["PACELINE_METRICS_TOKEN": token])
        guard isValid else {
            let failure = #expect(throws: Failure.self) { try configuration.check() }
            #expect(failure?.message.contains("metricsToken") == true)
            #expect(failure?.message.contains(token) == false)
            return
        }
        #expect(try configuration.server().metricsToken == (token.isEmpty ? nil : token))
        let key = try #require(ConfigurationKey.all.first { $0.name == "metricsToken" })
        #expect(configuration.shown(key) == (token.isEmpty ? "" : "••••••"))
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

    @Test(
        "Counts are settings, and those by time are turned off with the rate limits",
        arguments: [true, false])
    func counts(limitsRates: Bool) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json",
            environment: [
                "PACELINE_RATE_LIMITS": "\(limitsRates)", "PACELINE_COMMENT_LIMIT": "60",
                "PACELINE_WAITING_REQUEST_LIMIT": "70",
            ])
        let quotas = try configuration.environment().quotas
        #expect(quotas.commentsPerHour == (limitsRates ? 60 : nil) && quotas.waitingRequests == 70)
        #expect(quotas.deviceAccountsPerDay == (limitsRates ? 100 : nil))
    }

    @Test("Limits on bodies are given in megabytes, kilobytes and seconds")
    func bodies() async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json",
            environment: ["PACELINE_BODY_MEMORY": "200", "PACELINE_LOWEST_UPLOAD_RATE": "50"])
        let limits = try configuration.server().bodies
        #expect(limits.memory == 200_000_000 && limits.lowestRate == 50_000)
        #expect(limits.uploadsPerPerson == 2 && limits.grace == 5)
    }

    @Test("The admission of requests is given in milliseconds, and can be turned off")
    func admission() async throws {
        func load(_ flags: [String: String]) async throws -> CommunityConfiguration {
            try await CommunityConfiguration.load(
                file: "/nowhere/paceline.json", flags: flags, environment: [:])
        }
        let standard = try #require(try await load([:]).server().admission)
        #expect(standard.running == nil && standard.timeout == 0.1 && standard.target == 0.02)
        let flags = ["runningRequests": "8", "queueTimeout": "500", "queueTarget": "500"]
        let chosen = try #require(try await load(flags).server().admission)
        #expect(chosen.running == 8 && chosen.timeout == 0.5 && chosen.target == 0.5)
        let off = try await load(["admission": "false"]).server().admission
        #expect(off == nil)
        let tooShort = try await load(["queueTimeout": "10"])
        let failure = #expect(throws: Failure.self) { try tooShort.check() }
        #expect(failure?.message.contains("queueTarget is 20") == true)
    }

    @Test(
        "A quota or limit out of range is rejected with its key",
        arguments: [
            ("storageLimit", "0"), ("firstWeekStorageLimit", "-1"), ("minimumFreeDisk", "10000001"),
            ("storageLimit", "1 GB"), ("bodyMemory", "19"), ("uploadsPerPerson", "0"),
            ("commentLimit", "0"), ("waitingRequestLimit", "0"), ("deviceAccountLimit", "many"),
            ("lowestUploadRate", "0"), ("slowUploadTime", "0"), ("runningRequests", "-1"),
            ("queueTimeout", "0"), ("admission", "maybe"),
        ])
    func badLimit(key: String, text: String) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json", flags: [key: text], environment: [:])
        let failure = #expect(throws: Failure.self) { try configuration.check() }
        #expect(failure?.message.contains("\(key) is “\(text)”") == true)
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
        "A password in a PostgreSQL argument is noticed and masked",
        arguments: [
            "postgres://ana:secret@host/paceline", "postgresql://ana:secret@host:5432/paceline",
            "--database=postgres://ana:secret@host/paceline", "--to=postgres:///paceline?password=secret",
            "postgres://ana@host/paceline?sslmode=require&sslpassword=secret",
        ])
    func passwordInArgument(argument: String) {
        #expect(DatabaseLocation.hasPassword(inArgument: argument))
        #expect(!DatabaseLocation.withoutPassword(argument).contains("secret"))
    }

    @Test(
        "An address without a password, or another text, is not noticed",
        arguments: [
            "postgres://ana@host/paceline", "postgres:///paceline?host=/var/run/postgresql", "--database",
            "--database=postgres://ana@host:5432/paceline", "https://ana:secret@host/", "sqlite:a:b@c", "",
            "--", "--=",
            "Look: postgres://ana:secret@host/paceline",
        ])
    func noPasswordInArgument(argument: String) {
        #expect(!DatabaseLocation.hasPassword(inArgument: argument))
    }

    @Test(
        "A password in an argument causes a warning, one in the environment does not",
        arguments: [true, false])
    func passwordWarning(isArgument: Bool) async throws {
        let (home, address) = (try Folder(), "postgres://ana:secret@host/paceline")
        let data = ["config", "--data", home.path]
        let run = try await PacelineProcess.run(
            isArgument ? data + ["--database", address] : data, home: home,
            environment: isArgument ? [:] : ["PACELINE_DATABASE": address])
        #expect(run.status == 0, "\(run.messages)")
        #expect(run.messages.contains("PGPASSFILE") == isArgument)
        #expect(run.output.contains("postgres://ana:••••••@host/paceline"))
        #expect(!(run.output + run.messages).contains("secret"))
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
                    #""id": "chess", "shareTexts": ["Chess {time}"], "examples": [{"text": "Chess", "isCompleted": true}]"#
                ), "games[0].examples[0]"
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
