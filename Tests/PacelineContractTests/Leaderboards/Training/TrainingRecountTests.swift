import Foundation
import Paceline
import PacelineTestSupport
import Testing

@Suite("Boards by training, recounted")
struct TrainingRecountTests {
    private static let seeds = 1...Repetitions.count(2 as UInt64, deep: 40)

    @Test(
        "after any history of publishing, editing, hiding and deleting, boards equal a recount", .world,
        arguments: Implementation.allCases, seeds)
    func recount(_ implementation: Implementation, _ seed: UInt64) async throws {
        let world = try await World.current(on: implementation)
        var history = try await TrainingRandomHistory(world, seed: seed)
        for _ in 0..<3 {
            for _ in 0..<12 { try await history.step() }
            try await world.rankTraining()
            for viewer in history.members { try await history.check(asSeenBy: viewer) }
        }
    }

    @Test(
        "what a viewer does not see changes none of their boards", .world,
        arguments: Implementation.allCases, seeds)
    func hidden(_ implementation: Implementation, _ seed: UInt64) async throws {
        let world = try await World.current(on: implementation)
        var history = try await TrainingRandomHistory(world, seed: seed)
        let (friend, stranger) = (history.members[1], history.members[3])
        for _ in 0..<15 { try await history.step(visibleTo: ItemVisibility.allCases) }
        try await world.rankTraining()
        let before = try await [friend.allTraining(), stranger.allTraining()]
        let owner = history.members[0]
        for _ in 0..<6 { try await history.publish(owner, [.private]) }
        try await world.rankTraining()
        #expect(try await friend.allTraining() == before[0], "seed \(seed)")
        for _ in 0..<6 { try await history.publish(owner, [.private, .friends, .followers]) }
        try await world.rankTraining()
        #expect(try await stranger.allTraining() == before[1], "seed \(seed)")
    }
}

/// Four people, of whom the first three are friends of each other, with random workouts of two months.
private struct TrainingRandomHistory {
    let world: World
    let members: [Member]
    private let seed: UInt64
    private var random: SeededRandom
    /// The settings by which others see them on boards.
    private var isShown: [Person.ID: Bool] = [:]
    private var showsStats: [Person.ID: Bool] = [:]
    private var showsDetails: [Person.ID: Bool] = [:]
    private var isPublic: [Person.ID: Bool] = [:]
    /// Those of members who have moved.
    private var zones: [Person.ID: TimeZoneHistory] = [:]
    /// The workouts that had not taken place when they were published or edited last. No total counts them.
    private var plans: Set<Workout.ID> = []

    init(_ world: World, seed: UInt64) async throws {
        self.world = world
        self.seed = seed
        random = SeededRandom(seed: seed)
        let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
        members = [ana, ben, cem, dan]
        for (one, other) in [(ana, ben), (ana, cem), (ben, cem)] { try await world.befriend(one, other) }
    }

    private func areFriends(_ one: Member, _ other: Member) -> Bool {
        ![one, other].contains { $0.id == members[3].id }
    }

    // MARK: - Steps

    mutating func step(visibleTo visibilities: [ItemVisibility] = ItemVisibility.allCases) async throws {
        let member = members.randomElement(using: &random)!
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<6: try await publish(member, visibilities)
        case 6: try await edit(member, visibilities)
        case 7: try await delete(member)
        case 8: try await changeSettings(of: member)
        default: try await moveClock(member)
        }
    }

    mutating func publish(_ member: Member, _ visibilities: [ItemVisibility]) async throws {
        world.clock.tick()
        let draft = draft(visibilities)
        try await publish(draft, by: member, as: .random())
    }

    private mutating func publish(
        _ draft: WorkoutDraft, by member: Member, as id: Workout.ID
    ) async throws {
        let workout = try await member.services.publish(draft, as: id, ifMatch: nil).workout
        if workout.endedAt > world.clock.now.addingTimeInterval(600) {
            plans.insert(workout.id)
        } else {
            plans.remove(workout.id)
        }
        #expect((workout.experience?.reason == .future) == plans.contains(workout.id), "seed \(seed)")
    }

    private mutating func draft(_ visibilities: [ItemVisibility]) -> WorkoutDraft {
        let minutes = Double(Int.random(in: 1...90, using: &random))
        let ago = Double(Int.random(in: 0...60 * 86_400, using: &random))
        let recent = Double(Int.random(in: 0...86_400, using: &random))
        let isOld = Bool.random(using: &random)
        // Some end ahead, by more or less than ten minutes.
        let isAhead = Int.random(in: 0..<6, using: &random) == 0
        let ahead = Double(Int.random(in: 300...840, using: &random))
        let end = world.clock.now.addingTimeInterval(isAhead ? ahead : isOld ? -ago : -recent)
        let type = [WorkoutType.running, .rowing, .strength, .yoga].randomElement(using: &random)!
        let metres = minutes * Double(Int.random(in: 1...2_000, using: &random)) / 10
        let kilograms = minutes * Double(Int.random(in: 1...200, using: &random)) / 10
        return WorkoutDraft(
            type: type, title: type.rawValue, startedAt: end.addingTimeInterval(-minutes * 60),
            duration: minutes * 60,
            measures: WorkoutMeasures(distance: type == .strength ? nil : metres),
            volume: type == .strength ? kilograms : nil,
            visibility: visibilities.randomElement(using: &random)!)
    }

    private mutating func workout(of member: Member) async throws -> Workout? {
        try await member.services.workouts(of: .me, .whole).items.randomElement(using: &random)
    }

    private mutating func edit(_ member: Member, _ visibilities: [ItemVisibility]) async throws {
        guard let workout = try await workout(of: member) else { return }
        world.clock.tick()
        let draft = draft(visibilities)
        try await publish(draft, by: member, as: workout.id)
    }

    private mutating func delete(_ member: Member) async throws {
        guard let workout = try await workout(of: member) else { return }
        world.clock.tick()
        try await member.services.deleteWorkout(workout.id)
    }

    private mutating func changeSettings(of member: Member) async throws {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            isShown[member.id] = !(isShown[member.id] ?? true)
            try await member.sets(SettingsChanges(showOnLeaderboards: isShown[member.id]))
        case 1:
            showsStats[member.id] = !(showsStats[member.id] ?? true)
            try await member.sets(SettingsChanges(showWorkoutStats: showsStats[member.id]))
        case 2:
            showsDetails[member.id] = !(showsDetails[member.id] ?? true)
            try await member.sets(SettingsChanges(showWorkoutDetails: showsDetails[member.id]))
        default:
            let becomesPublic = !(isPublic[member.id] ?? true)
            isPublic[member.id] = becomesPublic
            _ = try await member.chooses(becomesPublic ? .public : .friends)
        }
    }

    /// Lets hours pass, or moves the member to another time zone.
    private mutating func moveClock(_ member: Member) async throws {
        guard Bool.random(using: &random) else {
            return world.clock.advance(by: Double(Int.random(in: 1...40, using: &random)) * 3_600)
        }
        let zone = ["Pacific/Auckland", "America/Los_Angeles", "GMT"].randomElement(using: &random)!
        // Without workouts, there is no history.
        let hasWorkouts = try await workout(of: member) != nil
        let changes = hasWorkouts ? zones(of: member).changes(to: zone, at: world.clock.now) : []
        zones[member.id] = TimeZoneHistory(zone, changes: changes)
        _ = try await member.services.update(AccountChanges(timeZone: zone), ifMatch: nil)
    }

    // MARK: - Recounting

    mutating func check(asSeenBy viewer: Member) async throws {
        let today = zones(of: viewer).day(of: world.clock.now)
        let first = today.adding(days: -Int.random(in: 0...30, using: &random))
        let ranges = LeaderboardRange.allOfToday + [.custom(first...today)]
        for scope in [LeaderboardScope.friends, .global] {
            let listed = members.filter { isListed($0, scope, for: viewer) }
            let workouts = try await counted(of: listed, scope)
            for metric in BoardMetric.globalTraining where metric != .xp {
                for range in ranges {
                    let query = LeaderboardQuery(scope: scope, range: range, day: today, metric: metric)
                    let days = range.days(of: today)
                    var amounts: [String: Int] = [:]
                    for member in listed where shares(member, metric, for: viewer, scope) {
                        let amount = Self.amount(of: metric, on: days, workouts[member.id] ?? [])
                        if amount > 0 { amounts[member.username] = amount }
                    }
                    let expected = amounts.map { name, amount in
                        "\(1 + amounts.values.count { $0 > amount }) \(name) \(amount)"
                    }
                    let board = try await viewer.services.leaderboard(query, .whole)
                    #expect(
                        board.rows.map(\.inShort).sorted() == expected.sorted(),
                        "seed \(seed), \(viewer.username), \(query)")
                }
            }
            try await checkXP(scope, listed, for: viewer, today)
        }
    }

    /// The XP of all days is that of the totals that the viewer sees.
    private func checkXP(
        _ scope: LeaderboardScope, _ listed: [Member], for viewer: Member, _ today: Day
    ) async throws {
        let query = LeaderboardQuery(scope: scope, range: .all, day: today, metric: .xp)
        let board = try await viewer.services.leaderboard(query, .whole)
        let outsider = members[3]
        for member in listed where shares(member, .xp, for: viewer, scope) && member.id != outsider.id {
            // The outsider is a stranger to everyone, and the others are friends.
            let observer = scope == .global ? outsider : members[members[0].id == member.id ? 1 : 0]
            guard showsStats[member.id] ?? true, showsDetails[member.id] ?? true,
                scope == .friends || isPublic[member.id] ?? true
            else { continue }
            let xp = try await observer.sees(member).stats?.xp ?? 0
            let row = board.rows.first { $0.person.id == member.id }
            #expect(row?.points ?? 0 == xp, "seed \(seed), \(viewer.username), \(scope), \(member.username)")
        }
    }

    private func zones(of member: Member) -> TimeZoneHistory { zones[member.id] ?? .gmt }

    private func isListed(_ member: Member, _ scope: LeaderboardScope, for viewer: Member) -> Bool {
        let isShown = isShown[member.id] ?? true
        return scope == .global
            ? isShown && isPublic[member.id] ?? true
            : member.id == viewer.id || isShown && areFriends(member, viewer)
    }

    private func shares(
        _ member: Member, _ metric: BoardMetric, for viewer: Member, _ scope: LeaderboardScope
    ) -> Bool {
        if scope == .friends, member.id == viewer.id { return true }
        let needsDetails = ![BoardMetric.workouts, .activeDays].contains(metric)
        return showsStats[member.id] ?? true && (!needsDetails || showsDetails[member.id] ?? true)
    }

    /// The workouts that a board counts, with the days on which it counts them.
    private func counted(
        of listed: [Member], _ scope: LeaderboardScope
    ) async throws -> [Person.ID: [(day: Day, workout: Workout)]] {
        let least: ItemVisibility = scope == .global ? .public : .friends
        var counted: [Person.ID: [(day: Day, workout: Workout)]] = [:]
        for member in listed {
            let lived = zones(of: member)
            let workouts = try await walk(inPagesOf: 100) { try await member.services.workouts(of: .me, $0) }
            counted[member.id] =
                workouts.filter {
                    $0.visibility >= least && $0.experience?.status == .counted && !plans.contains($0.id)
                }
                .map { (day: lived.day(of: $0.startedAt), workout: $0) }
        }
        return counted
    }

    private static func amount(
        of metric: BoardMetric, on days: ClosedRange<Day>?, _ workouts: [(day: Day, workout: Workout)]
    ) -> Int {
        let counted = workouts.filter { days?.contains($0.day) ?? true }
        return Dictionary(grouping: counted, by: \.day).values.reduce(0) { sum, day in
            sum + amount(of: metric, inOneDay: day.map(\.workout))
        }
    }

    private static func amount(of metric: BoardMetric, inOneDay workouts: [Workout]) -> Int {
        func whole(_ value: (Workout) -> Double?) -> Int {
            workouts.reduce(0) { $0 + Int(((value($1) ?? 0) * 1_000).rounded()) } / 1_000
        }
        return switch metric {
        case .distance: whole { $0.type == .yoga ? nil : $0.distance }
        case .duration: whole { $0.duration }
        case .volume: whole { $0.volume }
        case .workouts: min(10, workouts.count { $0.duration >= 600 })
        case .activeDays: workouts.contains { $0.duration >= 600 } ? 1 : 0
        default: 1
        }
    }
}
