import Foundation

/// The workouts of a person that viewers at one closeness see, and the badges and levels that they earned.
///
/// A pure function of the workouts: the order in which they were published has no effect. Adding workouts to a history
/// takes away no badge or level, except for `comeback`.
package struct TrainingHistory: Sendable {
    /// By end.
    private let records: [TrainingRecord]
    /// The workouts that count in totals, by end.
    private let counted: [TrainingRecord]
    /// The long workouts among these. Only they count in numbers of workouts, days and streaks.
    private let long: [TrainingRecord]

    /// - Parameter records: the workouts that the viewers see, in any order.
    package init(_ records: [TrainingRecord]) {
        self.records = records.sorted(by: TrainingRecord.isEarlier)
        counted = self.records.filter(\.isCounted)
        long = counted.filter(\.isLong)
    }

    /// The earliest evidence for each badge and level.
    package var evidence: [Achievement.ID: AchievementEvidence] {
        var evidence = levels
        for definition in AchievementDefinition.all {
            evidence[definition.id] = self.evidence(for: definition.rule)
        }
        return evidence
    }

    /// Whether these workouts satisfy the rule.
    func earns(_ rule: AchievementRule) -> Bool { evidence(for: rule) != nil }

    /// Whether at most one long workout counts.
    var isSingle: Bool { long.count <= 1 }

    private func evidence(for rule: AchievementRule) -> AchievementEvidence? {
        switch rule {
        case .total(let total, let goal): evidence(for: total, goal)
        case .level: nil
        case .workout(let condition): counted.first(where: condition).flatMap { AchievementEvidence([$0]) }
        case .doubleDay: first(of: counted, inDays: { $0.day...$0.day }, Self.doubleDay)
        case .perfectWeek: first(of: long, inDays: \.day.week) { Self.first($0, by: \.day, count: 7) }
        case .triathlete:
            first(of: long.filter { Self.triathlon.contains($0.type) }, inDays: \.day.week) {
                Self.first($0, by: \.type, count: 3)
            }
        case .allRounder(let count):
            first(of: long.filter { WorkoutType.known.contains($0.type) }, inDays: \.day.month) {
                Self.first($0, by: \.type, count: count)
            }
        case .comeback(let days): comeback(after: Double(days) * 86_400)
        }
    }

    private static let triathlon: Set<WorkoutType> = [.swimming, .cycling, .running]
}

// MARK: - Totals and levels

extension TrainingHistory {
    private func evidence(for total: TrainingTotal, _ goal: Int64) -> AchievementEvidence? {
        switch total {
        case .workouts: crossing(goal) { $0.isLong ? 1 : 0 }
        case .millimetres: crossing(goal) { $0.countedMillimetres }
        case .grams: crossing(goal) { $0.grams }
        case .milliseconds: crossing(goal) { $0.milliseconds }
        case .longestStreak: streak(of: Int(goal))
        }
    }

    private func crossing(_ goal: Int64, _ amount: (TrainingRecord) -> Int64) -> AchievementEvidence? {
        var sum: Int64 = 0
        for record in counted {
            sum += amount(record)
            if sum >= goal { return AchievementEvidence([record]) }
        }
        return nil
    }

    /// The streak that is complete first.
    private func streak(of length: Int) -> AchievementEvidence? {
        var first: [Int: TrainingRecord] = [:]
        for record in long where first[record.day.ordinal] == nil { first[record.day.ordinal] = record }
        var days: [TrainingRecord] = []
        var last: Int?
        var best: AchievementEvidence?
        for day in first.keys.sorted() {
            if last != day - 1 { days = [] }
            last = day
            if let record = first[day] { days.append(record) }
            guard days.count >= length, let found = AchievementEvidence(Array(days.suffix(length))) else {
                continue
            }
            if best.map({ found.at < $0.at }) ?? true { best = found }
        }
        return best
    }

    /// The workouts that earned XP in the eyes of the viewers, by end.
    private var awards: [(record: TrainingRecord, amount: Int)] {
        let awards = Dictionary(grouping: records.filter { $0.worth > 0 }, by: \.awardDay).values
            .map { Settlement.awards(for: $0.map(\.candidate)) }
            .reduce(into: [Workout.ID: Int]()) { all, day in
                for (id, award) in day where award.amount > 0 { all[id] = award.amount }
            }
        return records.compactMap { record in awards[record.id].map { (record, $0) } }
    }

    private var levels: [Achievement.ID: AchievementEvidence] {
        var levels: [Achievement.ID: AchievementEvidence] = [:]
        var (lifetime, level) = (0, Level(lifetime: 0))
        for (record, amount) in awards {
            lifetime += amount
            while level.next.start <= lifetime {
                level = level.next
                guard LevelUp.isPosted(level.number) else { continue }
                levels[.level(level.number)] = AchievementEvidence([record])
            }
        }
        return levels
    }
}

// MARK: - Several workouts within some time

extension TrainingHistory {
    /// The evidence that is complete first in any of the periods.
    private func first(
        of records: [TrainingRecord], inDays period: (TrainingRecord) -> ClosedRange<Day>,
        _ evidence: ([TrainingRecord]) -> AchievementEvidence?
    ) -> AchievementEvidence? {
        var found: [AchievementEvidence] = []
        for records in Dictionary(grouping: records, by: { period($0).lowerBound }).values {
            if let evidence = evidence(records) { found.append(evidence) }
        }
        return found.min {
            $0.at == $1.at ? $0.workouts.lexicographicallyPrecedes($1.workouts) : $0.at < $1.at
        }
    }

    /// The first record of each of the first different values.
    private static func first<Value: Hashable>(
        _ records: [TrainingRecord], by value: (TrainingRecord) -> Value, count: Int
    ) -> AchievementEvidence? {
        var seen: Set<Value> = []
        var firsts: [TrainingRecord] = []
        for record in records where seen.insert(value(record)).inserted {
            firsts.append(record)
            if firsts.count == count { return AchievementEvidence(firsts) }
        }
        return nil
    }

    private static func doubleDay(_ records: [TrainingRecord]) -> AchievementEvidence? {
        let earning = records.filter { $0.worth > 0 }
        guard let first = earning.first else { return nil }
        let start = first.endedAt.addingTimeInterval(ExperienceLimits.cooldown)
        return earning.first { $0.startedAt >= start }.flatMap { AchievementEvidence([first, $0]) }
    }

    private func comeback(after pause: TimeInterval) -> AchievementEvidence? {
        var last: TrainingRecord?
        for record in long.sorted(by: { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }) {
            if let last, record.startedAt.timeIntervalSince(last.endedAt) >= pause {
                return AchievementEvidence([last, record])
            }
            if last.map({ TrainingRecord.isEarlier($0, record) }) ?? true { last = record }
        }
        return nil
    }
}
