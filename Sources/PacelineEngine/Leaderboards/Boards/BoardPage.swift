import Paceline
import PacelineDatabase

/// The cached first page of a global board, shared by all viewers who have no hidden people. Names are as written: each
/// reader's content filter masks them.
struct BoardPage: Sendable {
    struct ID: Hashable, Sendable {
        let key: BoardKey
        /// The number of rows per page.
        let limit: Int
    }

    let rows: [LeaderboardRow]
    /// The last place on the page; nil when there is no next page.
    let last: Place?
    /// Whether the content filter may change names of the rows.
    let hasRatedTexts: Bool

    init(rows: [LeaderboardRow], last: Place?) {
        self.rows = rows
        self.last = last
        hasRatedTexts = rows.contains { $0.person.hasRatedTexts }
    }
}

extension ReadCacheView {
    /// The board's first page, from the cache if possible.
    func board(_ id: BoardPage.ID, read: () throws -> BoardPage) throws -> BoardPage? {
        try values(of: [id], in: \.boards, except: pending.allBoards ? [id] : []) { _ in [id: try read()] }[0]
    }
}
