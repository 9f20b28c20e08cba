import Foundation
import Paceline
import PacelineDatabase

/// Settles all days of everyone again from their workouts, and compares the results with what is stored.
///
/// Leaves out people whose workouts a job is about to settle.
struct SettlementCheck {
    private let connection: any Connection
    /// The days whose XP is stored wrongly.
    private(set) var days: [WrongDay] = []
    /// The number of each person's awards whose status or day is stored wrongly.
    private(set) var misclassified: [Person.ID: Int] = [:]

    /// A day whose XP is stored wrongly.
    struct WrongDay {
        let person: Person.ID
        let day: Day
        let closeness: Closeness
        let stored: Int
        let counted: Int
    }

    /// The number of people who are read at once.
    private static let batchSize = 100

    init(_ connection: any Connection) throws {
        self.connection = connection
        let people = try connection.settledPeople()
        for start in stride(from: 0, to: people.count, by: Self.batchSize) {
            try compare(Array(people[start..<min(start + Self.batchSize, people.count)]))
        }
    }

    private mutating func compare(_ people: [Person.ID]) throws {
        let awards = Dictionary(grouping: try connection.awards(of: people), by: \.owner)
        let stored = Dictionary(grouping: try connection.experienceDays(of: people), by: \.person)
        let zones = try connection.changedTimeZones(
            of: "SELECT id AS person FROM people WHERE id IN \(list: people)")
        for person in people {
            let known = awards[person] ?? []
            // Without changes of the zone, each award keeps its own.
            let classification = AwardClassification(
                ofAll: known, in: zones[person] ?? TimeZoneHistory("UTC"))
            let wrong = known.count { !$0.isClassified(like: classification.awards[$0.workout]) }
            if wrong > 0 { misclassified[person] = wrong }
            compare(classification, with: stored[person] ?? [], of: person)
        }
    }

    private mutating func compare(
        _ classification: AwardClassification, with rows: [ExperienceDay], of person: Person.ID
    ) {
        for closeness in Closeness.counted {
            let stored = Dictionary(
                uniqueKeysWithValues: rows.filter { $0.closeness == closeness.rawValue }.map {
                    ($0.day, $0.xp)
                })
            let counted = classification.xp(seenFrom: closeness)
            for day in Set(stored.keys).union(counted.keys).sorted() where stored[day] != counted[day] {
                days.append(
                    WrongDay(
                        person: person, day: day, closeness: closeness, stored: stored[day] ?? 0,
                        counted: counted[day] ?? 0))
            }
        }
    }
}

/// A row of `experience_days`.
private struct ExperienceDay {
    let person: Person.ID
    let closeness: Int
    let day: Day
    let xp: Int
}

extension StoredAward {
    /// Whether its status and day are the same.
    func isClassified(like other: StoredAward?) -> Bool {
        guard let other else { return false }
        return (day, statusAlone, bridgesDays) == (other.day, other.statusAlone, other.bridgesDays)
    }
}

extension Connection {
    fileprivate func settledPeople() throws -> [Person.ID] {
        try fetch(
            """
            SELECT person
            FROM (SELECT owner AS person FROM awards UNION SELECT person FROM experience_days) AS trained
            WHERE person NOT IN (SELECT person FROM experience_backlog)
                AND person NOT IN (SELECT person FROM training_backlog)
            ORDER BY person
            """
        ) { $0[0] as Person.ID }
    }

    /// All awards of the people, in the order of the primary key of `awards`.
    func awards(of people: [Person.ID]) throws -> [StoredAward] {
        try fetch(
            """
            SELECT \(StoredAward.columns)
            FROM awards
            WHERE awards.owner IN \(list: people)
            ORDER BY awards.owner, awards.day, awards.workout
            """
        ) { StoredAward(&$0) }
    }

    fileprivate func experienceDays(of people: [Person.ID]) throws -> [ExperienceDay] {
        try fetch("SELECT person, audience, day, xp FROM experience_days WHERE person IN \(list: people)") {
            ExperienceDay(person: $0[0], closeness: $0[1], day: $0[2], xp: $0[3])
        }
    }
}

extension Counter {
    /// Checks which workouts are duplicates, and on which day each is settled: `stored` is the number of a person's
    /// workouts that are wrong. Also checks the XP of each day for each closeness, such as
    /// `experience_days.2026-11-26.friend`.
    static let settlement = Counter(name: "settlement") { connection in
        let check = try SettlementCheck(connection)
        return check.misclassified.sorted { $0.key < $1.key }.map { person, count in
            CounterDifference(counter: "awards.day", subject: person.description, stored: count, counted: 0)
        }
            + check.days.map { wrong in
                CounterDifference(
                    counter: "experience_days.\(wrong.day.dashed).\(wrong.closeness)",
                    subject: wrong.person.description, stored: wrong.stored, counted: wrong.counted)
            }
    }
}
