import Foundation
import PacelineTestSupport
import Synchronization
import Testing

@testable import PacelineLocal

@Suite("A merge that a person does not want any more", .timeLimit(.minutes(5)))
struct MergeCancellationTests {
    @Test("what never arrived does not, nothing waits, and the community can be changed and merged")
    func cancelling() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                try await phone.sync()
                scene.hybrid.server.network = .isGone
                let merge = phone.merge(community, of: scene.local, visibility: .friends, retry: .immediate)
                #expect(try await code { _ = try await merge.finish() } == .offline)
                _ = try await phone.services.publish(
                    .hoursAgo(1, "In the account"), as: Workout.ID(UUID()), ifMatch: nil)
                // It has tried to send, and cannot know what arrived.
                #expect(try await code { try await phone.cancelMerge(of: community) } == .offline)
                #expect(try await community.mergeState != .local)
                scene.hybrid.server.network = .works
                try await phone.cancelMerge(of: community)
                #expect(try await community.mergeState == .local)
                #expect(try await phone.refusedChanges() == [])
                #expect(try await phone.waitingChanges() == [])
                let titles = try await scene.hybrid.online.homeWorkouts().compactMap(\.workout?.title)
                #expect(titles == ["In the account"])
                let services = community.session(for: scene.local)
                try await services.deleteWorkout(scene.workouts[3])
                // Cancelling what is local changes nothing.
                try await phone.cancelMerge(of: community)
            }
            let report = try await scene.merge()
            #expect(report.isFinished && report.moved == report.total && report.refused == 0)
            // The visibility is that of the second merge.
            let moved = try await scene.hybrid.online.workout(scene.workouts[0])
            #expect(moved.visibility == .private)
            #expect(try await scene.hybrid.online.homeWorkouts().count == scene.workouts.count)
        }
    }

    @Test("before anything was sent, cancelling needs no connection")
    func offline() async throws {
        try await MergeScene.run { scene in
            scene.hybrid.server.network = .isGone
            try await scene.withApp { phone, community in
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                for _ in 0..<3 { _ = try await steps.next() }
                #expect(try await phone.store.outbox().commands.count == 2)
                try await phone.cancelMerge(of: community)
                #expect(try await phone.store.outbox().commands.count == 0)
                #expect(try await community.mergeState == .local)
            }
            scene.hybrid.server.network = .works
            #expect(try await scene.merge().moved == scene.total)
            try await scene.expectMerged()
        }
    }

    @Test("a cancellation that is itself cancelled while it waits for a step changes nothing")
    func cancelledWhileWaiting() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                _ = try await steps.next()
                let cancelling = try await community.mergeWork.run {
                    let cancelling = Task { try await phone.cancelMerge(of: community) }
                    cancelling.cancel()
                    return cancelling
                }
                await #expect(throws: CancellationError.self) { try await cancelling.value }
                #expect(try await community.mergeState != .local)
                while let progress = try await steps.next(), !progress.report.isFinished {}
            }
            try await scene.expectMerged()
        }
    }

    @Test("a session that is opened suspended sends nothing before the merge is cancelled")
    func suspended() async throws {
        try await MergeScene.run { scene in
            // A killed app has queued something, and has not tried to send it.
            try await scene.withApp { phone, community in
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                for _ in 0..<2 { _ = try await steps.next() }
                #expect(try await phone.status.waiting == 1)
            }
            _ = scene.hybrid.server.arrivals()
            try await scene.withApp(isActive: false) { phone, community in
                try await phone.cancelMerge(of: community)
                #expect(scene.hybrid.server.arrivals() == [])
                #expect(try await community.mergeState == .local)
                #expect(
                    try await code { _ = try await phone.waitingChanges() } == .unavailable,
                    "it stays suspended")
                try await phone.resume()
                #expect(try await phone.sync().sent == 0)
                #expect(try await scene.hybrid.online.homeWorkouts() == [])
            }
            #expect(try await scene.merge().moved == scene.total)
        }
    }

    @Test(
        "a suspended session asks the server what has arrived, and stays suspended", arguments: [false, true])
    func suspendedAfterSending(_ hasArrived: Bool) async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                try await phone.sync()
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                for _ in 0..<2 { _ = try await steps.next() }
                scene.hybrid.server.network = hasArrived ? .losesAnswers : .isGone
                _ = try await phone.sync()
            }
            scene.hybrid.server.network = .works
            try await scene.withApp(isActive: false) { phone, community in
                let failure = try await code { try await phone.cancelMerge(of: community) }
                #expect(failure == (hasArrived ? .notAllowed : nil))
                #expect(try await (community.mergeState == .local) == !hasArrived)
                #expect(try await code { _ = try await phone.waitingChanges() } == .unavailable)
            }
            #expect(try await scene.hybrid.online.homeWorkouts().isEmpty == !hasArrived)
        }
    }

    @Test("after a cancellation that failed without a connection, the merge can go on")
    func goingOn() async throws {
        try await MergeScene.run { scene in
            scene.hybrid.server.network = .isGone
            try await scene.withApp { phone, community in
                let merge = phone.merge(community, of: scene.local, retry: .immediate)
                let failures = [
                    try await code { _ = try await merge.finish() },
                    try await code { try await phone.cancelMerge(of: community) },
                ]
                #expect(failures == [.offline, .offline])
            }
            scene.hybrid.server.network = .works
            let report = try await scene.merge()
            #expect(report.isFinished && report.moved == scene.total && report.refused == 0)
            try await scene.expectMerged()
        }
    }

    @Test("once something has arrived, the merge goes on, and another account cannot cancel it")
    func sent() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                try await phone.sync()
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                for _ in 0..<2 { _ = try await steps.next() }
                let other = try await scene.hybrid.server.community.signIn(
                    with: .device(secret: Credential.newDeviceSecret()), birthDate: Day("1990-05-01"))
                let stranger = try await HybridSession(
                    at: InProcessServer.url, token: other.token, of: other.person.id, in: nil,
                    transport: scene.hybrid.server, isAutomatic: false, now: { Date() })
                #expect(try await code { try await stranger.cancelMerge(of: community) } == .notAllowed)
                try await stranger.close()
                // The server has it, and the device does not know.
                scene.hybrid.server.network = .losesAnswers
                _ = try await phone.sync()
                #expect(try await code { try await phone.cancelMerge(of: community) } == .offline)
                scene.hybrid.server.network = .works
                #expect(try await code { try await phone.cancelMerge(of: community) } == .notAllowed)
                #expect(try await community.mergeState != .local)
            }
            let report = try await scene.merge()
            #expect(report.isFinished && report.moved == scene.total && report.refused == 0)
            try await scene.expectMerged()
        }
    }

    @Test("after the account was deleted, the community is local again with everything, and can be merged")
    func reopening() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                while let progress = try await steps.next(), progress.report.moved == 0 {}
                try await community.reopen()
                #expect(try await community.mergeState == .local)
                let services = community.session(for: scene.local)
                #expect(try await services.homeWorkouts().count == scene.workouts.count)
                _ = try await services.publish(.hoursAgo(1, "Row 4"), as: Workout.ID(UUID()), ifMatch: nil)

                let other = try await scene.hybrid.server.community.signIn(
                    with: .device(secret: Credential.newDeviceSecret()), birthDate: Day("1990-05-01"))
                let account = scene.hybrid.server.community.session(for: other.person.id)
                _ = try await account.setUsername("ana_again")
                let next = try await HybridSession(
                    at: InProcessServer.url, token: other.token, of: other.person.id, in: nil,
                    transport: scene.hybrid.server, isAutomatic: false, now: { Date() })
                let report = try await next.merge(community, of: scene.local, retry: .immediate).finish()
                #expect(report.isFinished && report.done == scene.total + 1)
                #expect(try await account.homeWorkouts().count == scene.workouts.count + 1)
                try await next.close()
            }
        }
    }

    @Test("what a cancellation that failed made the server skip is queued again, and no refusal is left")
    func partlyArrived() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                try await phone.sync()
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                for _ in 0..<2 { _ = try await steps.next() }
                scene.hybrid.server.network = .losesAnswers
                try await phone.sync()
                scene.hybrid.server.network = .isGone
                // The scores are numbered, and never arrive.
                #expect(try await code { while try await steps.next() != nil {} } == .offline)
                scene.hybrid.server.network = .works
                #expect(try await code { try await phone.cancelMerge(of: community) } == .notAllowed)
                #expect(try await phone.refusedChanges() == [])
            }
            let report = try await scene.merge()
            #expect(report.isFinished && report.moved == scene.total && report.refused == 0)
            try await scene.expectMerged()
        }
    }

    @Test("a deletion behind what a failed cancellation took back is not lost")
    func deletionBehind() async throws {
        try await MergeScene.run(days: 1) { scene in
            try await scene.withApp { phone, community in
                _ = try await phone.services.games()
                try await phone.sync()
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                for _ in 0..<2 { _ = try await steps.next() }
                scene.hybrid.server.network = .losesAnswers
                try await phone.sync()
                scene.hybrid.server.network = .isGone
                // The scores wait, and were not sent.
                _ = try await steps.next()
                try await phone.services.deleteScore(in: .wordle, on: scene.days[0])
                scene.hybrid.server.network = .works
                #expect(try await code { try await phone.cancelMerge(of: community) } == .notAllowed)
            }
            let report = try await scene.merge()
            #expect(report.isFinished && report.moved == scene.total)
            let scores = try await scene.hybrid.online.scores(
                of: .me, from: nil, to: nil, PageRequest(limit: 100))
            #expect(scores.items.map(\.game) == [.connections])
        }
    }

    @Test("an app that is killed while it cancels a merge can finish it", arguments: [false, true])
    func killed(hasSkipped: Bool) async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                try await phone.sync()
                scene.hybrid.server.network = .isGone
                let merge = phone.merge(community, of: scene.local, retry: .immediate)
                #expect(try await code { _ = try await merge.finish() } == .offline)
                let id = try #require(try await community.engine.merge()).id
                #expect(try await phone.store.withdrawMerge(id))
                scene.hybrid.server.network = .works
                if hasSkipped {
                    try await phone.sync()
                    // It keeps its place, and is not sent again.
                    #expect(try await !phone.store.outbox().commands.isEmpty)
                    #expect(try await phone.sync().status.waiting == 0)
                    #expect(try await phone.waitingChanges() == [])
                    #expect(try await phone.refusedChanges() == [])
                    #expect(try await scene.hybrid.online.homeWorkouts() == [])
                }
            }
            let report = try await scene.merge()
            #expect(report.isFinished && report.moved == scene.total && report.refused == 0)
            try await scene.expectMerged()
        }
    }

    @Test("a cancellation runs to its end when its task is cancelled")
    func cancelledTask() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                try await phone.sync()
                scene.hybrid.server.network = .isGone
                let merge = phone.merge(community, of: scene.local, retry: .immediate)
                #expect(try await code { _ = try await merge.finish() } == .offline)
                scene.hybrid.server.network = .works
                let cancelling = Mutex<Task<Void, any Error>?>(nil)
                scene.hybrid.server.refusal = { _ in
                    cancelling.withLock { $0?.cancel() }
                    return nil
                }
                let task = cancelling.withLock { cancelling in
                    let task = Task { try await phone.cancelMerge(of: community) }
                    cancelling = task
                    return task
                }
                try await task.value
                #expect(task.isCancelled)
                #expect(try await community.mergeState == .local)
            }
        }
    }

    @Test("a community that was moved stays so")
    func moved() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                while let progress = try await steps.next(), progress.report.done < scene.total {}
                try await community.engine.finish(try #require(try await community.engine.merge()).id)
                #expect(try await code { try await community.reopen() } == .notAllowed)
                #expect(try await code { try await phone.cancelMerge(of: community) } == .notAllowed)
            }
        }
    }
}
