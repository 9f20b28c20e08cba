import Crypto
import Foundation
import GRDB
import Paceline
import PacelineDatabase
import PacelineEngine

/// The community for benchmarks: everyone has 100 friends, and a few people have 500.
///
/// It inserts rows directly, because creating ten million friendships through the engine takes hours. The engine's
/// check must pass afterwards.
struct LargeCommunity {
    var people = 100_000
    var friendsEach = 100
    var workouts = 1_000_000
    /// The number of people with ``manyFriends`` friends.
    var popular = 50
    var manyFriends = 500
    /// The number of days with a score of every person.
    var scoredDays = 0

    /// A community without friends in which everyone has played the same game on ten days: 1,000,000 scores.
    static let players = LargeCommunity(
        people: 100_000, friendsEach: 0, workouts: 0, popular: 0, manyFriends: 0, scoredDays: 10)

    static let start = Date(timeIntervalSince1970: 1_735_689_600)
    static let year: TimeInterval = 365 * 86_400

    var kudos: Int { workouts * 2 }
    var comments: Int { workouts / 2 }

    /// Creates the community's SQLite file.
    /// - Parameter path: a path that does not exist.
    func generate(at path: String) async throws {
        let database = try SQLiteDatabase(path: path)
        _ = try await Engine(database: database, environment: BenchmarkKey.environment())
        try await database.close()
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000;
                    PRAGMA foreign_keys = OFF; PRAGMA locking_mode = EXCLUSIVE;
                    """)
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let indexes = try await queue.read { database in
            try String.fetchAll(
                database, sql: "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        }
        let names = try await queue.read { database in
            try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        }
        try await queue.write { database in
            for name in names { try database.execute(sql: "DROP INDEX \(name)") }
            try insertPeople(database)
            try insertEdges(database)
            try insertWorkouts(database)
            try insertExperience(database)
            try insertReactions(database)
            try insertSessions(database)
            try insertScores(database)
            for index in indexes { try database.execute(sql: index) }
            try count(database)
            try countStandings(database)
            try database.execute(sql: "ANALYZE")
        }
        try await queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL")
        }
        try queue.close()
    }

    // MARK: - Identifiers

    /// The id of the numbered person.
    static func person(_ number: Int) -> Person.ID {
        Person.ID(identifier(at: start, UInt64(number)))
    }

    /// Everyone is an adult.
    private static let birthDate = Day(ordinal: 7_305)

    static func username(_ number: Int) -> String {
        let syllables = [
            "ka", "lo", "mi", "ra", "ne", "su", "ta", "vi", "jo", "pe", "da", "zu", "an", "er", "bo", "li",
        ]
        let name = [4, 8, 0].map { syllables[(number >> $0) & 15] }.joined()
        return "\(name)\(number)"
    }

    /// The start of the numbered workout. Workouts are spread evenly over the year.
    func instant(ofWorkout number: Int) -> Date {
        Self.start.addingTimeInterval(Self.year * Double(number) / Double(workouts))
    }

    /// The number of people with 100 friends who are signed in.
    static let signedIn = 1_000

    /// The session token of the numbered person, counted from the first with 100 friends.
    static func token(_ number: Int) -> String { "benchmark-\(number)" }

    func workout(_ number: Int) -> FeedItem.ID {
        FeedItem.ID(Self.identifier(at: instant(ofWorkout: number), UInt64(number)))
    }

    static func identifier(at instant: Date, _ number: UInt64) -> UUID {
        var random = NumberGenerator(number)
        return UUID.version7(at: instant, using: &random)
    }

    /// Returns the number itself as random bits, so that identifiers follow from their number.
    private struct NumberGenerator: RandomNumberGenerator {
        private var words: [UInt64]

        /// The first word fills twelve bits, the second sixty-two.
        init(_ number: UInt64) { words = [number << 2, 0] }
        mutating func next() -> UInt64 { words.popLast() ?? 0 }
    }
}

extension LargeCommunity {
    private func insertPeople(_ database: GRDB.Database) throws {
        let now = Self.start.milliseconds
        let childUntil = AgeGroup.birthday(AgeGroup.teenagerAge, bornOn: Self.birthDate, in: .gmt)
            .milliseconds
        let minorUntil = AgeGroup.birthday(AgeGroup.adultAge, bornOn: Self.birthDate, in: .gmt).milliseconds
        for number in 0..<people {
            let id = Self.person(number).bytes
            let name = Self.username(number)
            try database.cached(
                """
                INSERT INTO people (id, username, display_name, name_folded, privacy_level, audience, friend_code,
                    active_at, joined_at, updated_at) VALUES (?, ?, ?, ?, 'public', 3, ?, ?, ?, ?)
                """, [id, name, name.capitalized, name, code(number), now + Int64(number), now, now])
            try database.cached(
                """
                INSERT INTO accounts (person, birth_date, time_zone, created_at, last_sign_in_at, child_until,
                    minor_until) VALUES (?, ?, 'UTC', ?, ?, ?, ?)
                """, [id, Self.birthDate.number, now, now, childUntil, minorUntil])
            try database.cached(
                """
                INSERT INTO settings (person, email_notifications, push_notifications, workout_visibility,
                    allow_messages, content_filter, allow_friend_requests, show_on_leaderboards)
                VALUES (?, 1, 1, 1, 'friends', 'moderate', 1, 1)
                """, [id])
            try database.cached("INSERT INTO search_names VALUES (?, ?, ?)", [name, id, name])
            try database.cached(
                "INSERT INTO search_parts (rowid, person, username, names) VALUES (?, ?, ?, ?)",
                [number + 1, id, name, "\(name)\n\(name)"])
            try database.cached("INSERT INTO search_rows VALUES (?, ?)", [id, number + 1])
        }
    }

    func code(_ number: Int) -> String {
        var rest = number
        return String(
            (0..<FriendCode.length).map { _ in
                defer { rest /= FriendCode.alphabet.count }
                return FriendCode.alphabet[rest % FriendCode.alphabet.count]
            })
    }

    /// Connects people at the same fifty distances around a ring, and adds friends of the popular ones. One edge in ten
    /// has notifications on.
    private func insertEdges(_ database: GRDB.Database) throws {
        var random = SeededRandom(seed: 1)
        var distances: Set<Int> = []
        while distances.count < friendsEach / 2 {
            distances.insert(Int.random(in: 1..<people / 2, using: &random))
        }
        var more: [Int: Set<Int>] = [:]
        for one in 0..<popular {
            while more[one, default: []].count < manyFriends - friendsEach {
                let other = Int.random(in: popular..<people, using: &random)
                let distance = min(other - one, people - other + one)
                guard !distances.contains(distance) else { continue }
                more[one, default: []].insert(other)
                more[other, default: []].insert(one)
            }
        }
        for one in 0..<people {
            var others = more[one] ?? []
            for distance in distances {
                others.insert((one + distance) % people)
                others.insert((one - distance + people) % people)
            }
            for other in others.sorted() {
                let at = Self.start.milliseconds + Int64((one ^ other) % 1_000_000)
                try database.cached(
                    "INSERT INTO edges VALUES (?, ?, 1, ?, ?)",
                    [Self.person(one).bytes, Self.person(other).bytes, (one ^ other) % 10 == 0, at])
            }
        }
    }

    private func insertWorkouts(_ database: GRDB.Database) throws {
        for number in 0..<workouts {
            let id = workout(number).bytes
            let (startedAt, endedAt) = (start(ofWorkout: number), end(ofWorkout: number))
            let metres = distance(ofWorkout: number)
            try database.cached(
                """
                INSERT INTO items (id, kind, owner, at, visibility, category)
                VALUES (?, 'workout', ?, ?, ?, 'rowing')
                """,
                [
                    id, Self.person(owner(ofWorkout: number)).bytes, startedAt.milliseconds,
                    visibility(ofWorkout: number).rawValue,
                ])
            try database.cached(
                """
                INSERT INTO workouts (id, type, title, started_at, ended_at, duration, distance, energy,
                    average_heart_rate, average_split, stroke_rate, is_erg_test, is_completed, source, day,
                    created_at, updated_at)
                VALUES (?, 'rowing', ?, ?, ?, ?, ?, 400, ?, 120, 24, 0, 1, 'Concept2', ?, ?, ?)
                """,
                [
                    id, "\(metres)m", startedAt.milliseconds, endedAt.milliseconds,
                    endedAt.timeIntervalSince(startedAt), Double(metres), Self.heartRate,
                    Day(of: startedAt, in: .gmt).number, endedAt.milliseconds, endedAt.milliseconds,
                ])
        }
    }

    private func insertReactions(_ database: GRDB.Database) throws {
        for number in 0..<kudos {
            let item = number / 2
            try database.cached(
                "INSERT INTO kudos VALUES (?, ?, 0, ?)",
                [
                    workout(item).bytes, Self.person((item &* 31 + number % 2 * 7 + 1) % people).bytes,
                    instant(ofWorkout: item).milliseconds + Int64(number % 2 + 1) * 1_000,
                ])
        }
        for number in 0..<comments {
            let at = instant(ofWorkout: number * 2).addingTimeInterval(3_600)
            try database.cached(
                "INSERT INTO comments (id, item, author, text, created_at) VALUES (?, ?, ?, ?, ?)",
                [
                    Self.identifier(at: at, UInt64(number)).bytes, workout(number * 2).bytes,
                    Self.person((number &* 17 + 3) % people).bytes, "Strong finish, well rowed!",
                    at.milliseconds,
                ])
        }
    }

    /// Inserts 1,000 sessions with known tokens.
    private func insertSessions(_ database: GRDB.Database) throws {
        // Not in the past of the community, since a session ends after a year.
        let now = Date()
        for number in 0..<Self.signedIn {
            let hash = Data(SHA256.hash(data: Data(Self.token(number).utf8)))
            try database.cached(
                """
                INSERT INTO sessions (id, person, token_hash, provider, created_at, expires_at, last_used_at)
                VALUES (?, ?, ?, 'device', ?, ?, ?)
                """,
                [
                    Self.identifier(at: Self.start, UInt64(number)).bytes,
                    Self.person(popular + number).bytes, hash,
                    now.milliseconds, Date.distantFuture.milliseconds, now.milliseconds,
                ])
        }
    }

    private func count(_ database: GRDB.Database) throws {
        try database.execute(
            sql: """
                UPDATE people SET
                    friend_count = (SELECT COUNT(*) FROM edges WHERE follower = id),
                    following_count = (SELECT COUNT(*) FROM edges WHERE follower = id);
                UPDATE people SET follower_count = following_count;
                UPDATE items SET comment_count = 1 WHERE id IN (SELECT item FROM comments);
                CREATE TEMP TABLE reaches (reach INTEGER PRIMARY KEY);
                INSERT INTO reaches VALUES (0), (1), (2), (3);
                CREATE TEMP VIEW counted AS
                SELECT items.owner, reach, workouts.*
                FROM items
                JOIN workouts USING (id)
                JOIN reaches ON items.visibility >= reach
                JOIN awards ON awards.workout = items.id AND awards.status = 0;
                INSERT INTO stats (person, reach, workouts, millimetres, grams, milliseconds, long_workouts,
                    counted_millimetres, xp, first_day, last_day)
                SELECT owner, reach, COUNT(*), SUM(CAST(ROUND(distance * 1000) AS INTEGER)), 0,
                    SUM(CAST(ROUND(duration * 1000) AS INTEGER)), SUM(ROUND(duration * 1000) >= 600000),
                    SUM(CAST(ROUND(distance * 1000) AS INTEGER)),
                    COALESCE((SELECT SUM(xp) FROM experience_days WHERE person = owner AND audience = reach), 0),
                    MIN(day), MAX(day)
                FROM counted
                GROUP BY owner, reach;
                INSERT INTO stats_days (person, reach, day, workouts, millimetres, grams, milliseconds,
                    long_workouts)
                SELECT owner, reach, day, COUNT(*), SUM(CAST(ROUND(distance * 1000) AS INTEGER)), 0,
                    SUM(CAST(ROUND(duration * 1000) AS INTEGER)), SUM(ROUND(duration * 1000) >= 600000)
                FROM counted
                GROUP BY owner, reach, day;
                INSERT INTO stats_types SELECT owner, reach, type, COUNT(*) FROM counted GROUP BY owner, reach, type;
                DROP VIEW counted;
                """)
    }
}

extension GRDB.Database {
    func cached(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension UUID {
    var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }
}

extension Identifier {
    var bytes: Data { uuid.bytes }
}
