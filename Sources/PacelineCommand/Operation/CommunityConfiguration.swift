import Configuration
import Foundation
import Paceline
import PacelineEngine
import PacelineServer
import SystemPackage

/// One thing that can be set.
struct ConfigurationKey: Sendable {
    let name: String
    let standard: String
    let meaning: String
    var isSecret = false

    static let all = [
        ConfigurationKey(name: "host", standard: "127.0.0.1", meaning: "Address to listen on"),
        ConfigurationKey(name: "port", standard: "8080", meaning: "Port to listen on; 0 takes any free one"),
        ConfigurationKey(
            name: "publicURL", standard: "http://127.0.0.1:8080",
            meaning: "Where people reach the community, for links"),
        ConfigurationKey(name: "tlsCertificate", standard: "", meaning: "PEM file of the certificate chain"),
        ConfigurationKey(name: "tlsKey", standard: "", meaning: "PEM file of the certificate's key"),
        ConfigurationKey(
            name: "requestTimeout", standard: "30", meaning: "Seconds in which a request is sent and answered"
        ),
        ConfigurationKey(
            name: "drainTime", standard: "4", meaning: "Seconds for requests in flight when stopping"),
        ConfigurationKey(name: "rateLimits", standard: "true", meaning: "Whether callers are limited"),
        ConfigurationKey(name: "personLimit", standard: "1200", meaning: "Requests a minute of one person"),
        ConfigurationKey(
            name: "addressLimit", standard: "600", meaning: "Requests a minute of one address, not signed in"),
        ConfigurationKey(
            name: "signInLimit", standard: "20", meaning: "Attempts a minute to sign in or up, by address"),
        ConfigurationKey(
            name: "trustForwardedFor", standard: "false",
            meaning: "Take the address from X-Forwarded-For: behind a proxy"),
        ConfigurationKey(name: "usernameLength", standard: "20", meaning: "Longest username, 3 to 30"),
        ConfigurationKey(
            name: "sessionDays", standard: "90", meaning: "Days that an unused sign-in stays good"),
        ConfigurationKey(
            name: "appleAudiences", standard: "",
            meaning: "App ids of Sign in with Apple, by comma; empty closes it"),
        ConfigurationKey(
            name: "appleIssuer", standard: "https://appleid.apple.com",
            meaning: "The issuer of Apple's tokens"),
        ConfigurationKey(
            name: "appleKeysURL", standard: "https://appleid.apple.com/auth/keys",
            meaning: "Where the issuer publishes its keys"),
        ConfigurationKey(
            name: "logLevel", standard: "notice",
            meaning: "trace, debug, info, notice, warning, error or critical"),
    ]
}

/// What a community is set to: flags before environment before file before defaults.
struct CommunityConfiguration: Sendable {
    /// Where a value came from.
    enum Origin: String, Codable {
        case flag, environment, file, standard = "default"
    }

    private let values: [String: (text: String, origin: Origin)]

    /// - Parameters:
    ///   - file: a JSON file; a missing one is as good as an empty one unless it was asked for.
    ///   - flags: what the command line said, by key.
    static func load(
        file: String, isRequired: Bool = false, flags: [String: String] = [:],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> CommunityConfiguration {
        let isThere = FileManager.default.fileExists(atPath: file)
        guard isThere || !isRequired else {
            throw Failure(.refused, "There is no configuration file \(file).")
        }
        if isThere { try checkKeys(of: file) }
        let read = ConfigReader(
            provider: try await FileProvider<JSONSnapshot>(filePath: FilePath(file), allowMissing: true))
        let given = ConfigReader(
            provider: EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(
                with: "paceline"))
        var values: [String: (text: String, origin: Origin)] = [:]
        for key in ConfigurationKey.all {
            let name = ConfigKey([key.name])
            if let flag = flags[key.name] {
                values[key.name] = (flag, .flag)
            } else if let text = given.string(forKey: name) {
                values[key.name] = (text, .environment)
            } else if let text = text(of: name, in: read) {
                values[key.name] = (text, .file)
            } else {
                values[key.name] = (key.standard, .standard)
            }
        }
        return CommunityConfiguration(values: values)
    }

    /// A file may write numbers and truth values as what they are.
    private static func text(of key: ConfigKey, in reader: ConfigReader) -> String? {
        reader.string(forKey: key) ?? reader.int(forKey: key).map(String.init)
            ?? reader.double(forKey: key).map { "\($0)" } ?? reader.bool(forKey: key).map(String.init)
    }

    /// A misspelt key would otherwise be passed over in silence.
    private static func checkKeys(of file: String) throws {
        let object = try object(in: file)
        let known = ConfigurationKey.all.map(\.name)
        guard let unknown = object.keys.sorted().first(where: { !known.contains($0) }) else { return }
        let nearest = known.min { $0.distance(to: unknown) < $1.distance(to: unknown) } ?? ""
        throw Failure(
            .refused, "\(file) sets “\(unknown)”, which is no key.",
            advice: "Did you mean “\(nearest)”? See: paceline config")
    }

    private static func object(in file: String) throws -> [String: Any] {
        let bytes = try Data(contentsOf: URL(filePath: file))
        do {
            if let object = try JSONSerialization.jsonObject(with: bytes) as? [String: Any] { return object }
        } catch {
            throw Failure(
                .refused, "\(file) is not JSON: \(error.localizedDescription)",
                advice: "It holds one object, such as {\"port\": 9000}.")
        }
        throw Failure(.refused, "\(file) holds no object.", advice: "It holds one, such as {\"port\": 9000}.")
    }

    func text(_ name: String) -> String { values[name]?.text ?? "" }
    /// The value as it may be shown: a secret is not.
    func shown(_ key: ConfigurationKey) -> String {
        key.isSecret && !text(key.name).isEmpty ? "••••••" : text(key.name)
    }

    func origin(_ name: String) -> Origin { values[name]?.origin ?? .standard }

    func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(text(name)), range.contains(number) else {
            throw Failure(
                .refused, "\(name) is “\(text(name))”; it must be \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    func isOn(_ name: String) throws -> Bool {
        switch text(name).lowercased() {
        case "true", "1", "yes", "on": true
        case "false", "0", "no", "off": false
        default: throw Failure(.refused, "\(name) is “\(text(name))”; it must be true or false.")
        }
    }
}

extension CommunityConfiguration {
    func server() throws -> ServerConfiguration {
        let (certificate, key) = (text("tlsCertificate"), text("tlsKey"))
        guard certificate.isEmpty == key.isEmpty else {
            throw Failure(.refused, "TLS needs both tlsCertificate and tlsKey.")
        }
        func limit(_ name: String, _ key: String) throws -> RateLimit {
            RateLimit(name: name, count: try number(key, 1...1_000_000), window: 60)
        }
        let limits = RateLimits(
            person: try limit("person", "personLimit"), address: try limit("address", "addressLimit"),
            signIn: try limit("sign-in", "signInLimit"))
        return ServerConfiguration(
            host: text("host"), port: try number("port", 0...65_535),
            tls: certificate.isEmpty ? nil : .init(certificatePath: certificate, keyPath: key),
            requestTimeout: TimeInterval(try number("requestTimeout", 1...3_600)),
            drainTime: TimeInterval(try number("drainTime", 0...60)),
            rateLimits: try isOn("rateLimits") ? limits : .none,
            trustsForwardedFor: try isOn("trustForwardedFor"))
    }

    func environment() throws -> PacelineEngine.Environment {
        let audiences = text("appleAudiences").split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        let apple = AppleSignIn(
            issuer: text("appleIssuer"), audiences: audiences, keysURL: text("appleKeysURL"))
        return PacelineEngine.Environment(
            appleVerifier: audiences.isEmpty ? nil : JWKSAppleVerifier(apple), publicURL: text("publicURL"),
            usernamePolicy: UsernamePolicy(longest: try number("usernameLength", 3...30)),
            sessionLifetime: TimeInterval(try number("sessionDays", 1...3_650)) * 86_400)
    }
}

extension String {
    /// How many letters have to be changed, added or dropped to make the other (Levenshtein).
    fileprivate func distance(to other: String) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in enumerated() {
            var previous = row[0]
            row[0] = index + 1
            for (column, otherLetter) in other.enumerated() {
                let replaced = previous + (letter == otherLetter ? 0 : 1)
                previous = row[column + 1]
                row[column + 1] = Swift.min(replaced, row[column] + 1, previous + 1)
            }
        }
        return row[other.count]
    }
}
