import Foundation
import Paceline
import PacelineDatabase

/// Derives from a person's workouts what they have earned, and posts it to feeds; and ranks them on global boards.
///
/// It reads the workouts as they are, whatever the event says, and sets what follows from them. So each event may be
/// processed late, twice or in another order, and everything is posted once.
struct ExperienceFollower: LogConsumer {
    let name = "experience"
    let isPrompt = true
    // The past is counted by ``PeriodicJob/findingPastAchievements``, which posts nothing.
    let start = LogStart.end

    func consume(_ events: [LoggedEvent], _ context: ConsumerContext) throws {
        try TrainingStandings.follow(events, context)
        let people = Set(events.filter(\.changesExperience).map(\.person))
        // A fixed order avoids deadlocks.
        for person in people.sorted() { try PersonAchievements(of: person, context).update() }
    }
}

extension LoggedEvent {
    /// Whether what the person has earned, or shows of it, may have changed.
    fileprivate var changesExperience: Bool {
        switch entry.kind {
        case .publishedWorkout, .changedWorkout, .deletedWorkout, .changedExperience, .changedPublicSettings:
            true
        default: false
        }
    }
}

extension PeriodicJob {
    /// Finds what people earned by workouts that they published before there were achievements.
    static let findingPastAchievements = PeriodicJob("finding past achievements", pause: .seconds(600)) {
        engine in
        try await engine.findPastAchievements()
        return Outcome()
    }
}

extension Engine {
    /// Counts the histories of all people in the table `achievement_backlog` whose workouts have been settled, each in a
    /// transaction of its own. Posts nothing. Without any, it costs one query.
    func findPastAchievements() async throws {
        let (now, environment) = (environment.now(), environment)
        while let person = try await database.read({ try $0.personWithPastAchievements() }) {
            try await database.write { connection in
                let context = ConsumerContext(connection: connection, now: now, environment: environment)
                try PersonAchievements(of: person, context).update(posts: false)
                try connection.send("DELETE FROM achievement_backlog WHERE person = \(person)")
            }
            try Task.checkCancellation()
        }
    }
}

extension Connection {
    fileprivate func personWithPastAchievements() throws -> Person.ID? {
        try fetchFirst(
            """
            SELECT person
            FROM achievement_backlog
            WHERE NOT EXISTS (
                SELECT 1 FROM experience_backlog WHERE experience_backlog.person = achievement_backlog.person)
            LIMIT 1
            """
        ) { $0[0] as Person.ID }
    }
}
