import Paceline
import PacelineDatabase

/// The boards on which a score counts, as stored. The raw values are those of the column `scores.counts`.
enum CountingBoards: Int {
    case none = 0
    /// Boards and seasons of groups, and friends' boards if friends may see the score: all boards that are not global.
    case notGlobal = 1
    /// Global boards too.
    case all = 2
}

extension CountingBoards: SQLConvertible, SQLDecodable {
    var sqlValue: SQLValue { .integer(Int64(rawValue)) }
    static var placeholder: CountingBoards { .none }
    static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> CountingBoards {
        let number = try row.integer(at: column)
        guard let boards = Int(exactly: number).flatMap(CountingBoards.init) else {
            throw .decoding(column: column, expected: "boards", found: String(number))
        }
        return boards
    }
}

extension ScoreVisibility {
    /// The boards that count a score published with this visibility.
    var countingBoards: CountingBoards {
        switch self {
        case .private: .none
        case .groups: .notGlobal
        case .friends, .followers, .public: .all
        }
    }

    /// The visibility of a stored score.
    init(_ item: ItemVisibility, countingOn boards: CountingBoards) {
        self =
            switch item {
            case .private: boards == .notGlobal ? .groups : .private
            case .friends: .friends
            case .followers: .followers
            case .public: .public
            }
    }
}

/// A score with the boards that count it.
///
/// These follow from its visibility, except for scores from when global boards counted only public ones. Such a score
/// stays off global boards until its owner sets its visibility again.
struct StoredScore: Equatable {
    var score: Score
    var boards: CountingBoards

    /// Needs `scores`.
    static let columns: SQL = "scores.counts, \(Score.columns)"

    /// A new score.
    init(_ score: Score) {
        self.init(score, countingOn: score.visibility.countingBoards)
    }

    init(_ score: Score, countingOn boards: CountingBoards) {
        self.score = score
        self.boards = boards
    }

    /// Decodes the ``columns``.
    init(_ row: inout Row, games: GameCatalogue) {
        let boards = row.next() as CountingBoards
        self.init(Score(&row, games: games), countingOn: boards)
    }

    /// The points on global boards; nil if these do not count the score: see ``SQL/countsGlobally``.
    var globalPoints: Int? {
        boards == .all && score.visibility.itemVisibility >= .friends ? score.points : nil
    }
}

extension SQL {
    /// Whether friends' boards count the row of `scores`.
    static let countsAmongFriends: SQL = "scores.visibility >= \(ItemVisibility.friends)"

    /// Whether the boards of groups count the row of `scores`. Most scores are visible to friends, and `visibility` is
    /// faster to read than `counts`.
    static let countsInGroups: SQL =
        "(scores.visibility >= \(ItemVisibility.friends) OR scores.counts = \(CountingBoards.notGlobal))"

    /// Whether global boards count the row of `scores`. Private scores never do, even if an older server on the same
    /// database wrote that they count.
    static let countsGlobally: SQL =
        "scores.counts = \(CountingBoards.all) AND scores.visibility >= \(ItemVisibility.friends)"
}
