import Foundation
import PacelineAPI
import PacelineReplica
import PacelineTestSupport
import Testing

@testable import PacelineLocal

@Suite("A community of the device that is merged into an account", .timeLimit(.minutes(5)))
struct MergeTests {
    @Test("everything of years without an account is in the account, privately, and on every device")
    func everything() async throws {
        try await MergeScene.run(workouts: 120, days: 15) { scene in
            // Five of the 30 scores are in the account already.
            for day in scene.days.prefix(5) {
                _ = try await scene.hybrid.online.publish(
                    ScoreDraft(score: 4, isCompleted: true), in: .wordle, on: day)
            }
            var steps: [MergeReport] = []
            try await scene.withApp { phone, community in
                for try await progress in phone.merge(community, of: scene.local, retry: .immediate) {
                    steps.append(progress.report)
                }
            }
            let report = try #require(steps.last)
            #expect(report.isFinished)
            #expect(report.total == 192 && report.moved == 187 && report.kept == 5 && report.refused == 0)
            #expect(steps.map(\.done) == steps.map(\.done).sorted() && steps.first?.done == 0)
            #expect(steps.allSatisfy { $0.total == 192 })
            try await scene.expectMerged(keeping: 5)
            #expect(try await scene.hybrid.ben.homeWorkouts() == [])
            let scores = try await scene.hybrid.online.scores(
                of: .me, from: nil, to: nil, PageRequest(limit: 100))
            #expect(scores.items.filter { $0.score == 2 }.allSatisfy { $0.visibility == .private })
        }
    }

    @Test(
        "a kill between any two steps, and lost answers, lose and repeat nothing", arguments: [false, true])
    func kills(losesAnswers: Bool) async throws {
        var (count, isThrough) = (0, false)
        while !isThrough {
            try await MergeScene.run { scene in
                try await scene.withApp { phone, community in
                    var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                    for _ in 0..<count where try await steps.next() == nil { isThrough = true }
                    guard losesAnswers else { return }
                    scene.hybrid.server.network = .losesAnswers
                    let lost = try await code { _ = try await steps.next() }
                    #expect(lost == nil || lost == .offline, "after step \(count)")
                    scene.hybrid.server.network = .works
                }
                // Without the file, the last step was taken.
                if scene.fileExists {
                    let report = try await scene.merge()
                    #expect(report.isFinished && report.total == scene.total, "after step \(count)")
                    #expect(report.moved == scene.total, "after step \(count): \(report)")
                }
                try await scene.expectMerged()
            }
            count += 1
            try #require(count < 40)
        }
        #expect(count > 8)
    }

    @Test("without a connection everything is queued, a sync sends it, and merging again finishes")
    func offline() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                scene.hybrid.server.network = .isGone
                let merge = phone.merge(community, of: scene.local, retry: .immediate)
                #expect(try await code { _ = try await merge.finish() } == .offline)
                let waiting = try await phone.sync().status.waiting
                #expect(waiting == 3)
                let expected = LocalCommunity.MergeState.merging(
                    of: scene.local, into: scene.hybrid.ana.id, on: InProcessServer.url)
                #expect(try await community.mergeState == expected)
            }
            scene.hybrid.server.network = .works
            try await scene.withApp { phone, community in
                let sent = try await phone.sync().sent
                #expect(sent == 3)
                #expect(try await scene.hybrid.online.homeWorkouts().count == scene.workouts.count)
                #expect(scene.fileExists)
            }
            #expect(try await scene.merge().moved == scene.total)
            try await scene.expectMerged()
        }
    }

    @Test("from the first step on, the community can be read and not changed, also by another process")
    func readOnly() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                let other = try await LocalCommunity(at: scene.file)
                var steps = phone.merge(community, of: scene.local).makeAsyncIterator()
                _ = try await steps.next()
                for opened in [community, other] {
                    let services = opened.session(for: scene.local)
                    let writes: [() async throws -> Void] = [
                        {
                            _ = try await services.publish(.hoursAgo(1), as: Workout.ID(UUID()), ifMatch: nil)
                        },
                        {
                            _ = try await services.publish(
                                ScoreDraft(isCompleted: false), in: .wordle, on: scene.days[0])
                        },
                        { try await services.deleteWorkout(scene.workouts[0]) },
                        { try await services.removePhoto(of: scene.workouts[0]) },
                        { _ = try await services.removeAvatar() },
                        { _ = try await services.update(SettingsChanges(workoutVisibility: .private)) },
                        { _ = try await services.createGroup(title: "Crew") },
                        {
                            _ = try await opened.signIn(
                                with: .device(secret: Credential.newDeviceSecret()),
                                birthDate: Day("1990-05-01"))
                        },
                    ]
                    for (index, write) in writes.enumerated() {
                        #expect(try await code(of: write) == .readOnly, "write \(index)")
                    }
                    #expect(try await services.workout(scene.workouts[0]).title == "Row 0")
                    #expect(try await services.homeWorkouts().count == scene.workouts.count)
                    try await opened.runMaintenance()
                }
                try await other.close()
            }
            #expect(try await scene.merge().isFinished)
        }
    }

    @Test("all scores of a day are queued, also of more games than a batch can have")
    func manyGames() async throws {
        try await MergeScene.run(workouts: 0, days: 1) { scene in
            let games = try (0..<150).map { number in
                Game(
                    id: try #require(Game.ID("game_\(number)")), name: "Game \(number)", symbol: "star",
                    scoring: .lowerGuesses, maximum: 6)
            }
            let community = try await LocalCommunity(at: scene.file, games: try .standard.adding(games))
            for part in [games.prefix(75), games.suffix(75)] {
                let scores = part.map {
                    DailyScore(game: $0.id, draft: ScoreDraft(score: 2, isCompleted: true))
                }
                let results = try await community.session(for: scene.local).publishDailyScores(
                    scores, on: scene.days[0])
                #expect(results.allSatisfy { $0.error == nil })
            }
            scene.hybrid.server.network = .isGone
            let phone = try await scene.hybrid.phone()
            var run = MergeRun(
                session: phone, community: community, person: scene.local, visibility: .private,
                discardsRefusedPictures: false)
            // One step begins, and two queue.
            for _ in 0..<3 { _ = try await run.step() }
            #expect(try await phone.store.outbox().commands.map(\.scores) == [100, 52])
            #expect(try await code { _ = try await run.step() } == .offline)
            try await phone.close()
            try await community.close()
        }
    }

    @Test("workouts with long details are queued in several commands, which the server accepts")
    func longDetails() async throws {
        try await MergeScene.run(workouts: 5, days: 0) { scene in
            let exercise = String(repeating: "Squat", count: 20)
            let detail = WorkoutDetail(
                sets: (0..<1_000).map {
                    ExerciseSet(exercise: exercise, index: $0, repetitions: 5, weight: 100)
                })
            try await scene.withApp { phone, community in
                for (index, id) in scene.workouts.enumerated() {
                    var draft = WorkoutDraft.hoursAgo(Double(2 * index + 3), "Row \(index)")
                    draft.detail = detail
                    _ = try await community.session(for: scene.local).publish(draft, as: id, ifMatch: nil)
                }
                scene.hybrid.server.network = .isGone
                let merge = phone.merge(community, of: scene.local, retry: .immediate)
                #expect(try await code { _ = try await merge.finish() } == .offline)
                let commands = try await phone.store.outbox().commands
                #expect(commands.count > 2)
                for command in commands {
                    let size = try command.request.body?.text().count ?? 0
                    #expect((1...SyncRequest.byteLimit + 1_024).contains(size))
                }
                scene.hybrid.server.network = .works
            }
            #expect(try await scene.merge().moved == scene.total)
        }
    }

    @Test("friends see merged workouts only if asked for, and never what was private before")
    func visibility() async throws {
        try await MergeScene.run { scene in
            let hidden = scene.workouts[1]
            try await scene.withApp { _, community in
                _ = try await community.session(for: scene.local).edit(
                    hidden, WorkoutChanges(visibility: .private), ifMatch: nil)
            }
            #expect(try await scene.merge(visibility: .friends).isFinished)
            #expect(try await scene.hybrid.ben.homeWorkouts().count == scene.workouts.count - 1)
            #expect(try await scene.hybrid.online.workout(hidden).visibility == .private)
        }
    }

    @Test("a workout whose id another person's has is published under another one, with its photo")
    func renamed() async throws {
        try await MergeScene.run { scene in
            let id = scene.workouts[0]
            _ = try await scene.hybrid.ben.publish(.hoursAgo(1, "Of Ben"), as: id, ifMatch: nil)
            #expect(try await scene.merge().moved == scene.total)
            let mine = try await scene.hybrid.online.workout(id)
            #expect(mine.title == "Row 0" && mine.id != id && mine.owner == scene.hybrid.ana.id)
            #expect(try await scene.hybrid.online.photo(of: mine.id).bytes == scene.photo)
            #expect(try await scene.hybrid.ben.workout(id).title == "Of Ben")
        }
    }
}

extension Command {
    /// How many scores it publishes.
    fileprivate var scores: Int {
        guard case .array(let scores)? = request.body?["scores"] else { return 0 }
        return scores.count
    }
}
