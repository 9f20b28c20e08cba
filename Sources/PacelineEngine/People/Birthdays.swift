import Foundation
import Paceline
import PacelineDatabase

/// When a person stops being a child, and a minor. Both instants are stored in `accounts`, so that a query only
/// compares them with the current time and needs no time zones. Without a birth date they are null.
struct Birthdays {
    let childUntil: Date
    let minorUntil: Date

    init(bornOn birthDate: Day, in timeZone: TimeZone) {
        childUntil = AgeGroup.birthday(AgeGroup.teenagerAge, bornOn: birthDate, in: timeZone)
        minorUntil = AgeGroup.birthday(AgeGroup.adultAge, bornOn: birthDate, in: timeZone)
    }

    /// When the person is next notified about their age; nil for never.
    func next(after now: Date) -> Date? { [childUntil, minorUntil].first { $0 > now } }
}

extension AgeGroup {
    /// - Parameters:
    ///   - childUntil: null without a birth date.
    ///   - minorUntil: null without a birth date.
    fileprivate init(childUntil: Date?, minorUntil: Date?, at now: Date) {
        guard let childUntil, let minorUntil else {
            self = .unknown
            return
        }
        self = childUntil > now ? .child : minorUntil > now ? .teenager : .adult
    }
}

/// What keeps a person from showing items to more than friends.
enum ShowingLimit: Int {
    case unlimited, unknownAge, child

    init(_ age: AgeGroup) {
        self =
            switch age {
            case .child: .child
            case .unknown: .unknownAge
            case .teenager, .adult: .unlimited
            }
    }

    /// The error for an item that more people would see.
    var error: SocialError? {
        switch self {
        case .unlimited: nil
        case .unknownAge: .birthDateRequired("visibility")
        case .child: .friendsOnlyUntilThirteen("visibility")
        }
    }

    /// Its raw value. Needs a row of `accounts`.
    static func column(at now: Date) -> SQL {
        """
        CASE WHEN minor_until IS NULL THEN \(unknownAge.rawValue)
            WHEN child_until > \(now) THEN \(child.rawValue)
            ELSE \(unlimited.rawValue) END
        """
    }
}

// MARK: - Conditions
//
// People are given as qualified columns, or as values.

extension SQL {
    /// Whether the person is known to be an adult.
    static func isAdult(_ person: SQL, at now: Date) -> SQL { isPerson(person, "ages.minor_until <= \(now)") }

    /// Whether the person is known to be a child.
    static func isChild(_ person: SQL, at now: Date) -> SQL { isPerson(person, "ages.child_until > \(now)") }

    /// Whether the person is known to be 13 or older.
    static func isTeenagerOrAdult(_ person: SQL, at now: Date) -> SQL {
        isPerson(person, "ages.child_until <= \(now)")
    }

    /// Whether anyone is a child. Index: `accounts_by_child_until`.
    static func hasChildren(at now: Date) -> SQL {
        """
        (COALESCE((
            SELECT child_until
            FROM accounts
            WHERE child_until IS NOT NULL
            ORDER BY child_until DESC
            LIMIT 1), 0) > \(now))
        """
    }

    /// Whether the birth date of the person is known. Search, suggestions and global boards leave others out. Requires
    /// `people` in the query.
    static let hasKnownAge = isPerson("people.id", "ages.child_until IS NOT NULL")

    private static func isPerson(_ person: SQL, _ condition: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM accounts AS ages WHERE ages.person = \(person) AND \(condition))"
    }
}

extension Transaction {
    /// Whether the person is under 13 today.
    func isChild(_ person: Person.ID) throws -> Bool { try age(of: person) == .child }

    /// Whether the person is known to be 18 or older today. Texts of people who are not their friends reach only
    /// adults.
    func isAdult(_ person: Person.ID) throws -> Bool { try age(of: person) == .adult }

    func age(of person: Person.ID) throws -> AgeGroup {
        try connection.fetchFirst("SELECT child_until, minor_until FROM accounts WHERE person = \(person)") {
            AgeGroup(childUntil: $0[0], minorUntil: $0[1], at: now)
        } ?? .unknown
    }
}

// MARK: - Changes

extension Connection {
    /// Stores the person's 13th and 18th birthdays, after the birth date has changed.
    func save(_ birthdays: Birthdays, of person: Person.ID, at now: Date) throws {
        try send(
            """
            UPDATE accounts
            SET child_until = \(birthdays.childUntil), minor_until = \(birthdays.minorUntil),
                age_notice_at = \(birthdays.next(after: now))
            WHERE person = \(person)
            """)
    }

    /// Moves future birthdays, after the person's time zone has changed. Earlier ones stay, as does a notice that is
    /// due.
    func move(_ birthdays: Birthdays, of person: Person.ID, at now: Date) throws {
        try send(
            """
            UPDATE accounts
            SET child_until = CASE WHEN child_until > \(now) THEN \(birthdays.childUntil) ELSE child_until END,
                minor_until = CASE WHEN minor_until > \(now) THEN \(birthdays.minorUntil) ELSE minor_until END,
                age_notice_at = CASE
                    WHEN age_notice_at <= \(now) THEN age_notice_at
                    WHEN child_until > \(now) THEN \(birthdays.childUntil)
                    WHEN minor_until > \(now) THEN \(birthdays.minorUntil)
                END
            WHERE person = \(person)
            """)
    }
}

// MARK: - Notices

extension PeriodicJob {
    /// Announces birthdays that end limits.
    package static let announcingAges = PeriodicJob("announcing ages", pause: .seconds(60)) { engine in
        try await engine.announceAges()
        return Outcome()
    }
}

extension Engine {
    /// Logs people who turned 13 or 18; and once, people without a birth date, who signed up before it was asked for.
    /// Notifications follow from the log.
    func announceAges() async throws {
        let now = environment.now()
        _ = try await inBatches { try $0.announceAges(at: now, limit: Self.purgeBatchSize) }
    }
}

/// A notice about a person's age that is due.
private struct AgeNotice {
    let person: Person.ID
    /// 0 for a person who signed up before the column existed.
    let at: Date
    let minorUntil: Date?
    let birthDate: Day?
    let timeZone: String

    var isFirst: Bool { at.milliseconds == 0 }

    var birthdays: Birthdays? {
        birthDate.map { Birthdays(bornOn: $0, in: TimeZone(identifier: timeZone) ?? .gmt) }
    }
}

extension Connection {
    /// - Returns: the number of people whose notices were due. Index: `accounts_by_age_notice`.
    fileprivate func announceAges(at now: Date, limit: Int) throws -> Int {
        let due = try fetch(
            """
            SELECT person, age_notice_at, minor_until, birth_date, time_zone
            FROM accounts
            WHERE age_notice_at <= \(now)
            ORDER BY age_notice_at, person
            LIMIT \(limit)
            """
        ) { AgeNotice(person: $0[0], at: $0[1], minorUntil: $0[2], birthDate: $0[3], timeZone: $0[4]) }
        for notice in due { try announce(notice, at: now) }
        return due.count
    }

    private func announce(_ notice: AgeNotice, at now: Date) throws {
        guard let birthdays = notice.birthdays else {
            try send("UPDATE accounts SET age_notice_at = NULL WHERE person = \(notice.person)")
            return try logAge(nil, of: notice.person, at: now)
        }
        // The migration set approximate instants, since SQL knows no time zones.
        guard !notice.isFirst else { return try save(birthdays, of: notice.person, at: now) }
        let isAdult = notice.minorUntil.map { $0 <= now } ?? false
        try send(
            """
            UPDATE accounts
            SET age_notice_at = CASE WHEN minor_until > \(now) THEN minor_until END
            WHERE person = \(notice.person)
            """)
        try logAge(isAdult ? AgeGroup.adultAge : AgeGroup.teenagerAge, of: notice.person, at: now)
    }

    /// - Parameter years: nil for a missing birth date.
    private func logAge(_ years: Int?, of person: Person.ID, at now: Date) throws {
        let id = person.uuid
        try append(
            LogEntry(kind: .changedAge, person: person, topic: id, subject: id, amount: years), at: now)
    }
}
