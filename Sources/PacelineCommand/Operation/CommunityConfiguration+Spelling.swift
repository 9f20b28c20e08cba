import Foundation

extension CommunityConfiguration {
    /// Rejects unknown keys, which would otherwise be ignored.
    /// - Throws: ``Failure`` that suggests the closest known key.
    static func checkKeys(of file: String) throws {
        let object = try object(in: file)
        let known = ConfigurationKey.all.map(\.name)
        guard let unknown = object.keys.sorted().first(where: { !known.contains($0) }) else { return }
        let nearest = unknown.nearest(of: known).map { "Did you mean “\($0)”? " } ?? ""
        throw Failure(
            .rejected, "\(file) contains the unknown key “\(unknown)”.",
            advice: nearest + "List all settings with: paceline config")
    }

    /// Rejects likely misspellings only, since other programs may use variables with the same prefix.
    /// - Throws: ``Failure`` that suggests the closest known variable.
    static func checkNames(of environment: [String: String]) throws {
        let known = ConfigurationKey.all.map(\.variable)
        for name in environment.keys.sorted()
        where name.hasPrefix("PACELINE_") && name != "PACELINE_HOME" && !known.contains(name) {
            guard let nearest = name.nearest(of: known, within: 2) else { continue }
            throw Failure(
                .rejected, "The environment variable \(name) is not a setting.",
                advice: "Did you mean \(nearest)? List all settings with: paceline config")
        }
    }

    private static func object(in file: String) throws -> [String: Any] {
        let bytes = try Data(contentsOf: URL(filePath: file))
        do {
            if let object = try JSONSerialization.jsonObject(with: bytes) as? [String: Any] { return object }
        } catch {
            throw Failure(
                .rejected, "\(file) is not JSON: \(reason(error))",
                advice: "It must contain one object, such as {\"port\": 9000}.")
        }
        throw Failure(
            .rejected, "\(file) is not a JSON object.", advice: "Write an object, such as {\"port\": 9000}.")
    }

    /// The parser's debug description, which says where it stopped.
    private static func reason(_ error: any Error) -> String {
        let detail = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
        return detail ?? error.localizedDescription
    }
}
