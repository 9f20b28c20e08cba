import ArgumentParser
import Paceline

/// A game on the command line, by id or name, case-insensitive.
struct GameArgument: ExpressibleByArgument {
    let text: String

    static let help: ArgumentHelp = "The game, by id or name; paceline games lists them."

    init?(argument: String) {
        text = argument
    }

    /// Finds the game.
    /// - Throws: ``Failure`` that suggests the closest game.
    func game(in games: Games) throws -> Game {
        let typed = text.foldedForSearch
        let found = games.inOrder.first { $0.id.description == text.lowercased() }
        if let found = found ?? games.inOrder.first(where: { $0.name.foldedForSearch == typed }) {
            return found
        }
        let nearest = text.lowercased().nearest(of: games.inOrder.map(\.id.description), within: 2)
        throw Failure(
            .rejected, "There is no game “\(text)”.",
            advice: nearest.map { "Did you mean \($0)?" } ?? "List the games with: paceline games")
    }
}
