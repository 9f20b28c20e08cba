import ArgumentParser
import Paceline

/// A game as somebody types it: its id or its name, in either case.
struct GameArgument: ExpressibleByArgument {
    let text: String

    static let help: ArgumentHelp = "A game by its id or its name; paceline games lists them."

    init?(argument: String) {
        text = argument
    }

    /// The one of the community's games that is meant.
    func game(in games: Games) throws -> Game {
        let typed = text.foldedForSearch
        let found = games.inOrder.first { $0.id.description == text.lowercased() }
        if let found = found ?? games.inOrder.first(where: { $0.name.foldedForSearch == typed }) {
            return found
        }
        let nearest = text.lowercased().nearest(of: games.inOrder.map(\.id.description), within: 2)
        throw Failure(
            .refused, "There is no game “\(text)”.",
            advice: nearest.map { "Did you mean \($0)?" } ?? "See them with: paceline games")
    }
}
