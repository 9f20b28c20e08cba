import Paceline

/// The games of a community, used to format scores.
struct Games {
    /// The games in display order.
    let inOrder: [Game]
    private let byID: [Game.ID: Game]

    init(_ games: [Game]) {
        inOrder = games
        byID = Dictionary(games.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(id: Game.ID) -> Game? { byID[id] }

    /// The game's name, or its id if the game was removed.
    func name(of id: Game.ID) -> String { self[id]?.name ?? id.description }
}

extension GameService {
    /// The games of the community.
    func allGames() async throws -> Games { Games(try await games()) }
}
