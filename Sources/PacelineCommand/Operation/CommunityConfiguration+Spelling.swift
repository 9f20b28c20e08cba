import Foundation

extension CommunityConfiguration {
    /// A misspelt key would otherwise be passed over in silence.
    static func checkKeys(of file: String) throws {
        let object = try object(in: file)
        let known = ConfigurationKey.all.map(\.name)
        guard let unknown = object.keys.sorted().first(where: { !known.contains($0) }) else { return }
        let nearest = unknown.nearest(of: known).map { "Did you mean “\($0)”? " } ?? ""
        throw Failure(
            .refused, "\(file) sets “\(unknown)”, which is no key.", advice: nearest + "See: paceline config")
    }

    /// Other programs may have variables that begin alike, so only a near miss is a slip.
    static func checkNames(of environment: [String: String]) throws {
        let known = ConfigurationKey.all.map(\.variable)
        for name in environment.keys.sorted()
        where name.hasPrefix("PACELINE_") && name != "PACELINE_HOME" && !known.contains(name) {
            guard let nearest = name.nearest(of: known, within: 2) else { continue }
            throw Failure(
                .refused, "The environment sets \(name), which is no setting.",
                advice: "Did you mean \(nearest)? See: paceline config")
        }
    }

    private static func object(in file: String) throws -> [String: Any] {
        let bytes = try Data(contentsOf: URL(filePath: file))
        do {
            if let object = try JSONSerialization.jsonObject(with: bytes) as? [String: Any] { return object }
        } catch {
            throw Failure(
                .refused, "\(file) is not JSON: \(reason(error))",
                advice: "It holds one object, such as {\"port\": 9000}.")
        }
        throw Failure(.refused, "\(file) holds no object.", advice: "It holds one, such as {\"port\": 9000}.")
    }

    /// Where the parser stopped, which it says to developers only.
    private static func reason(_ error: any Error) -> String {
        let detail = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
        return detail ?? error.localizedDescription
    }
}
