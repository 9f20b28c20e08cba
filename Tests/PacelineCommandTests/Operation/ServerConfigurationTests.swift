import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Configuration of the server") struct ServerConfigurationTests {
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
        "Counts are settings, and those by time are turned off with the rate limits",
        arguments: [true, false])
    func counts(limitsRates: Bool) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json",
            environment: [
                "PACELINE_RATE_LIMITS": "\(limitsRates)", "PACELINE_COMMENT_LIMIT": "60",
                "PACELINE_WAITING_REQUEST_LIMIT": "70", "PACELINE_WORKOUT_LIMIT": "100",
            ])
        let quotas = try configuration.environment().quotas
        #expect(quotas.commentsPerHour == (limitsRates ? 60 : nil) && quotas.waitingRequests == 70)
        #expect(quotas.workoutsPerDay == (limitsRates ? 100 : nil))
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
            ("commentLimit", "0"), ("workoutLimit", "99"), ("waitingRequestLimit", "0"),
            ("deviceAccountLimit", "many"),
            ("lowestUploadRate", "0"), ("slowUploadTime", "0"), ("runningRequests", "-1"),
            ("queueTimeout", "0"), ("admission", "maybe"), ("logDays", "92"),
        ])
    func badLimit(key: String, text: String) async throws {
        let configuration = try await CommunityConfiguration.load(
            file: "/nowhere/paceline.json", flags: [key: text], environment: [:])
        let failure = #expect(throws: Failure.self) { try configuration.check() }
        #expect(failure?.message.contains("\(key) is “\(text)”") == true)
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
}
