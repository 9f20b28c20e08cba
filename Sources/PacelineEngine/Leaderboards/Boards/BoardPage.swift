import Paceline
import PacelineDatabase

/// The first page of a board of everybody, which is the same for all from whom nobody is hidden.
struct BoardPage: Sendable {
    struct ID: Hashable, Sendable {
        let key: BoardKey
        /// How many rows a page holds.
        let limit: Int
    }

    let rows: [LeaderboardRow]
    /// Where the next page begins; nil when there is none.
    let last: Place?
}

extension ReadCacheView {
    /// The board's first page, made when it is not kept.
    func board(_ id: BoardPage.ID, read: () throws -> BoardPage) throws -> BoardPage? {
        try values(of: [id], in: \.boards, except: pending.allBoards ? [id] : []) { _ in [id: try read()] }[0]
    }
}
