import Foundation
import Logging
import Paceline
import PacelineEngine
import PacelineServer
import PacelineWeb

extension CommunityConfiguration {
    /// Validates every setting.
    /// - Throws: ``Failure`` that names the first invalid setting.
    func check() throws {
        try checkPreset()
        _ = try server()
        _ = try environment()
        _ = try serverOperator()
        _ = try logLevel()
        _ = try logFormat()
        _ = try databaseConnections()
    }

    func server() throws -> ServerConfiguration {
        let (certificate, key) = (text("tlsCertificate"), text("tlsKey"))
        guard certificate.isEmpty == key.isEmpty else {
            throw Failure(.rejected, "TLS needs both tlsCertificate and tlsKey.")
        }
        func limit(_ name: String, _ key: String) throws -> RateLimit {
            RateLimit(name: name, count: try number(key, 1...1_000_000), window: 60)
        }
        let limits = RateLimits(
            person: try limit("person", "personLimit"), address: try limit("address", "addressLimit"),
            signIn: try limit("sign-in", "signInLimit"), code: try limit("code", "codeLimit"))
        var configuration = ServerConfiguration(
            host: text("host"), port: try number("port", 0...65_535),
            tls: certificate.isEmpty ? nil : .init(certificatePath: certificate, keyPath: key),
            requestTimeout: TimeInterval(try number("requestTimeout", 1...3_600)),
            drainTime: TimeInterval(try number("drainTime", 0...60)),
            rateLimits: try isOn("rateLimits") ? limits : .none,
            trustsForwardedFor: try isOn("trustForwardedFor"), metricsToken: try metricsToken())
        configuration.bodies = try bodyLimits()
        let admission = try admissionLimits()
        configuration.admission = try isOn("admission") ? admission : nil
        return configuration
    }

    private func admissionLimits() throws -> AdmissionLimits {
        let running = try number("runningRequests", 0...100_000)
        let (timeout, target) = (
            try number("queueTimeout", 1...60_000), try number("queueTarget", 1...60_000)
        )
        guard target <= timeout else {
            throw Failure(
                .rejected,
                "queueTarget is \(target) and longer than queueTimeout; use at most \(timeout) milliseconds.")
        }
        var limits = AdmissionLimits()
        limits.running = running == 0 ? nil : running
        limits.timeout = Double(timeout) / 1_000
        limits.target = Double(target) / 1_000
        return limits
    }

    private func bodyLimits() throws -> BodyLimits {
        var limits = BodyLimits()
        // Less would not take the largest picture.
        limits.memory = try number("bodyMemory", 20...1_000_000) * 1_000_000
        limits.uploadsPerPerson = try number("uploadsPerPerson", 1...1_000)
        limits.lowestRate = try number("lowestUploadRate", 1...1_000_000) * 1_000
        limits.grace = Double(try number("slowUploadTime", 1...3_600))
        return limits
    }

    /// The token for `/metrics`; nil for none. Wrong tokens are not limited, so it must be too long to guess.
    private func metricsToken() throws -> String? {
        let token = text("metricsToken")
        guard !token.isEmpty else { return nil }
        guard (32...256).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw Failure(
                .rejected, "metricsToken is not a safe token; use 32 to 256 visible ASCII characters.",
                advice: "Generate one with: openssl rand -hex 32")
        }
        return token
    }

    func environment() throws -> EngineEnvironment {
        let audiences = text("appleAudiences").split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        let apple = AppleSignIn(
            issuer: text("appleIssuer"), audiences: audiences, keysURL: text("appleKeysURL"))
        var environment = EngineEnvironment(
            appleVerifier: audiences.isEmpty ? nil : JWKSAppleVerifier(apple), publicURL: text("publicURL"),
            usernamePolicy: UsernamePolicy(longest: try number("usernameLength", 3...30)),
            games: try games(), scoreVisibility: try scoreVisibility(),
            sessionLifetime: TimeInterval(try number("sessionDays", 1...3_650)) * 86_400,
            logLifetime: TimeInterval(try number("logDays", 1...91)) * 86_400)
        environment.appleNonce = try appleNonce()
        environment.holdsAnomalies = try isOn("experienceReview")
        environment.minimumAge = try minimumAge()
        environment.quotas = try quotas()
        environment.passkeyApps = try passkeyApps()
        environment.words = try words()
        environment.communityNames = try communityNames()
        environment.mail = try mail()
        return environment
    }

    /// What sends mail; nil for none.
    func mail() throws -> (any MailTransport)? {
        let (command, sender) = (text("mailCommand"), text("mailFrom"))
        guard !command.isEmpty else {
            guard sender.isEmpty else {
                throw Failure(.rejected, "mailFrom needs mailCommand, the program that sends mail.")
            }
            return nil
        }
        guard let address = MailAddress(sender) else {
            throw Failure(
                .rejected,
                "mailCommand needs mailFrom, an address such as crew@crew.example; it is “\(sender)”.")
        }
        do {
            return try MailCommand(command, from: address)
        } catch {
            throw Failure(.rejected, "mailCommand is “\(command)”. \(error)")
        }
    }

    private func passkeyApps() throws -> [PasskeyApp] {
        try text("passkeyApps").split(separator: ",").map { part in
            let text = part.trimmingCharacters(in: .whitespaces)
            guard let app = PasskeyApp(text) else {
                throw Failure(
                    .rejected,
                    "passkeyApps contains “\(text)”; use ABCDE12345.com.example.app, or "
                        + "com.example.app=14:6D:… with the 32 bytes of the certificate's SHA-256.")
            }
            return app
        }
    }

    private func appleNonce() throws -> AppleNonceRule {
        guard let rule = AppleNonceRule(rawValue: text("appleNonce")) else {
            throw Failure(.rejected, "appleNonce is “\(text("appleNonce"))”; use optional or server.")
        }
        return rule
    }

    func minimumAge() throws -> Int { try number("minimumAge", 0...100) }

    /// Whether people elsewhere can sign up and no minimum age has been decided on.
    var lacksMinimumAge: Bool {
        let addresses = [text("host"), URL(string: text("publicURL"))?.host() ?? ""]
        return origin("minimumAge") == .defaultValue && !addresses.allSatisfy(Self.isLoopback)
    }

    private static func isLoopback(_ host: String) -> Bool {
        ["localhost", "::1", "[::1]"].contains(host) || host.hasPrefix("127.")
    }

    private func checkPreset() throws {
        let name = text("preset")
        guard name.isEmpty || CommunityPreset(rawValue: name) != nil else {
            let known = CommunityPreset.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(.rejected, "preset is “\(name)”; use \(known), or leave it empty.")
        }
    }

    /// The default visibility of new members' scores.
    func scoreVisibility() throws -> ScoreVisibility {
        guard let visibility = ScoreVisibility(rawValue: text("scoreVisibility")) else {
            let known = ScoreVisibility.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(.rejected, "scoreVisibility is “\(text("scoreVisibility"))”; use one of \(known).")
        }
        return visibility
    }

    /// How much each person may store and do.
    func quotas() throws -> Quotas {
        func bytes(_ key: String, from least: Int) throws -> Int64 {
            Int64(try number(key, least...10_000_000)) * 1_000_000
        }
        var quotas = Quotas()
        quotas.storage = try bytes("storageLimit", from: 1)
        quotas.firstWeekStorage = try bytes("firstWeekStorageLimit", from: 1)
        quotas.freeDisk = try bytes("minimumFreeDisk", from: 0)
        quotas.waitingRequests = try number("waitingRequestLimit", 1...1_000_000)
        let comments = try number("commentLimit", 1...1_000_000)
        // A batch of new workouts must fit.
        let workouts = try number("workoutLimit", IdentifiedDraft.batchLimit...1_000_000)
        let deviceAccounts = try number("deviceAccountLimit", 1...1_000_000)
        let limitsRates = try isOn("rateLimits")
        quotas.commentsPerHour = limitsRates ? comments : nil
        quotas.workoutsPerDay = limitsRates ? workouts : nil
        quotas.deviceAccountsPerDay = limitsRates ? deviceAccounts : nil
        return quotas
    }

    func serverOperator() throws -> ServerOperator {
        let (name, contact) = (text("operatorName"), text("operatorContact"))
        guard name.count <= 100, !name.contains(where: \.isNewline) else {
            throw Failure(.rejected, "operatorName is too long; use at most 100 characters on one line.")
        }
        let address = ServerOperator.Contact(contact)
        guard contact.isEmpty || address != nil else {
            throw Failure(
                .rejected, "operatorContact is “\(contact)”; use an email address or an https:// address.")
        }
        return ServerOperator(name: name.isEmpty ? nil : name, contact: address)
    }

    /// The names that members cannot use.
    func communityNames() throws -> CommunityNames {
        CommunityNames([try serverOperator().name].compactMap(\.self))
    }

    func logLevel() throws -> Logger.Level {
        guard let level = Logger.Level(rawValue: text("logLevel")) else {
            let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(.rejected, "logLevel is “\(text("logLevel"))”; use one of \(known).")
        }
        return level
    }

    func logFormat() throws -> LogFormat {
        guard let format = LogFormat(rawValue: text("logFormat")) else {
            throw Failure(.rejected, "logFormat is “\(text("logFormat"))”; use text or json.")
        }
        return format
    }
}

extension CommunityConfiguration {
    /// A log on standard error, for commands that run beside the server.
    func logger() throws -> Logger {
        let format = try logFormat()
        var logger = Logger(label: "paceline") { label in format.handler(label) }
        logger.logLevel = try logLevel()
        return logger
    }
}

extension EngineEnvironment {
    /// Logs security events, changes of roles, and what the staff decide and hand over, at `notice`, without secrets
    /// and texts.
    mutating func logSecurity(to logger: Logger) {
        securityLog = { kind, person in
            logger.notice("Security event", metadata: ["kind": "\(kind.rawValue)", "person": "\(person)"])
        }
        roleLog = { person, role, actor in
            logger.notice(
                "Change of a role",
                metadata: [
                    "person": "\(person)", "role": "\(role?.rawValue ?? "member")",
                    "by": "\(actor?.description ?? "operator")",
                ])
        }
        redemptionLog = { redemption, state, administrator in
            logger.notice(
                "Redeemed reward",
                metadata: [
                    "redemption": "\(redemption)", "state": "\(state.rawValue)",
                    "by": "\(administrator?.description ?? "operator")",
                ])
        }
        decisionLog = { workout, outcome, moderator in
            logger.notice(
                "Decision about a workout",
                metadata: [
                    "workout": "\(workout)", "outcome": "\(outcome.rawValue)",
                    "moderator": "\(moderator?.description ?? "operator")",
                ])
        }
    }
}

/// How the server writes its log to standard error.
enum LogFormat: String {
    case text
    /// One JSON object a line, for log collectors.
    case json

    func handler(_ label: String) -> any LogHandler {
        switch self {
        case .text: StreamLogHandler.standardError(label: label)
        case .json: JSONLogHandler(label: label)
        }
    }
}
