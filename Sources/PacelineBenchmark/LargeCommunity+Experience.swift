import Foundation
import GRDB
import Paceline
import PacelineEngine

// Workouts follow from their numbers, as do their awards.
extension LargeCommunity {
    static let heartRate = 150.0

    /// The owner of the numbered workout: evenly distributed, in scattered order.
    func owner(ofWorkout number: Int) -> Int {
        Int((UInt64(number) &* 2_654_435_761 >> 7) % UInt64(people))
    }

    func visibility(ofWorkout number: Int) -> ItemVisibility {
        let visibilities: [ItemVisibility] = [
            .friends, .friends, .public, .followers, .friends, .public, .friends, .private,
        ]
        return visibilities[number % visibilities.count]
    }

    /// Metres.
    func distance(ofWorkout number: Int) -> Int { 2_000 + number % 9_000 }

    func start(ofWorkout number: Int) -> Date {
        Date(milliseconds: instant(ofWorkout: number).milliseconds)
    }

    /// At 2:00 for 500 m. Workouts are published when they end.
    func end(ofWorkout number: Int) -> Date {
        Date(milliseconds: start(ofWorkout: number).milliseconds + Int64(distance(ofWorkout: number)) * 240)
    }

    private func effort(ofWorkout number: Int) -> ExperiencePolicy.Effort {
        let metres = Int64(distance(ofWorkout: number))
        return ExperiencePolicy.Effort(
            type: .rowing, millimetres: metres * 1_000, milliseconds: metres * 240, grams: 0,
            centibeats: Int64(Self.heartRate) * 100, isCompleted: true)
    }
}

extension LargeCommunity {
    /// A workout with its award.
    private struct SettledWorkout {
        let number: Int
        let id: Workout.ID
        let start: Date
        let end: Date
        let visibility: ItemVisibility
        let worth: Int
        var original: Workout.ID?
        var day: Day
        var award = Award(amount: 0)
        /// See `StoredAward`.
        var bridgesDays = false

        var recording: DuplicateRule.Recording {
            DuplicateRule.Recording(
                id: id, startedAt: start, endedAt: end, publishedAt: end, visibility: visibility)
        }

        var candidate: SettlementCandidate {
            SettlementCandidate(
                id: id, startedAt: start, endedAt: end, publishedAt: end, worth: worth, original: original)
        }
    }

    /// Inserts awards, the ledger, levels and badges as the engine would have.
    func insertExperience(_ database: GRDB.Database) throws {
        guard let key = BenchmarkKey.environment().ledgerKey else { preconditionFailure("There is a key.") }
        var numbers = [[Int]](repeating: [], count: people)
        for number in 0..<workouts { numbers[owner(ofWorkout: number)].append(number) }
        for (owner, numbers) in numbers.enumerated() where !numbers.isEmpty {
            let settled = try settled(numbers, of: owner, database)
            try insert(settled, of: owner, key, database)
            try insertAchievements(earnedBy: settled.map(record), of: owner, database)
        }
    }

    private func record(of workout: SettledWorkout) -> TrainingRecord {
        let effort = effort(ofWorkout: workout.number)
        return TrainingRecord(
            id: workout.id, visibility: workout.visibility, startedAt: workout.start, endedAt: workout.end,
            publishedAt: workout.end, day: Day(of: workout.start, in: .gmt), awardDay: workout.day,
            hour: LocalTime(of: workout.start, in: .gmt).second / 3_600, type: effort.type,
            millimetres: effort.millimetres, milliseconds: effort.milliseconds, grams: effort.grams,
            isErgTest: false, isCompleted: effort.isCompleted, isCounted: workout.original == nil,
            worth: workout.bridgesDays ? 0 : workout.worth)
    }

    /// Settles a person's workouts, and inserts the XP of their days.
    private func settled(
        _ numbers: [Int], of owner: Int, _ database: GRDB.Database
    ) throws -> [SettledWorkout] {
        var settled = numbers.map { number in
            SettledWorkout(
                number: number, id: Workout.ID(workout(number).uuid), start: start(ofWorkout: number),
                end: end(ofWorkout: number), visibility: visibility(ofWorkout: number),
                worth: ExperiencePolicy.current.worth(of: effort(ofWorkout: number)),
                day: Day(of: start(ofWorkout: number), in: .gmt))
        }
        let originals = DuplicateRule.originals(of: settled.map(\.recording))
        let places = SettlementPlace.places(
            of: settled.filter { $0.worth > 0 }.map { SettlementPlace.Competitor($0.recording, on: $0.day) })
        for index in settled.indices {
            settled[index].original = originals[settled[index].id]
            switch places[settled[index].id] {
            case .day(let day): settled[index].day = day
            case .nowhere: settled[index].bridgesDays = true
            case nil: break
            }
        }
        for (day, workouts) in Dictionary(grouping: settled, by: \.day).sorted(by: { $0.key < $1.key }) {
            for visibility in ItemVisibility.allCases {
                let seen = workouts.filter { $0.visibility >= visibility && !$0.bridgesDays }
                let awards = Settlement.awards(for: seen.map(\.candidate))
                let xp = awards.values.reduce(0) { $0 + $1.amount }
                if visibility == .private {
                    for index in settled.indices {
                        if let award = awards[settled[index].id] { settled[index].award = award }
                    }
                }
                guard xp > 0 else { continue }
                try database.cached(
                    "INSERT INTO experience_days (person, audience, day, xp) VALUES (?, ?, ?, ?)",
                    [Self.person(owner).bytes, visibility.rawValue, day.number, xp])
            }
        }
        return settled
    }

    private func insert(
        _ settled: [SettledWorkout], of owner: Int, _ key: LedgerKey, _ database: GRDB.Database
    ) throws {
        var chain = LedgerChain(account: Self.identifier(at: Self.start, UInt64(people + owner)))
        for workout in settled.sorted(by: { ($0.end, $0.id) < ($1.end, $1.id) }) {
            try insert(workout, of: owner, database)
            let change = LedgerChange(
                workout: workout.id, amount: workout.award.amount, reason: workout.award.reason,
                policy: ExperiencePolicy.current.number)
            guard change.amount > 0 else { continue }
            let entry = chain.append(change, at: workout.end, key: key)
            try database.cached(
                """
                INSERT INTO ledger_entries (account, sequence, at, kind, reason, policy, source, amount, balance,
                    lifetime, hash)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    entry.account.bytes, entry.sequence, entry.at.milliseconds, entry.kind, entry.reason,
                    entry.policy, workout.id.bytes, entry.amount, entry.balance, entry.lifetime,
                    Data(chain.head),
                ])
        }
        try database.cached(
            """
            INSERT INTO ledger_accounts (id, person, sequence, balance, lifetime, head)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                chain.account.bytes, Self.person(owner).bytes, chain.sequence, chain.balance, chain.lifetime,
                Data(chain.head),
            ])
    }

    private func insert(_ workout: SettledWorkout, of owner: Int, _ database: GRDB.Database) throws {
        let effort = effort(ofWorkout: workout.number)
        try database.cached(
            "UPDATE items SET xp = ?, xp_earned = ? WHERE id = ?",
            [workout.worth, workout.award.amount, workout.id.bytes])
        let status = workout.original == nil ? AwardStatus.counted : .duplicate
        try database.cached(
            """
            INSERT INTO awards (owner, day, workout, created_at, started_at, ended_at, type, millimetres,
                milliseconds, grams, centibeats, visibility, status, eligibility, worth, award, reason, policy,
                zone, bridges_days)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, 'GMT', ?)
            """,
            [
                Self.person(owner).bytes, workout.day.number, workout.id.bytes, workout.end.milliseconds,
                workout.start.milliseconds, workout.end.milliseconds, effort.type.rawValue,
                effort.millimetres, effort.milliseconds, effort.grams, effort.centibeats,
                workout.visibility.rawValue, status.number, workout.worth, workout.award.amount,
                workout.award.reason?.number, ExperiencePolicy.current.number, workout.bridgesDays ? 1 : 0,
            ])
    }
}
