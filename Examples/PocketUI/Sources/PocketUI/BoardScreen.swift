import PacelineLocal
import SwiftUI

/// The friends' leaderboard of a game: today, or the last seven days.
struct BoardScreen: View {
    @Environment(SocialModel.self) private var model
    @State private var games: [Game] = []
    @State private var game: Game.ID?
    @State private var isWeek = false

    private var query: LeaderboardQuery {
        LeaderboardQuery(scope: .friends, range: isWeek ? .sevenDays : .today, game: game)
    }

    var body: some View {
        BoardList(Board(model.services, query))
            // Another board is another list.
            .id("\(game?.description ?? "all") \(isWeek)")
            .navigationTitle("Leaderboard")
            .toolbar {
                Picker("Game", selection: $game) {
                    Text("All games").tag(Game.ID?.none)
                    ForEach(games) { Text($0.name).tag(Optional($0.id)) }
                }
                Toggle("7 days", isOn: $isWeek)
            }
            .task { games = (try? await model.services.games()) ?? [] }
    }
}

private struct BoardList: View {
    @State private var board: Board

    init(_ board: Board) { _board = State(initialValue: board) }

    var body: some View {
        StoreList(store: board, empty: "No scores yet.") {
            ForEach(board.items, id: \.person.id) { row in
                HStack {
                    Text("\(row.rank)").monospacedDigit().frame(width: 32)
                    Text(row.person.displayName).bold(row.person.id == board.me?.person.id)
                    if let delta = row.delta, delta != 0 {
                        Text(delta > 0 ? "↑ \(delta)" : "↓ \(-delta)")
                    }
                    Spacer()
                    Text(row.result)
                }
            }
        }
    }
}
