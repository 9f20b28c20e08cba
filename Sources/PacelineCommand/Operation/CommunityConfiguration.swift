import Configuration
import Foundation
import SystemPackage

/// A community's settings. Precedence: flags, environment, file, preset, defaults.
struct CommunityConfiguration: Sendable {
    /// The source of a value.
    enum Origin: String, Codable {
        case flag, environment, file, preset, defaultValue = "default"
    }

    private var values: [String: (text: String, origin: Origin)]

    /// Reads the settings from all sources.
    /// - Parameters:
    ///   - file: path of a JSON file.
    ///   - isRequired: whether a missing file is an error.
    ///   - flags: values from the command line, by key.
    /// - Throws: ``Failure`` if the file is invalid, or missing though required.
    static func load(
        file: String, isRequired: Bool = false, flags: [String: String] = [:],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> CommunityConfiguration {
        let isThere = FileManager.default.fileExists(atPath: file)
        guard isThere || !isRequired else {
            throw Failure(.rejected, "The configuration file \(file) does not exist.")
        }
        if isThere { try checkKeys(of: file) }
        try checkNames(of: environment)
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
                values[key.name] = (key.defaultValue, .defaultValue)
            }
        }
        return CommunityConfiguration(values: values).withPreset().withDefaultPublicURL()
    }

    /// Replaces defaults by those of the preset.
    private func withPreset() -> CommunityConfiguration {
        var preset = self
        for (name, value) in CommunityPreset(rawValue: text("preset"))?.defaults ?? [:]
        where origin(name) == .defaultValue {
            preset.values[name] = (value, .preset)
        }
        return preset
    }

    /// Reads a value as text. The file may contain strings, numbers and booleans.
    private static func text(of key: ConfigKey, in reader: ConfigReader) -> String? {
        reader.string(forKey: key) ?? reader.int(forKey: key).map(String.init)
            ?? reader.double(forKey: key).map { "\($0)" } ?? reader.bool(forKey: key).map(String.init)
    }

    func text(_ name: String) -> String { values[name]?.text ?? "" }

    /// The value with secrets and passwords masked.
    func shown(_ key: ConfigurationKey) -> String {
        if key.isSecret && !text(key.name).isEmpty { return "••••••" }
        return key.name == "database" ? DatabaseLocation.withoutPassword(text(key.name)) : text(key.name)
    }

    func origin(_ name: String) -> Origin { values[name]?.origin ?? .defaultValue }

    /// Sets `publicURL` to the listening address, unless it is configured.
    private func withDefaultPublicURL() -> CommunityConfiguration {
        guard text("port") != "0", let address = publicURL(listeningOn: text("port")) else { return self }
        var reached = self
        reached.values["publicURL"] = (address, .defaultValue)
        return reached
    }

    /// The default public URL of a server that listens on the port; nil if `publicURL` is configured.
    func publicURL(listeningOn port: String) -> String? {
        guard origin("publicURL") == .defaultValue else { return nil }
        let isWildcard = ["0.0.0.0", "::"].contains(text("host"))
        let host = isWildcard ? "127.0.0.1" : text("host").contains(":") ? "[\(text("host"))]" : text("host")
        let scheme = text("tlsCertificate").isEmpty ? "http" : "https"
        return "\(scheme)://\(host):\(port)"
    }

    func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(text(name)), range.contains(number) else {
            throw Failure(
                .rejected,
                "\(name) is “\(text(name))”; use a number from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    func isOn(_ name: String) throws -> Bool {
        switch text(name).lowercased() {
        case "true", "1", "yes", "on": true
        case "false", "0", "no", "off": false
        default: throw Failure(.rejected, "\(name) is “\(text(name))”; use true or false.")
        }
    }
}
