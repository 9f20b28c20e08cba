import Foundation
import Paceline
import PacelineAPI

extension CommunityConfiguration {
    /// The built-in games, followed by those in the file that the setting `games` names.
    /// - Throws: ``Failure`` if the file cannot be read or contains an invalid game.
    func games() throws -> GameCatalogue {
        let path = text("games")
        guard !path.isEmpty else { return .standard }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Failure(.rejected, "The games file \(path) cannot be read.")
        }
        do {
            return try GameCatalogue.standard.adding(try GameFile(json: Array(bytes)).games)
        } catch let error as SocialError {
            let place = error.field.map { " (\($0))" } ?? ""
            throw Failure(.rejected, "The games file \(path) is invalid\(place): \(error.message)")
        }
    }
}
