import Foundation
import Paceline
import PacelineDatabase

/// Derives from a person's workouts what they have earned, and posts it to feeds; and ranks them on global boards.
///
/// It reads the workouts as they are now, not from the event, and sets what follows from them. So each event may be
/// processed late, twice or in another order, and everything is posted once.
struct ExperienceConsumer: LogConsumer {
    let name = "experience"
    let isPrompt = true
    // The past is counted by ``PeriodicJob/findingPastAchievements``, which posts nothing.
    let start = LogStart.end

    func consume(_ events: [LoggedEvent], _ context: ConsumerContext) throws {
        let days = try TrainingStandings.publicDays(in: events, context.connection)
        let people = Dictionary(grouping: events.filter(\.changesExperience), by: \.person)
        // One pass in a fixed order avoids deadlocks with other servers that follow the log.
        for person in Set(days.keys).union(people.keys).sorted() { try context.connection.lockPerson(person) }
        try TrainingStandings.follow(events, days, context)
        for (person, events) in people.sorted(by: { $0.key < $1.key }) {
            // Without the past, what is old would look new.
            guard try !context.connection.hasPastAchievements(person) else { continue }
            let achievements = PersonAchievements(of: person, context)
            if try events.count > 1 || context.isRetry || achievements.mayChange(by: events[0]) {
                try achievements.update()
            }
        }
    }
}

extension LoggedEvent {
    /// Whether what the person has earned, or shows of it, may have changed.
    fileprivate var changesExperience: Bool {
        switch entry.kind {
        case .publishedWorkout, .changedWorkout, .deletedWorkout, .decidedWorkout, .changedExperience,
            .changedPublicSettings:
            true
        default: false
        }
    }
}

extension PeriodicJob {
    /// Finds what people earned by workouts that they published before there were badges.
    static let findingPastAchievements = PeriodicJob("finding past achievements", pause: .seconds(600)) {
        engine in
        try await engine.findPastAchievements()
        return Outcome()
    }
}

extension Engine {
    /// Counts what a person earned now, instead of when the log is followed: for communities that are generated, with a
    /// clock of their own for each person.
    package func countAchievements(of person: Person.ID) async throws {
        let (now, environment) = (environment.now(), environment)
        try await translatingErrors {
            try await database.write { connection in
                let context = ConsumerContext(connection: connection, now: now, environment: environment)
                try PersonAchievements(of: person, context).update()
            }
        }
    }

    /// Counts the histories of all people in the table `achievement_backlog` whose workouts have been settled, each in
    /// a transaction of its own. Posts nothing.
    /// - Throws: the first error, after it has counted the histories of everyone else.
    func findPastAchievements() async throws {
        let (now, environment) = (environment.now(), environment)
        try await forEachPerson(inBacklog: SQL.settledAchievementBacklog) { person in
            try await database.write { connection in
                let context = ConsumerContext(connection: connection, now: now, environment: environment)
                try PersonAchievements(of: person, context).update(posting: false)
                try connection.send("DELETE FROM achievement_backlog WHERE person = \(person)")
            }
        }
    }
}

extension Connection {
    /// Whether the person's past has not been counted yet.
    fileprivate func hasPastAchievements(_ person: Person.ID) throws -> Bool {
        try exists("SELECT 1 FROM achievement_backlog WHERE person = \(person)")
    }
}

extension SQL {
    /// The people in `achievement_backlog` whose workouts have been settled.
    fileprivate static let settledAchievementBacklog: SQL = """
        (SELECT person
        FROM achievement_backlog
        WHERE NOT EXISTS (
            SELECT 1 FROM experience_backlog WHERE experience_backlog.person = achievement_backlog.person)) AS settled
        """
}
