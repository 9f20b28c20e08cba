import Foundation
import Paceline
import PacelineDatabase

/// The texts that are rated for the content filter, and may be held.
enum HeldText: String, SQLEnum {
    case comment
    /// All texts of a workout together.
    case workout
    /// A display name.
    case name
    case bio
    /// The title of a group.
    case group
    /// The message of a request.
    case request

    /// How long a text is held, in seconds. It is then released with masked words.
    static let lifetime: TimeInterval = 72 * 3_600
    /// How long after signing up links are held, in seconds.
    static let timeWithoutLinks: TimeInterval = 7 * 86_400

    private var table: SQL {
        switch self {
        case .comment: "comments"
        case .workout: "workouts"
        case .name, .bio: "people"
        case .group: "groups"
        case .request: "requests"
        }
    }

    private var column: SQL {
        switch self {
        case .name: "name_rating"
        case .bio: "bio_rating"
        case .comment, .workout, .group, .request: "rating"
        }
    }

    func setRating(_ rating: TextRating, of id: UUID) -> SQL {
        "UPDATE \(table) SET \(column) = \(rating) WHERE id = \(id)"
    }

    func rating(of id: UUID) -> SQL { "SELECT \(column) FROM \(table) WHERE id = \(id)" }

    /// A query for a slice of the texts in the order of their ids: id, rating, one or two texts, and the detail of a
    /// workout.
    func slice(after id: UUID, limit: Int) -> SQL {
        switch self {
        case .comment:
            """
            SELECT id, rating, text, NULL, NULL FROM comments WHERE id > \(id) AND is_deleted = 0
            ORDER BY id LIMIT \(limit)
            """
        case .workout:
            """
            SELECT workouts.id, workouts.rating, workouts.title, workouts.source, workout_details.body
            FROM workouts
            LEFT JOIN workout_details ON workout_details.workout = workouts.id
            WHERE workouts.id > \(id)
            ORDER BY workouts.id LIMIT \(limit)
            """
        case .name:
            "SELECT id, name_rating, display_name, NULL, NULL FROM people WHERE id > \(id) ORDER BY id LIMIT \(limit)"
        case .bio:
            "SELECT id, bio_rating, bio, NULL, NULL FROM people WHERE id > \(id) ORDER BY id LIMIT \(limit)"
        case .group:
            "SELECT id, rating, title, NULL, NULL FROM groups WHERE id > \(id) ORDER BY id LIMIT \(limit)"
        case .request:
            "SELECT id, rating, message, NULL, NULL FROM requests WHERE id > \(id) ORDER BY id LIMIT \(limit)"
        }
    }
}

extension TextRating: SQLConvertible, SQLDecodable {
    package var sqlValue: SQLValue { .integer(Int64(rawValue)) }
    package static var placeholder: TextRating { .harmless }
    package static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> TextRating {
        let number = try row.integer(at: column)
        guard let rating = Int(exactly: number).flatMap(TextRating.init(rawValue:)) else {
            throw .decoding(column: column, expected: "a rating", found: String(number))
        }
        return rating
    }
}

extension SQL {
    /// Whether the row of the table is not held.
    static func isReleased(_ table: SQL) -> SQL { "\(table).rating < \(TextRating.firstHeld)" }

    /// Whether the viewer may see the row of the table `comments`, or of an alias, as far as it is held.
    static func isReleased(_ comments: SQL, for viewer: Viewer) -> SQL {
        "(\(isReleased(comments)) OR \(comments).author = \(viewer.id))"
    }
}

// MARK: - Holding

extension Connection {
    /// Notes that the text waits. One that waits already keeps its place.
    func hold(_ kind: HeldText, _ id: UUID, of author: Person.ID, at now: Date) throws {
        try send(
            """
            INSERT INTO held_texts (kind, id, author, held_at)
            VALUES (\(kind), \(id), \(author), \(now))
            ON CONFLICT (kind, id) DO NOTHING
            """)
    }

    fileprivate func forget(_ kind: HeldText, _ id: UUID) throws {
        try send("DELETE FROM held_texts WHERE kind = \(kind) AND id = \(id)")
    }
}

extension Transaction {
    /// Holds the text after an edit by the viewer, or stops holding it, by its rating.
    func hold(_ kind: HeldText, _ id: UUID, _ rating: TextRating, wasHeld: Bool) throws {
        if rating.isHeld {
            try connection.hold(kind, id, of: viewer.id, at: now)
        } else if wasHeld {
            try connection.forget(kind, id)
        }
    }
}

// MARK: - Releasing

extension PeriodicJob {
    /// Releases texts that were held for long enough.
    static let releasingTexts = PeriodicJob("releasing held texts", pause: .seconds(300)) { engine in
        try await engine.releaseHeldTexts()
        return Outcome()
    }
}

extension Engine {
    func releaseHeldTexts() async throws {
        let now = environment.now()
        _ = try await inBatches { try $0.releaseHeldTexts(at: now, limit: Self.purgeBatchSize) }
    }
}

extension Connection {
    /// - Returns: the number of texts that were due. Index: `held_texts_by_time`.
    fileprivate func releaseHeldTexts(at now: Date, limit: Int) throws -> Int {
        let due = try fetch(
            """
            SELECT kind, id
            FROM held_texts
            WHERE held_at <= \(now.addingTimeInterval(-HeldText.lifetime))
            ORDER BY held_at, kind, id
            LIMIT \(limit)
            """
        ) { (kind: $0.next() as HeldText, id: $0.next() as UUID) }
        for text in due {
            // It may have been deleted together with something else.
            if let rating = try fetchFirst(text.kind.rating(of: text.id), { $0[0] as TextRating }),
                rating.isHeld
            {
                try release(text.kind, text.id, with: rating.released, at: now)
            } else {
                try forget(text.kind, text.id)
            }
        }
        return due.count
    }

    /// Releases a held text. To others, a comment is new; other texts look edited.
    func release(_ kind: HeldText, _ id: UUID, with rating: TextRating, at now: Date) throws {
        if kind == .comment {
            // Comments are written under this lock, which protects their number.
            try lockRow("items WHERE id = (SELECT item FROM comments WHERE id = \(id))")
        }
        try send(kind.setRating(rating, of: id))
        try forget(kind, id)
        if kind == .name { try sortByName(Person.ID(id), at: now) }
        guard kind == .comment else { return try logRating(of: kind, id, at: now) }
        guard let comment = try place(of: Comment.ID(id)) else { return }
        try appear(comment.id, at: now)
        try count(1, on: comment.item)
        try append(comment.entry(.commented), at: now)
    }

    /// Dates a comment that was held as if it were written now, since its place among others would reveal when it was. It
    /// stops being a reply to a comment that was deleted meanwhile. A comment that has replies by others was seen before
    /// it was held, and keeps its date and place.
    func appear(_ comment: Comment.ID, at now: Date) throws {
        let wasSeen = try exists(
            """
            SELECT 1
            FROM comments AS replies
            JOIN comments ON comments.id = replies.parent
            WHERE replies.parent = \(comment) AND replies.author <> comments.author
            """)
        guard !wasSeen else { return }
        let tombstones = try tombstones(above: comment)
        try send("UPDATE comments SET created_at = \(now), edited_at = NULL WHERE id = \(comment)")
        guard !tombstones.isEmpty else { return }
        try send("UPDATE comments SET parent = NULL WHERE id = \(comment)")
        try deleteUnanswered(tombstones)
    }

    /// Lets searches and sorted lists use the display name, which was held.
    private func sortByName(_ person: Person.ID, at now: Date) throws {
        let name = try fetchFirst("SELECT display_name FROM people WHERE id = \(person)") { $0[0] as String }
        guard let name else { return }
        try send("UPDATE people SET name_folded = \(name.foldedForSearch) WHERE id = \(person)")
        try updateSearch(of: person)
        try rebuildStandings(of: person, at: now)
    }

    /// Logs that readers see another text, like an edit by its author.
    func logRating(of kind: HeldText, _ id: UUID, at now: Date) throws {
        switch kind {
        case .comment:
            if let comment = try place(of: Comment.ID(id)) {
                try append(comment.entry(.editedComment), at: now)
            }
        case .workout:
            let found = try fetchFirst("SELECT owner, visibility FROM items WHERE id = \(id)") {
                (owner: $0[0] as Person.ID, visibility: $0[1] as ItemVisibility)
            }
            guard let found else { return }
            try append(
                LogEntry(
                    kind: .changedWorkout, person: found.owner, topic: found.owner.uuid, subject: id,
                    item: FeedItem.ID(id), visibility: found.visibility),
                at: now)
        case .name, .bio:
            try bumpVersion(of: Person.ID(id), at: now)
            try append(
                LogEntry(kind: .changedProfile, person: Person.ID(id), topic: id, subject: id), at: now)
        case .group:
            guard let owner = try owner(of: LeaderboardGroup.ID(id)) else { return }
            try append(LogEntry(kind: .changedGroup, person: owner, topic: id, subject: id), at: now)
        case .request:
            // Requests are in no cache, and the receiver knows of it already.
            break
        }
    }

    private func place(of comment: Comment.ID) throws -> CommentPlace? {
        try fetchFirst(
            """
            SELECT comments.id, comments.author, comments.item, items.owner
            FROM comments
            JOIN items ON items.id = comments.item
            WHERE comments.id = \(comment) AND comments.is_deleted = 0
            """
        ) { CommentPlace(id: $0[0], author: $0[1], item: $0[2], itemOwner: $0[3]) }
    }
}

/// A comment, for the log.
private struct CommentPlace {
    let id: Comment.ID
    let author: Person.ID
    let item: FeedItem.ID
    let itemOwner: Person.ID

    func entry(_ kind: EventKind) -> LogEntry {
        LogEntry(
            kind: kind, person: author, topic: itemOwner.uuid, subject: id.uuid, item: item, other: itemOwner)
    }
}
