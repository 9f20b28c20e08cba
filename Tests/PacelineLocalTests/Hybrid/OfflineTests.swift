import Foundation
import PacelineLocal
import PacelineTestSupport
import Testing

@Suite("A session without a connection", .timeLimit(.minutes(5)))
struct OfflineTests {
    @Test("what is done offline shows at once, and the server has it after the next sync")
    func airplaneMode() async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withPhone { phone in
            let services: any SocialServices = phone.services
            scene.server.network = .isGone
            _ = scene.server.arrivals()
            let tally = try await services.giveKudos(to: item, big: false)
            #expect(tally == Tally(count: 1, mine: true))
            let comment = try await services.comment(CommentDraft(text: "Well rowed!"), on: item)
            let workout = Workout.ID(UUID())
            let published = try await services.publish(.hoursAgo(1, "5000m"), as: workout, ifMatch: nil)
            #expect(published.status == .created)
            let edited = try await services.edit(workout, WorkoutChanges(title: "5k"), ifMatch: nil)
            #expect(edited.workout.title == "5k")
            _ = try await services.update(AccountChanges(bio: "Rows."), ifMatch: nil)

            let feed = try await services.homeWorkouts()
            #expect(feed.map(\.id) == [workout.item, item])
            #expect(feed.last?.hasKudos == true && feed.last?.kudosCount == 1)
            #expect(feed.last?.latestComment?.id == comment.id && feed.last?.commentCount == 1)
            #expect(try await services.comments(on: item, PageRequest()).items.map(\.id) == [comment.id])
            #expect(try await services.me().bio == "Rows.")
            #expect(scene.server.arrivals() == [])

            scene.server.network = .works
            let report = try await phone.sync()
            #expect(report.sent == 5)
            #expect(report.status.waiting == 0 && report.status.refused == 0)
            let online = try await scene.online.homeWorkouts()
            #expect(online.map(\.workout?.title) == ["5k", "2000m"])
            #expect(try await scene.ben.item(item).commentCount == 1)
            #expect(
                try await scene.ben.comments(on: item, PageRequest()).items.map(\.text) == ["Well rowed!"])
            #expect(try await scene.online.me().bio == "Rows.")
            #expect(try await services.homeWorkouts() == online)
        }
    }

    @Test("following and its end are shown at once")
    func following() async throws {
        let scene = try await HybridScene()
        let cem = try await scene.server.community.signIn(
            with: .device(secret: Credential.newDeviceSecret()), birthDate: Day("1990-05-01")
        ).person.id
        _ = try await scene.server.community.session(for: cem).setUsername("cem")
        let item = try await scene.workoutOfBen()
        try await scene.withPhone { phone in
            // Seen once online, so that the phone knows whom it follows.
            _ = try await phone.services.person(.id(cem))
            scene.server.network = .isGone
            guard case .following(let person) = try await phone.services.follow(.id(cem), notifications: nil)
            else {
                Issue.record("a public profile is followed at once")
                return
            }
            #expect(person.username == "cem" && person.relationship == .following)
            #expect(try await phone.services.homeWorkouts().map(\.id) == [item])
            try await phone.services.unfriend(.id(scene.benID))
            #expect(try await phone.services.homeWorkouts() == [])
            scene.server.network = .works
            #expect(try await phone.sync().sent == 2)
            #expect(try await scene.online.person(.id(cem)).relationship == .following)
            #expect(try await scene.online.person(.id(scene.benID)).relationship == .notFriends)
        }
    }

    @Test("a refused change is no longer shown, and can be retried or discarded")
    func refusal() async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withPhone { phone in
            scene.server.network = .isGone
            _ = try await phone.services.comment(CommentDraft(text: "Well rowed!"), on: item)
            _ = try await phone.services.giveKudos(to: item, big: false)
            try await scene.ben.deleteWorkout(Workout.ID(item.uuid))
            scene.server.network = .works
            let report = try await phone.sync()
            #expect(report.status.refused == 2 && report.status.waiting == 0)
            #expect(try await phone.services.homeWorkouts() == [])
            let refused = try await phone.refusedChanges()
            #expect(refused.map(\.kind) == [.addComment, .giveKudos])
            #expect(refused.allSatisfy { $0.error.code == .itemNotFound && $0.reason == .refused })
            let content = try JSONSerialization.jsonObject(with: try #require(refused.first?.content))
            #expect((content as? [String: Any])?["text"] as? String == "Well rowed!")
            try await phone.discard(refused[0].id)
            try await phone.retry(refused[1].id)
            #expect(try await phone.sync().status.refused == 1)
            #expect(try await phone.refusedChanges().map(\.kind) == [.giveKudos])
        }
    }

    @Test("what the device does not hold needs a connection, and what it read before does not")
    func notHeld() async throws {
        let scene = try await HybridScene()
        try await scene.withPhone { phone in
            let ben = PersonReference.id(scene.benID)
            let profile = try await phone.services.person(ben)
            scene.server.network = .isGone
            #expect(try await phone.services.person(ben) == profile)
            #expect(
                try await code { _ = try await phone.services.friends(of: ben, PageRequest()) } == .offline)
            #expect(try await code { _ = try await phone.services.createGroup(title: "Crew") } == .offline)
            #expect(try await code { _ = try await phone.confirming.me() } == .offline)
            // A block removes what names the person, also what is only remembered.
            try await phone.services.block(ben)
            #expect(try await code { _ = try await phone.services.person(ben) } == .offline)
        }
    }

    @Test("an invalid change is refused at once, and is not queued")
    func invalid() async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withPhone { phone in
            scene.server.network = .isGone
            let long = String(repeating: "a", count: 501)
            let services: any SocialServices = phone.services
            let tooLong = await #expect(throws: SocialError.self) {
                try await services.comment(CommentDraft(text: long), on: item)
            }
            #expect(tooLong?.code == .invalidValue)
            let oneself = await #expect(throws: SocialError.self) {
                try await services.block(.id(scene.ana.id))
            }
            #expect(oneself?.code == .selfNotAllowed)
            let status = try await phone.sync().status
            #expect(status.waiting == 0)
        }
    }

    @Test("a setting that another device changes meanwhile does not change who sees what was queued")
    func audience() async throws {
        let scene = try await HybridScene()
        try await scene.withPhone { phone in
            _ = try await phone.services.games()
            scene.server.network = .isGone
            let (workout, other, day) = (Workout.ID(UUID()), Workout.ID(UUID()), Day(of: Date(), in: .gmt))
            var draft = WorkoutDraft.hoursAgo(1)
            draft.visibility = nil
            let shown = try await phone.services.publish(draft, as: workout, ifMatch: nil).workout.visibility
            draft.startedAt -= 3_600
            _ = try await phone.services.publish([IdentifiedDraft(id: other, draft: draft)])
            let score = ScoreDraft(score: 3, isCompleted: true)
            let visibility = try await phone.services.publish(score, in: .wordle, on: day).score.visibility
            _ = try await phone.services.publishDailyScores(
                [DailyScore(game: .connections, draft: score)], on: day)
            #expect(shown == .friends && visibility == .friends)
            _ = try await scene.online.update(
                SettingsChanges(workoutVisibility: .public, scoreVisibility: .public))
            scene.server.network = .works
            #expect(try await phone.sync().status.waiting == 0)
            for id in [workout, other] { #expect(try await scene.online.workout(id).visibility == shown) }
            let scores = try await scene.online.scores(of: .me, from: nil, to: nil, PageRequest()).items
            #expect(scores.map(\.visibility) == [visibility, visibility])

            // What exists keeps its audience.
            scene.server.network = .isGone
            _ = try await phone.services.publish(
                ScoreDraft(score: 2, isCompleted: true), in: .wordle, on: day)
            scene.server.network = .works
            _ = try await phone.sync()
            let changed = try await scene.online.scores(of: .me, from: nil, to: nil, PageRequest()).items
            #expect(changed.first { $0.game == .wordle }?.visibility == visibility)
        }
    }

    @Test("scores have their points at once, after the games were read")
    func scores() async throws {
        let scene = try await HybridScene()
        try await scene.withPhone { phone in
            _ = try await phone.services.games()
            scene.server.network = .isGone
            let day = Day(of: Date(), in: .gmt)
            let draft = ScoreDraft(score: 3, isCompleted: true)
            let score = try await phone.services.publish(draft, in: .wordle, on: day).score
            let results = try await phone.services.publishDailyScores(
                [DailyScore(game: .connections, draft: ScoreDraft(score: 900, isCompleted: true))], on: day)
            #expect(results.map(\.status) == [.rejected])
            scene.server.network = .works
            #expect(try await phone.sync().sent == 2)
            let published = try await scene.online.scores(of: .me, from: nil, to: nil, PageRequest()).items
            #expect(published.map(\.points) == [score.points])
            #expect(published.map(\.visibility) == [score.visibility])
            #expect(try await phone.refusedChanges().map(\.kind) == [.publishScore])
        }
    }
}
