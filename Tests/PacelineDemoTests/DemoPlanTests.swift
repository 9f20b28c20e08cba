import Foundation
import Paceline
import Testing

@testable import PacelineDemo

@Suite("The demo community's plan") struct DemoPlanTests {
    private static let end = Date(timeIntervalSince1970: 1_777_660_200)
    private static let plan = DemoPlan(people: 120, workouts: 3_000, seed: 5, end: end)

    @Test("The same seed gives the same plan, and another seed a different one")
    func reproducible() {
        let make = { (seed: UInt64) in DemoPlan(people: 40, workouts: 200, seed: seed, end: Self.end)
        }
        #expect(make(3) == make(3))
        #expect(make(3) != make(4))
    }

    @Test("Every action is after its people joined and before the end")
    func order() {
        let plan = Self.plan
        #expect(plan.workouts.count == 3_000)
        for workout in plan.workouts {
            #expect(workout.draft.startedAt > plan.people[workout.owner].joinedAt)
            let moments =
                [workout.at] + workout.kudos.map(\.at)
                + workout.comments.flatMap {
                    [$0.at, $0.reply?.at ?? $0.at]
                }
            #expect(moments.allSatisfy { $0 >= workout.at && $0 < plan.end })
        }
        for friendship in plan.friendships {
            #expect(friendship.requestedAt < friendship.acceptedAt && friendship.acceptedAt < plan.end)
            #expect(
                friendship.acceptedAt.timeIntervalSince(friendship.requestedAt) < ConnectionRequest.lifetime)
        }
    }

    @Test("Every workout and username is valid")
    func rules() throws {
        for workout in Self.plan.workouts { _ = try workout.draft.checked(now: workout.at) }
        for person in Self.plan.people { _ = try Username(person.username) }
    }

    @Test("One recent workout of the demo user has a heart rate that is held")
    func heldWorkout() {
        let held = Self.plan.workouts.filter { ($0.draft.averageHeartRate ?? 0) > 220 }
        #expect(held.map(\.owner) == [0])
        #expect(held.allSatisfy { $0.at > Self.end.addingTimeInterval(-12 * 86_400) })
    }

    @Test("Intervals and splits add up to their workout's distance and time")
    func sums() {
        let drafts = Self.plan.workouts.map(\.draft).filter { $0.detail?.intervals.isEmpty == false }
        #expect(Set(drafts.map(\.type)).isSuperset(of: [.rowing, .running, .cycling]))
        #expect(drafts.count > 100)
        for draft in drafts {
            let intervals = draft.detail?.intervals ?? []
            #expect(intervals.compactMap(\.distance).reduce(0, +) == draft.distance)
            #expect(abs(intervals.compactMap(\.duration).reduce(0, +) - draft.duration) < 0.05)
        }
    }

    @Test("A title in a monitor's notation agrees with the workout's numbers")
    func titles() {
        var patterns = 0
        for draft in Self.plan.workouts.map(\.draft) {
            let intervals = draft.detail?.intervals ?? []
            switch WorkoutPattern(draft.title) {
            case .single(.distance(let metres)): #expect(draft.distance == Double(metres))
            case .single(.time(let time)): #expect(abs(draft.duration - time.seconds) < 0.05)
            case .intervals(let count, let piece, let rest):
                #expect(intervals.count == count)
                for interval in intervals {
                    if case .distance(let metres) = piece { #expect(interval.distance == Double(metres)) }
                    if case .time(let time) = piece { #expect(interval.duration == time.seconds) }
                    if case .time(let time) = rest { #expect(interval.restDuration == time.seconds) }
                }
            case .other: continue
            default: Issue.record("unexpected title: \(draft.title)")
            }
            patterns += 1
        }
        #expect(patterns > 300)
    }

    @Test("No one trains twice at a time, or at night")
    func times() { expectPossibleTimes(Self.plan) }

    private func expectPossibleTimes(_ plan: DemoPlan) {
        for (owner, workouts) in Dictionary(grouping: plan.workouts, by: \.owner) {
            let drafts = workouts.map(\.draft).sorted { $0.startedAt < $1.startedAt }
            let ends = drafts.map { $0.endedAt ?? $0.startedAt.addingTimeInterval($0.duration) }
            for (end, next) in zip(ends, drafts.dropFirst()) { #expect(end <= next.startedAt) }
            let zone = plan.people[owner].zone
            for (draft, end) in zip(drafts, ends) {
                let dayStart = Day(of: draft.startedAt, in: zone).start(in: zone)
                #expect(draft.startedAt.timeIntervalSince(dayStart) > 5 * 3_600)
                #expect(end.timeIntervalSince(dayStart) < 23.5 * 3_600)
            }
        }
    }

    @Test("Comments and answers belong to what they are under")
    func conversations() {
        for workout in Self.plan.workouts {
            expectFitting(
                workout.comments, DemoConversation.about(workout.draft),
                DemoConversation.mentions(of: workout.draft))
        }
        for score in Self.plan.scores { expectFitting(score.comments, DemoConversation.about(score), []) }
    }

    @Test("Comments about splits are true")
    func splits() throws {
        var count = 0
        for workout in Self.plan.workouts {
            let splits = workout.draft.detail?.intervals.compactMap(\.split) ?? []
            for comment in workout.comments.map(\.text) {
                if comment.contains("all the way") {
                    let (fastest, slowest) = (try #require(splits.min()), try #require(splits.max()))
                    #expect(slowest <= fastest * 1.01, "\(comment)")
                }
                guard comment == "So even, all of them." || comment == "Last one fastest, of course." else {
                    continue
                }
                count += 1
                let (fastest, slowest) = (try #require(splits.min()), try #require(splits.max()))
                #expect((slowest <= fastest * 1.01) == comment.hasPrefix("So even"))
                if comment.hasPrefix("Last") { #expect(splits.last == fastest) }
            }
        }
        #expect(count > 0)
    }

    private func expectFitting(
        _ comments: [DemoPlan.PlannedComment], _ conversations: [DemoConversation], _ mentions: [String]
    ) {
        for comment in comments {
            let own = conversations.first { $0.comment == comment.text }
            #expect(
                own != nil || mentions.contains { comment.text.hasPrefix("@") && comment.text.hasSuffix($0) })
            if let reply = comment.reply {
                #expect(own?.replies.contains { reply.text.hasSuffix($0) } == true)
            }
        }
    }

    @Test("Every sport occurs, with tests over 2 km, long sessions, and days of rest")
    func training() {
        let drafts = Self.plan.workouts.map(\.draft)
        #expect(
            Set(drafts.map(\.type)) == [
                .rowing, .skiing, .cycling, .running, .walking, .hiking, .swimming, .strength, .yoga,
            ])
        #expect(drafts.contains { $0.isErgTest == true && $0.distance == 2_000 })
        #expect(drafts.contains { $0.type == .running && ($0.distance ?? 0) > 15_000 })
        for workouts in Dictionary(grouping: Self.plan.workouts, by: \.owner).values where workouts.count > 9
        {
            let days = Set(workouts.map { Day(of: $0.draft.startedAt, in: .gmt) })
            let span = (days.max()?.ordinal ?? 0) - (days.min()?.ordinal ?? 0)
            #expect(days.count < span)
        }
    }

    @Test("The demo user has friends who train in each sport, on any day of the visit", arguments: 0..<7)
    func sportsOfFriends(daysLater: Int) {
        let end = Self.end.addingTimeInterval(Double(daysLater) * 86_400)
        let plan = DemoPlan(people: 120, workouts: 3_000, seed: 1, end: end)
        let friends = Set(
            plan.friendships.map(\.pair).filter { $0.from == 0 || $0.to == 0 }.map { $0.from + $0.to })
        let shown = plan.workouts.filter { friends.contains($0.owner) && $0.draft.visibility != .private }
        #expect(
            Set(shown.map(\.draft.type)).isSuperset(of: [
                .rowing, .skiing, .cycling, .running, .walking, .hiking, .swimming, .strength, .yoga,
            ]))
    }

    @Test("Through a block of their plan, the demo user rows the same intervals faster, and lifts more")
    func progression() {
        let mine = Self.plan.workouts.filter { $0.owner == 0 }.map(\.draft)
        /// Pairs of workouts with one title in one block, a week or more apart.
        func pairs(_ type: WorkoutType, weeks: Int) -> [(earlier: WorkoutDraft, later: WorkoutDraft)] {
            func week(_ draft: WorkoutDraft) -> Int {
                (Day(of: draft.startedAt, in: Self.plan.people[0].zone).ordinal - Self.plan.firstDay.ordinal)
                    / 7
            }
            return Dictionary(grouping: mine.filter { $0.type == type && !$0.title.contains("deload") }) {
                "\(week($0) / weeks) \($0.title)"
            }
            .values.flatMap { zip($0, $0.dropFirst()).filter { week($0) < week($1) } }
            .map { (earlier: $0, later: $1) }
        }
        let rows = pairs(.rowing, weeks: 6).filter { $0.earlier.title.contains("x") }
        #expect(!rows.isEmpty)
        for (earlier, later) in rows {
            #expect(later.duration / (later.distance ?? 0) < earlier.duration / (earlier.distance ?? 0))
        }
        let lifts = pairs(.strength, weeks: 5).map { pair in
            [pair.earlier, pair.later].map { draft in
                (draft.detail?.sets ?? []).reduce(0) { $0 + Double($1.repetitions ?? 0) * ($1.weight ?? 0) }
            }
        }
        #expect(!lifts.isEmpty && lifts.allSatisfy { $0[0] < $0[1] })
    }

    @Test(
        "Whatever the day, the community is active up to it, and its boards have rivals",
        arguments: [
            // A Monday after midnight, a Sunday evening, 29 February, the change of clocks, and New Year's Eve.
            "2026-11-23T00:10:00Z", "2026-11-22T21:30:00Z", "2028-02-29T12:00:00Z", "2026-03-29T01:30:00Z",
            "2026-12-31T23:50:00Z",
        ])
    func anyEnd(text: String) throws {
        let end = try Date(text, strategy: .iso8601)
        let plan = DemoPlan(people: 60, workouts: 1_200, seed: 5, end: end)
        func isRecent(_ date: Date, days: Double) -> Bool {
            date < end && date > end.addingTimeInterval(-days * 86_400)
        }
        #expect(plan.workouts.contains { isRecent($0.at, days: 1) })
        #expect(plan.workouts.contains { $0.owner == 0 && isRecent($0.at, days: 4) })
        let lastDay = plan.scores.map(\.day).max() ?? Day(of: .distantPast, in: .gmt)
        #expect(lastDay >= Day(of: end.addingTimeInterval(-86_400), in: .gmt))
        let points = Dictionary(grouping: plan.scores.filter { isRecent($0.at, days: 7) }, by: \.owner)
        #expect(points.count >= 3 && points[0] != nil)
    }

    @Test(
        "At any hour, friends of the demo user have just trained, their group has rivals, and nothing is ahead",
        arguments: ["2026-11-23", "2026-06-20"], [0, 2, 4, 5, 6, 7, 9, 11, 13, 16, 19, 21, 22, 23])
    func anyHour(day: String, hour: Int) throws {
        let end = try Date("\(day)T\(hour < 10 ? "0" : "")\(hour):20:00Z", strategy: .iso8601)
        let plan = DemoPlan(people: 30, workouts: 400, seed: UInt64(hour), end: end)
        #expect(plan.workouts.count == 400)
        expectPossibleTimes(plan)
        let friends = plan.friendships.filter { $0.pair.from == 0 || $0.pair.to == 0 }
            .map { $0.pair.from + $0.pair.to }
        let fresh = plan.workouts.filter {
            friends.contains($0.owner) && $0.draft.visibility != .private
                && $0.draft.startedAt > end.addingTimeInterval(-4.5 * 3_600)
        }
        #expect(fresh.count >= 2)
        let today = Day(of: end, in: plan.people[0].zone)
        let players = Set(plan.scores.filter { $0.day > today.adding(days: -7) }.map(\.owner))
        let rivals = try #require(plan.groups.last).members.map(\.person).filter(players.contains)
        #expect(players.contains(0) && rivals.count >= 2)
        for workout in plan.workouts {
            let moments =
                [workout.at] + workout.kudos.map(\.at) + workout.comments.map { $0.reply?.at ?? $0.at }
            #expect(moments.allSatisfy { $0 < end } && workout.draft.startedAt < workout.at)
        }
        #expect(plan.scores.allSatisfy { $0.at < end })
    }

    @Test("Some recent workouts have photos, which the product accepts")
    func photos() throws {
        let recent = Self.plan.workouts.filter { $0.at > Self.plan.end.addingTimeInterval(-21 * 86_400) }
        let photos = recent.compactMap(\.photo)
        #expect(photos.count * 10 > recent.count && photos.count * 2 < recent.count)
        for photo in photos.prefix(8) {
            let bytes = try photo.png()
            #expect(try StoredImage(sanitising: bytes) == StoredImage(format: .png, bytes: bytes))
            #expect((10_000...120_000).contains(bytes.count))
        }
        let avatars = Self.plan.people.compactMap(\.avatar)
        #expect(avatars.count < Self.plan.people.count)
        for avatar in avatars.prefix(8) { _ = try StoredImage(sanitising: try avatar.png()) }
    }

    @Test("The photo of every scene fills its frame on the workout's page, which is 4:3")
    func photoShapes() throws {
        var scenes: Set<String> = []
        for photo in Self.plan.workouts.compactMap(\.photo) {
            // A scene with a screen is described with its numbers.
            let scene = "\(photo.scene)".prefix { $0 != "(" }
            guard scenes.insert(String(scene)).inserted else { continue }
            // A PNG file has its width and height at byte 16.
            let size = try photo.png()[16..<24].map(Int.init)
            let (width, height) = (size[2] << 8 | size[3], size[6] << 8 | size[7])
            #expect(width * 3 == height * 4, "\(scene): \(width) × \(height)")
        }
        #expect(scenes.contains("hills") && scenes.count >= 5)
    }

    @Test("The demo user is mentioned, answered and followed in the last days")
    func inbox() {
        let plan = Self.plan
        let recent = plan.workouts.flatMap(\.comments).filter {
            $0.at > plan.end.addingTimeInterval(-7 * 86_400)
        }
        #expect(recent.contains { $0.text.hasPrefix("@\(DemoPlan.username) ") })
        #expect(recent.contains { $0.person == 0 && $0.reply != nil })
        #expect(
            plan.follows.contains { $0.pair.to == 0 && $0.at > plan.end.addingTimeInterval(-3 * 86_400) })
    }

    @Test(
        "The community is realistic: friends share clubs, tests get more kudos, splits improve, some are teenagers"
    )
    func believable() throws {
        let plan = Self.plan
        let inClub = plan.friendships.filter {
            plan.people[$0.pair.from].club == plan.people[$0.pair.to].club
        }
        #expect(inClub.count * 2 > plan.friendships.count)
        #expect(Set(plan.people.map(\.username)).count == plan.people.count)
        #expect(plan.people.contains { $0.displayName.contains { !$0.isASCII } })
        #expect(
            plan.people.contains {
                AgeGroup(bornOn: $0.birthDate, today: Day(of: Self.end, in: .gmt)) == .teenager
            })
        let kudos = { (isTest: Bool) -> Double in
            let some = plan.workouts.filter {
                ($0.draft.isErgTest == true) == isTest && $0.draft.type == .rowing
            }
            return Double(some.reduce(0) { $0 + $1.kudos.count }) / Double(max(1, some.count))
        }
        #expect(kudos(true) > kudos(false) * 1.5)
        for habits in plan.people.map(\.habits) { #expect(habits.split(afterDays: 500) < habits.split) }
    }

    @Test("Even a small community has requests to the demo user", arguments: 1...20)
    func incomingRequests(seed: Int) {
        let plan = DemoPlan(people: 10, workouts: 50, seed: UInt64(seed), end: Self.end)
        #expect(plan.requests.count { $0.pair.to == 0 } == DemoPlan.greetings.count)
        #expect(plan.friendships.contains { $0.pair.from == 0 || $0.pair.to == 0 })
    }

    @Test("The demo user is in two groups, and members join after the group and their account exist")
    func groups() {
        let plan = Self.plan
        #expect(plan.groups.count == 5)
        let mine = plan.groups.filter { group in
            group.owner == 0 || group.members.contains { $0.person == 0 }
        }
        #expect(mine.count == 2)
        for group in plan.groups {
            for joining in group.members {
                #expect(joining.at > max(group.createdAt, plan.people[joining.person].joinedAt))
                #expect(joining.at < plan.end && joining.person != group.owner)
            }
        }
    }

    @Test(
        "Scores are valid and unique per game and day, with later reactions from friends")
    func scores() throws {
        let plan = Self.plan
        var taken: Set<[AnyHashable]> = []
        for score in plan.scores {
            let game = try #require(GameCatalogue.standard[score.game])
            _ = try score.draft.checked(for: game)
            #expect(taken.insert([score.owner, score.game, score.day]).inserted)
            #expect(score.at > plan.people[score.owner].joinedAt && score.at < plan.end)
            #expect(score.day <= Day.latest(at: score.at))
            let reactions = score.kudos.map { ($0.person, $0.at) } + score.comments.map { ($0.person, $0.at) }
            for (person, at) in reactions {
                #expect(at > score.at && at < plan.end)
                #expect(
                    plan.friendships.contains {
                        Set([$0.pair.from, $0.pair.to]) == [person, score.owner] && $0.acceptedAt < score.at
                    })
            }
        }
    }

    @Test("About 30 % of people play, few of them daily, and the demo user has a long streak")
    func players() {
        let plan = Self.plan
        let days = Dictionary(grouping: plan.scores, by: \.owner).mapValues { Set($0.map(\.day)) }
        #expect((24...36).contains(days.count))
        let mine = days[0] ?? []
        #expect((1...20).allSatisfy { mine.contains(Day(of: Self.end, in: .gmt).adding(days: -$0)) })
        #expect(days.values.count { $0.count < 50 } * 10 > days.count * 7)
        #expect(plan.scores.contains { $0.draft.isHardMode == true })
        #expect(plan.scores.contains { !$0.draft.isCompleted } && plan.scores.contains { !$0.kudos.isEmpty })
        let inGroup = Set(plan.groups.flatMap { $0.members.map(\.person) })
        #expect(days.keys.count(where: inGroup.contains) * 2 > days.count)
    }

    @Test("The number of workouts does not affect people and friendships")
    func independentParts() {
        let (few, many) = (
            DemoPlan(people: 40, workouts: 10, seed: 5, end: Self.end),
            DemoPlan(people: 40, workouts: 500, seed: 5, end: Self.end)
        )
        #expect(few.people == many.people)
        #expect(few.friendships == many.friendships)
        #expect(few.scores == many.scores)
    }
}
