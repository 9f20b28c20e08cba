import Foundation
import Paceline
import PacelineEngine

/// What workouts earn. Viewers see the XP that the workouts they see would have earned alone.
struct ExperiencePart: WorldPart {
    static let steps: [WorldStep] = [
        WorldStep(1) { world, one, _, _ in try await world.showOrHideStats(one) }
    ]

    static func check(_ world: RandomWorld, asSeenBy viewer: Int) async throws {
        for person in world.people.indices where !world.areBlocked(viewer, person) {
            try await world.checkStats(of: person, asSeenBy: viewer)
        }
        try await world.checkExperience(of: viewer)
    }
}

extension RandomWorld {
    /// Whether the viewer sees the person's totals.
    func seesStats(_ viewer: Int, of owner: Int) -> Bool {
        seesProfile(viewer, owner) && (viewer == owner || people[owner].showsStats)
    }

    /// The original of each of the person's duplicates.
    func duplicates(of owner: Int) -> [Workout.ID: Workout.ID] {
        DuplicateRule.originals(of: Array(recordings(of: owner).values))
    }

    private func recordings(of owner: Int) -> [Workout.ID: DuplicateRule.Recording] {
        let recordings = workouts.filter { $0.owner == owner }.map {
            DuplicateRule.Recording(
                id: $0.id, startedAt: $0.startedAt, endedAt: $0.endedAt, publishedAt: $0.publishedAt,
                visibility: $0.visibility)
        }
        return Dictionary(uniqueKeysWithValues: recordings.map { ($0.id, $0) })
    }

    /// Where each of the person's workouts competes for XP.
    private func places(of owner: Int) -> [Workout.ID: SettlementPlace] {
        SettlementPlace.places(
            of: workouts.filter { $0.owner == owner && worth(of: $0) > 0 }.compactMap { workout in
                recordings(of: owner)[workout.id].map {
                    SettlementPlace.Competitor($0, on: Day(of: workout.startedAt, in: .gmt))
                }
            })
    }

    private func settledDay(of workout: WorkoutRecord, _ places: [Workout.ID: SettlementPlace]) -> Day {
        if case .day(let day) = places[workout.id] { return day }
        return Day(of: workout.startedAt, in: .gmt)
    }

    /// The XP that others see of a workout, or its owner.
    func xp(of workout: WorkoutRecord, shownTo viewer: Int) -> Int {
        if viewer == workout.owner { return awards(of: viewer, seenFrom: .me)[workout.id]?.amount ?? 0 }
        let owner = people[workout.owner]
        return owner.showsStats && owner.showsDetails ? worth(of: workout) : 0
    }

    private func worth(of workout: WorkoutRecord) -> Int {
        ExperiencePolicy.current.worth(of: workout.draft)
    }

    /// What the person's workouts that are visible at this closeness earn.
    private func awards(of owner: Int, seenFrom closeness: Closeness) -> [Workout.ID: Award] {
        dailyAwards(of: owner, seenFrom: closeness).values.reduce(into: [:]) { $0.merge($1) { $1 } }
    }

    /// The same by the day on which they are settled.
    private func dailyAwards(of owner: Int, seenFrom closeness: Closeness) -> [Day: [Workout.ID: Award]] {
        let (duplicates, recordings) = (duplicates(of: owner), recordings(of: owner))
        let places = places(of: owner)
        let seen = workouts.filter {
            $0.owner == owner && $0.visibility.rawValue >= closeness.rawValue
        }
        let days = Dictionary(grouping: seen) { settledDay(of: $0, places) }
        return days.mapValues { day in
            let isDuplicate = Dictionary(grouping: day) { duplicates[$0.id] != nil }
                .mapValues { $0.compactMap { recordings[$0.id] } }
            let originals = DuplicateRule.originals(
                of: isDuplicate[true] ?? [], among: isDuplicate[false] ?? [])
            let excluded = day.filter { places[$0.id] == SettlementPlace.nowhere }
            let candidates = day.filter { places[$0.id] != SettlementPlace.nowhere }.map {
                SettlementCandidate(
                    id: $0.id, startedAt: $0.startedAt, endedAt: $0.endedAt, publishedAt: $0.publishedAt,
                    worth: worth(of: $0), original: originals[$0.id])
            }
            return excluded.reduce(into: Settlement.awards(for: candidates)) { awards, workout in
                let reason = duplicates[workout.id] == nil ? AwardReason.cooldown : .duplicate
                awards[workout.id] = Award(amount: 0, reason: reason)
            }
        }
    }

    func lifetime(of owner: Int, seenFrom closeness: Closeness) -> Int {
        earnedXP(of: owner, seenFrom: closeness, on: nil)
    }

    /// - Parameter days: nil for all time.
    func earnedXP(of owner: Int, seenFrom closeness: Closeness, on days: ClosedRange<Day>?) -> Int {
        dailyAwards(of: owner, seenFrom: closeness).filter { days?.contains($0.key) ?? true }.values
            .reduce(0) { sum, awards in sum + awards.values.reduce(0) { $0 + $1.amount } }
    }

    fileprivate mutating func showOrHideStats(_ one: Int) async throws {
        people[one].showsStats.toggle()
        _ = try await session(one).update(SettingsChanges(showWorkoutStats: people[one].showsStats))
    }

    fileprivate func checkStats(of owner: Int, asSeenBy viewer: Int) async throws {
        let stats = try await session(viewer).person(.id(people[owner].id)).stats
        let place = "XP of \(owner) seen by \(viewer)"
        guard seesStats(viewer, of: owner) else { return try expect(stats, nil, place) }
        let isWhole = seesDetails(viewer, of: owner)
        let xp = lifetime(of: owner, seenFrom: closeness(viewer, owner))
        try expect(stats?.xp, isWhole ? xp : 0, place)
        try expect(stats?.level, isWhole ? Level(lifetime: xp).number : nil, "level, \(place)")
    }

    /// Checks what the viewer is shown of their own XP.
    fileprivate func checkExperience(of viewer: Int) async throws {
        let (session, lifetime) = (session(viewer), lifetime(of: viewer, seenFrom: .me))
        let experience = try await session.experience()
        try expect(experience.lifetime, lifetime, "lifetime of \(viewer)")
        try expect(experience.balance, lifetime, "balance of \(viewer)")
        let awards = awards(of: viewer, seenFrom: .me)
        let duplicates = duplicates(of: viewer)
        for workout in try await session.workouts(of: .me, all).items {
            let place = "\(workout.id) of \(viewer)"
            try expect(workout.experience?.award, awards[workout.id]?.amount, "award of \(place)")
            try expect(workout.experience?.reason, awards[workout.id]?.reason, "reason of \(place)")
            let status = duplicates[workout.id] == nil ? AwardStatus.counted : .duplicate
            try expect(workout.experience?.status, status, "status of \(place)")
        }
    }
}

// MARK: - Achievements

extension RandomWorld {
    /// Checks what everyone has earned, as everyone sees it. Runs last, since it also posts it to feeds.
    func checkAchievements() async throws {
        for owner in people.indices {
            let evidence = TrainingHistory.evidence(of: records(of: owner))
            for viewer in people.indices where !areBlocked(viewer, owner) {
                try await checkAchievements(of: owner, evidence, asSeenBy: viewer)
            }
        }
    }

    private func checkAchievements(
        of owner: Int, _ evidence: [Achievement.ID: [Closeness: AchievementEvidence]], asSeenBy viewer: Int
    ) async throws {
        let reference = PersonReference.id(people[owner].id)
        let closeness = closeness(viewer, owner)
        let isShown = viewer == owner || seesStats(viewer, of: owner) && seesDetails(viewer, of: owner)
        let earned = evidence.compactMap { id, audiences in
            id.level == nil && isShown ? audiences[closeness].map { "\(id) \($0.at)" } : nil
        }
        let shown = try await session(viewer).achievements(of: reference).map { "\($0.id) \($0.at)" }
        try expect(shown.sorted(), earned.sorted(), "achievements of \(owner) seen by \(viewer)")
        for item in try await session(viewer).feed(FeedQuery(person: reference), all).items {
            guard let id = (item.achievement ?? item.milestone)?.id ?? item.levelUp.map({ .level($0.level) })
            else { continue }
            let dates = (evidence[id] ?? [:]).filter { $0.key.rawValue >= closeness.rawValue }.values.map(
                \.at)
            try expect(isShown && dates.contains(item.at), true, "\(id) of \(owner) seen by \(viewer)")
        }
    }

    private func records(of owner: Int) -> [TrainingRecord] {
        let (originals, own) = (duplicates(of: owner), workouts.filter { $0.owner == owner })
        let places = places(of: owner)
        return own.map { workout in
            let draft = workout.draft
            return TrainingRecord(
                id: workout.id, visibility: workout.visibility, startedAt: workout.startedAt,
                endedAt: workout.endedAt, publishedAt: workout.publishedAt,
                day: Day(of: workout.startedAt, in: .gmt), awardDay: settledDay(of: workout, places),
                hour: LocalTime(of: workout.startedAt, in: .gmt).second / 3_600, type: draft.type,
                millimetres: Int64((workout.distance * 1_000).rounded()),
                milliseconds: Int64(draft.duration * 1_000), grams: 0, isErgTest: false, isCompleted: true,
                isCounted: originals[workout.id] == nil,
                worth: places[workout.id] == SettlementPlace.nowhere ? 0 : worth(of: workout))
        }
    }
}
