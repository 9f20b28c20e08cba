import Foundation
import Paceline
import PacelineAPI

extension CommunityConfiguration {
    /// The usual games, and behind them those of the file that `games` names.
    /// - Throws: ``Failure`` when there is no such file, or one of its games cannot be.
    func games() throws -> GameCatalogue {
        let path = text("games")
        guard !path.isEmpty else { return .standard }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Failure(.refused, "The file of games, \(path), cannot be read.")
        }
        do {
            return try GameCatalogue.standard.adding(try GameFile(json: Array(bytes)).games)
        } catch let error as SocialError {
            let place = error.field.map { " (\($0))" } ?? ""
            throw Failure(.refused, "The file of games, \(path), is not right\(place): \(error.message)")
        }
    }
}
