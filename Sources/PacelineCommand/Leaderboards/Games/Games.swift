import Paceline

/// The games of a community, for what is told of their scores.
struct Games {
    /// In the order in which they are shown.
    let inOrder: [Game]
    private let byID: [Game.ID: Game]

    init(_ games: [Game]) {
        inOrder = games
        byID = Dictionary(games.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(id: Game.ID) -> Game? { byID[id] }

    /// What the game is called; its id when it is played here no more.
    func name(of id: Game.ID) -> String { self[id]?.name ?? id.description }
}

extension GameService {
    /// The games of the community.
    func allGames() async throws -> Games { Games(try await games()) }
}
