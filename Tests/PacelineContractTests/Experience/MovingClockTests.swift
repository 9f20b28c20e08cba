import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineEngine

@Suite("Cheating with a moving clock")
struct MovingClockTests {
    private static let seeds = 1...Repetitions.count(2_000 as UInt64, deep: 20_000)

    @Test(
        "cutting, copying, moving, hiding and importing again gains no more than the hours that are covered",
        arguments: seeds)
    func gains(_ seed: UInt64) {
        // Recordings of more than a day stand for their active time, wherever it is: they are compared loosely.
        let publishesLong = seed.isMultiple(of: 2)
        var cheat = Cheat(seed: seed, publishesLong: publishesLong)
        for _ in 0..<30 { cheat.step() }
        #expect(cheat.duplicates == cheat.duplicatesOfAll, "seed \(seed)")
        for closeness in Closeness.counted {
            let seen = cheat.workouts.filter { $0.award.visibility.rawValue >= closeness.rawValue }
            let counted = seen.filter(\.award.isCounted)
            let covered = Hours(counted.map { $0.award.startedAt...$0.award.endedAt }).milliseconds
            let total = counted.reduce(0) { $0 + $1.countedMilliseconds }
            #expect(total <= covered * 2, "seed \(seed), \(closeness)")
            // Late edits make the workouts themselves a tenth longer at most.
            let own = counted.reduce(0) { $0 + $1.ownMilliseconds }
            #expect(own * 10 <= covered * 22, "seed \(seed), \(closeness)")
            var earned = 0
            for (day, workouts) in Dictionary(grouping: seen, by: \.award.day) {
                let xp = cheat.xp[DayForCloseness(day: day, closeness: closeness)] ?? 0
                earned += xp
                let trained = Hours(workouts.flatMap(\.times)).milliseconds
                #expect(xp <= ExperienceLimits.dailyXP, "seed \(seed), \(day), \(closeness)")
                #expect(xp <= Cheat.worth(ofMilliseconds: trained), "seed \(seed), \(day), \(closeness)")
            }
            #expect(
                earned == cheat.xp.filter { $0.key.closeness == closeness }.values.reduce(0, +),
                "seed \(seed)")
            let trained = Hours(seen.flatMap(\.times)).milliseconds
            let most = (publishesLong ? 2 : 1) * Cheat.worth(ofMilliseconds: trained)
            #expect(earned <= most, "seed \(seed), \(closeness)")
        }
        // No time is paid twice: also of two workouts that both count, since each overlaps less than half of the other.
        let paid = cheat.workouts.map(\.award).filter { $0.award > 0 && !$0.isLongerThanADay }
            .sorted { $0.startedAt < $1.startedAt }
        for (one, next) in zip(paid, paid.dropFirst()) {
            #expect(one.endedAt <= next.startedAt, "seed \(seed), \(one.day) and \(next.day)")
        }
        for workout in cheat.workouts {
            let length = workout.award.endedAt.timeIntervalSince(workout.award.startedAt)
            let own = workout.workout.endedAt.timeIntervalSince(workout.workout.startedAt)
            #expect(own <= length * 1.1 + 1e-3, "seed \(seed), \(workout.workout.title)")
        }
    }

    @Test(
        "every order has the same result, hidden workouts change nothing, and the ledger adds up",
        arguments: seeds)
    func results(_ seed: UInt64) {
        var cheat = Cheat(seed: seed, publishesLong: seed.isMultiple(of: 2))
        for _ in 0..<20 { cheat.step() }
        let result = cheat.settledAnew(seenFrom: .me)
        #expect(result.workouts.map(\.award) == cheat.workouts.map(\.award), "seed \(seed)")
        #expect(result.days == cheat.days, "seed \(seed)")
        let classification = AwardClassification(ofAll: cheat.workouts.map(\.award), in: .gmt)
        for closeness in Closeness.counted {
            let days = cheat.days(seenFrom: closeness)
            let seen = cheat.settledAnew(seenFrom: closeness)
            #expect(seen.days(seenFrom: closeness) == days, "seed \(seed), \(closeness)")
            #expect(classification.xp(seenFrom: closeness) == days, "seed \(seed), \(closeness)")
        }
        #expect(
            cheat.workouts.allSatisfy { $0.award.isClassified(like: classification.awards[$0.award.workout]) }
        )
        let sum = cheat.workouts.reduce(0) { $0 + $1.award.award }
        #expect(cheat.ledger.isCorrect && cheat.ledger.balance == sum, "seed \(seed)")
        for index in cheat.ledger.entries.indices {
            var changed = cheat.ledger
            changed.flipByte(ofEntry: index, using: &cheat.random)
            #expect(!changed.isCorrect, "seed \(seed), entry \(index)")
        }
    }
}

/// A ledger in memory.
private struct Ledger {
    private static let key = LedgerKey(bytes: Array(repeating: 7, count: LedgerKey.length))!
    private(set) var entries: [(record: LedgerRecord, hash: [UInt8])] = []
    private var chain = LedgerChain(
        account: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))

    mutating func append(_ change: LedgerChange, at now: Date) {
        let record = chain.append(change, at: now, key: Self.key)
        entries.append((record, chain.head))
    }

    var balance: Int { Int(chain.balance) }

    /// Whether each hash follows from its entry and the one before, and the balance is the sum.
    var isCorrect: Bool {
        var head = LedgerChain.start
        for entry in entries {
            guard Self.key.hash(of: entry.record, after: head) == entry.hash else { return false }
            head = entry.hash
        }
        return entries.reduce(0) { $0 + $1.record.amount } == chain.balance
    }

    mutating func flipByte(ofEntry index: Int, using random: inout SeededRandom) {
        let byte = Int.random(in: 0..<32, using: &random)
        entries[index].hash[byte] = ~entries[index].hash[byte]
    }
}

/// A person who publishes what they ran again and again, in pieces and at other times, always at one pace. So the time
/// alone decides what a workout is worth.
private struct Cheat {
    struct Entry {
        let workout: Workout
        var award: StoredAward

        /// The time that it claims, and that by which it is judged.
        var times: [ClosedRange<Date>] {
            [workout.startedAt...workout.endedAt, award.startedAt...award.endedAt]
        }

        /// One of more than a day stands for its active time.
        var countedMilliseconds: Int64 {
            award.isLongerThanADay ? award.milliseconds : award.elapsedMilliseconds
        }

        /// What totals count at most.
        var ownMilliseconds: Int64 {
            let length = workout.endedAt.milliseconds - workout.startedAt.milliseconds
            return min(length, Int64(workout.duration * 1_000))
        }
    }

    fileprivate(set) var random: SeededRandom
    private let publishesLong: Bool
    private let owner = Person.ID.random()
    private var now = TestClock.start
    private var entries: [Workout.ID: Entry] = [:]
    private var number = 0
    private(set) var xp: [DayForCloseness: Int] = [:]
    private(set) var ledger = Ledger()
    /// What the last change has changed.
    private var settled: [Workout.ID: StoredAward] = [:]

    init(seed: UInt64, publishesLong: Bool) {
        random = SeededRandom(seed: seed)
        self.publishesLong = publishesLong
    }

    /// 12 km/h without a heart rate: 12.4 XP a minute.
    static func worth(ofMilliseconds milliseconds: Int64) -> Int {
        ExperiencePolicy.current.worth(
            of: ExperiencePolicy.Effort(
                type: .running, millimetres: milliseconds * 10 / 3, milliseconds: milliseconds, grams: 0,
                centibeats: 0, isCompleted: true))
    }

    /// In a fixed order.
    var workouts: [Entry] { entries.values.sorted { $0.workout.id < $1.workout.id } }

    var duplicates: Set<Workout.ID> { ids { $0.takesPartInDuplicateRule && $0.status == .duplicate } }

    /// As if all were settled at once.
    var duplicatesOfAll: Set<Workout.ID> {
        let awards = workouts.map(\.award).filter(\.takesPartInDuplicateRule)
        return Set(DuplicateRule.originals(of: awards.map(\.recording)).keys)
    }

    /// The days on which viewers see XP.
    var days: [DayForCloseness: Int] { xp.filter { $0.value > 0 } }

    func days(seenFrom closeness: Closeness) -> [Day: Int] {
        let seen = days.filter { $0.key.closeness == closeness }
        return Dictionary(uniqueKeysWithValues: seen.map { ($0.key.day, $0.value) })
    }

    /// What follows from the workouts that viewers see, each settled by itself in another order.
    mutating func settledAnew(seenFrom closeness: Closeness) -> Cheat {
        let seen = workouts.filter { $0.award.visibility.rawValue >= closeness.rawValue }
        var anew = self
        (anew.entries, anew.xp) = ([:], [:])
        for entry in seen.shuffled(using: &random) {
            anew.settle(AwardChange(old: nil, new: entry.award.unsettled, isLimited: false))
            let award = anew.settled[entry.workout.id] ?? entry.award.unsettled
            anew.entries[entry.workout.id] = Entry(workout: entry.workout, award: award)
        }
        return anew
    }

    private func ids(_ condition: (StoredAward) -> Bool) -> Set<Workout.ID> {
        Set(workouts.map(\.award).filter(condition).map(\.workout))
    }

    // MARK: - Steps

    mutating func step() {
        number += 1
        let old = workouts.randomElement(using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<4: publish(fresh())
        case 4, 5: if let old { publish(piece(of: old.workout, as: id())) }
        case 6, 7: if let old { publish(piece(of: old.workout, as: old.workout.id)) }
        case 8: if let old { publish(copy(of: old.workout, as: old.workout.id)) }
        case 9: if let old { delete(old) }
        case 10:
            // Imported again, as a new workout.
            guard let old else { return }
            delete(old)
            publish(copy(of: old.workout, as: id()))
        default: break
        }
        let pauses: [TimeInterval] = [1, 600, 7_200, 86_400, 10 * 86_400, 15 * 86_400]
        if Bool.random(using: &random) { now += pauses.randomElement(using: &random) ?? 1 }
    }

    /// Replaces the workout with the same id.
    private mutating func publish(_ workout: Workout) {
        let old = entries[workout.id]
        let award =
            old.map { $0.award.edited(from: $0.workout, to: workout, in: .gmt, at: now) }
            ?? StoredAward(of: workout, in: .gmt)
        settle(AwardChange(old: old?.award, new: award, isLimited: false))
        entries[workout.id] = Entry(workout: workout, award: settled[workout.id] ?? award)
    }

    private mutating func delete(_ entry: Entry) {
        entries[entry.workout.id] = nil
        settle(AwardChange(old: entry.award, new: nil, isLimited: false))
    }

    /// As ``Awards`` does, with the awards in memory.
    private mutating func settle(_ change: AwardChange) {
        guard var span = AwardSettlement.span(of: [change]) else { return }
        while true {
            var settlement = AwardSettlement(
                of: [change], among: awards(startingIn: span), startingIn: span, in: .gmt,
                holds: true)
            if let wider = settlement.findDuplicates() {
                span = wider
                continue
            }
            let xpOfDays = settlement.settle()
            for day in settlement.days {
                for closeness in Closeness.counted {
                    let key = DayForCloseness(day: day, closeness: closeness)
                    xp[key] = xpOfDays[key]
                }
            }
            settled = [:]
            for change in settlement.differences.compactMap(\.ledgerChange) { ledger.append(change, at: now) }
            for award in settlement.differences.compactMap(\.new) {
                settled[award.workout] = award
                entries[award.workout]?.award = award
            }
            return
        }
    }

    /// As the engine reads them.
    private func awards(startingIn span: ClosedRange<Date>) -> [StoredAward] {
        let days = Day(of: span.lowerBound, in: .gmt)...Day(of: span.upperBound, in: .gmt)
        return workouts.map(\.award).filter { award in
            span.contains(award.startedAt) || days.contains(award.day)
                || award.isLongerThanADay && award.startedAt < span.lowerBound
                    && award.endedAt >= span.lowerBound
        }
    }

    // MARK: - Workouts

    /// A run of some minutes or hours of the last days, or of more than a day.
    private mutating func fresh() -> Workout {
        let isLong = publishesLong && Int.random(in: 0..<5, using: &random) == 0
        let minutes =
            isLong ? 1_441...20_000 : [1...3, 10...90, 60...1_440].randomElement(using: &random) ?? 1...3
        let length = Int.random(in: minutes, using: &random)
        let end = now - Double(Int.random(in: 0...2_880, using: &random) * 60)
        let active = isLong ? Int.random(in: 0...1_440, using: &random) : length
        return workout(from: end - Double(length * 60), to: end, active: active, as: id())
    }

    /// The same, or a part of it, perhaps moved.
    private mutating func piece(of old: Workout, as id: Workout.ID) -> Workout {
        let length = Int(old.endedAt.timeIntervalSince(old.startedAt) / 60)
        let cut = Int.random(in: 0...length, using: &random)
        let shift = [0, 0, -9, 9, 30, -60].randomElement(using: &random) ?? 0
        let start = old.startedAt + Double((shift + Int.random(in: 0...cut, using: &random)) * 60)
        let rest = max(1, length - cut)
        return workout(
            from: start, to: start + Double(rest * 60), active: min(rest, Int(old.duration / 60)), as: id)
    }

    /// The same for other viewers.
    private mutating func copy(of old: Workout, as id: Workout.ID) -> Workout {
        workout(from: old.startedAt, to: old.endedAt, active: Int(old.duration / 60), as: id)
    }

    private mutating func id() -> Workout.ID { Workout.ID(.version4(using: &random)) }

    private mutating func workout(from start: Date, to end: Date, active: Int, as id: Workout.ID) -> Workout {
        Workout(
            id: id, owner: owner, type: .running, title: "\(number)", startedAt: start, endedAt: end,
            duration: Double(active * 60), measures: WorkoutMeasures(distance: Double(active) * 200),
            isErgTest: false, volume: nil, exerciseCount: nil, isCompleted: true, source: nil,
            visibility: ItemVisibility.allCases.randomElement(using: &random) ?? .private, xpEarned: 0,
            createdAt: now, updatedAt: now)
    }
}

extension StoredAward {
    /// As if it had just been published.
    fileprivate var unsettled: StoredAward {
        var award = self
        award.day = TimeZoneHistory.gmt.naturalDay(of: self)
        (award.status, award.award, award.reason, award.bridgesDays) = (.counted, 0, nil, false)
        return award
    }
}

/// Intervals, taken together.
private struct Hours {
    let milliseconds: Int64

    init(_ intervals: [ClosedRange<Date>]) {
        var (sum, end) = (0 as Int64, Int64.min)
        for interval in intervals.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let last = interval.upperBound.milliseconds
            sum += max(0, last - max(end, interval.lowerBound.milliseconds))
            end = max(end, last)
        }
        milliseconds = sum
    }
}
