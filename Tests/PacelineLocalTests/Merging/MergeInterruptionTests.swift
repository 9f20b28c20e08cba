import Foundation
import PacelineAPI
import PacelineTestSupport
import Testing

@testable import PacelineLocal
@testable import PacelineReplica

@Suite("A merge that cannot go on", .timeLimit(.minutes(5)))
struct MergeInterruptionTests {
    @Test("a refused workout keeps the community until it is retried or discarded")
    func refusal() async throws {
        try await MergeScene.run { scene in
            let tomorrow = Workout.ID(UUID())
            // The device's clock was wrong.
            try await scene.withApp(now: { Date().addingTimeInterval(2 * 86_400) }) { _, community in
                let services = community.session(for: scene.local)
                _ = try await services.publish(.hoursAgo(-24, "Tomorrow"), as: tomorrow, ifMatch: nil)
                try await services.setPhoto(scene.photo, of: tomorrow)
            }
            let first = try await scene.merge()
            #expect(!first.isFinished && first.refused == 1)
            #expect(first.moved == scene.total && first.total == scene.total + 2)
            try await scene.withApp { phone, community in
                let refused = try await phone.refusedChanges()
                #expect(refused.map(\.kind) == [.publishWorkout])
                #expect(try await community.session(for: scene.local).workout(tomorrow).title == "Tomorrow")
                // Refused again: it is still told once, and the community stays.
                try await phone.retry(try #require(refused.first).id)
                let again = try await phone.merge(community, of: scene.local, retry: .immediate).finish()
                #expect(!again.isFinished && again.refused == 1)
                let left = try await phone.refusedChanges()
                #expect(left.count == 1 && scene.fileExists)
                try await phone.discard(try #require(left.first).id)
                let last = try await phone.merge(community, of: scene.local, retry: .immediate).finish()
                // Its photo goes with it.
                #expect(last.isFinished && last.refused == 2 && last.moved == scene.total)
            }
            try await scene.expectMerged()
        }
    }

    @Test(
        "what the server skipped after three failures stays refused: the next merge queues it no second time")
    func skipped() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                try await phone.sync()
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                for _ in 0..<2 { _ = try await steps.next() }
                for _ in 0..<Command.failureLimit {
                    let time = SyncTime(device: Date().milliseconds)
                    let sync = try #require(try await phone.store.prepareSync(at: time))
                    let number = try #require(sync.request.commands.first?.number)
                    let answer = LenientSyncAnswer(
                        results: [CommandResult(number: number, status: 500)], changes: [],
                        next: try #require(sync.request.since), hasMore: false, isSettled: true)
                    _ = try await phone.store.apply(answer, to: sync, now: time.device)
                }
                let first = try await phone.merge(community, of: scene.local, retry: .immediate).finish()
                #expect(!first.isFinished && first.refused == scene.workouts.count)
                let refused = try await phone.refusedChanges()
                #expect(refused.map(\.error.code) == [.commandSkipped])
                let second = try await phone.merge(community, of: scene.local, retry: .immediate).finish()
                #expect(second == first)
                #expect(try await phone.refusedChanges() == refused)
                try await phone.retry(try #require(refused.first).id)
            }
            let last = try await scene.merge()
            #expect(last.isFinished && last.moved == scene.total)
            try await scene.expectMerged()
        }
    }

    @Test(
        "a refused picture keeps the community and is sent again by the next merge, which may do without it",
        arguments: [false, true])
    func refusedPicture(isDiscarded: Bool) async throws {
        try await MergeScene.run { scene in
            let workout = try #require(scene.photos.first)
            let request = "PUT /v1/workouts/\(workout)/photo"
            scene.hybrid.server.refusal = { sent in
                guard sent.method == .put, sent.url.hasSuffix("/\(workout)/photo") else { return nil }
                return SocialError(.invalidValue, "Choose another picture.")
            }
            for _ in 0..<2 {
                _ = scene.hybrid.server.arrivals()
                let report = try await scene.merge()
                #expect(!report.isFinished && report.refused == 1 && report.moved == scene.total - 1)
                #expect(report.refusedPictures.map(\.workout) == [workout])
                #expect(report.refusedPictures.map(\.error.code) == [.invalidValue])
                #expect(scene.hybrid.server.arrivals().count { $0 == request } == 1)
                #expect(scene.fileExists)
            }
            guard isDiscarded else {
                scene.hybrid.server.refusal = { _ in nil }
                let last = try await scene.merge()
                #expect(last.isFinished && last.moved == scene.total && last.refused == 0)
                return try await scene.expectMerged()
            }
            let last = try await scene.merge(discardingRefusedPictures: true)
            #expect(last.isFinished && last.refused == 1 && last.moved == scene.total - 1)
            #expect(last.refusedPictures == [] && !scene.fileExists)
            #expect(try await code { _ = try await scene.hybrid.online.photo(of: workout) } == .photoNotFound)
        }
    }

    @Test("what the account has stays: its picture, and a workout's deletion before the photo came")
    func accountsOwn() async throws {
        try await MergeScene.run { scene in
            let own = try await scene.hybrid.online.friendCodeQRCode(as: .png).bytes
            _ = try await scene.hybrid.online.setAvatar(own)
            try await scene.withApp { phone, community in
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                var report: MergeReport?
                repeat { report = try await steps.next()?.report } while report?.done == 0
                try await scene.hybrid.online.deleteWorkout(scene.workouts[0])
                while let progress = try await steps.next() { report = progress.report }
                #expect(report?.isFinished == true && report?.kept == 2)
            }
            #expect(try await scene.hybrid.online.avatar(of: .me).bytes == own)
            #expect(try await scene.hybrid.online.homeWorkouts().count == scene.workouts.count - 1)
        }
    }

    @Test(
        "a network that answers in place of the server takes no picture: the community keeps them",
        arguments: CaptivePortalTests.pages)
    func signInPage(_ page: EncodedResponse) async throws {
        try await MergeScene.run { scene in
            let beforePictures = scene.workouts.count + 2 * scene.days.count
            try await scene.withApp { phone, community in
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                while let progress = try await steps.next(), progress.report.done < beforePictures {}
                scene.hybrid.server.network = .answersItself(page)
                #expect(try await code { while try await steps.next() != nil {} } == .offline)
                #expect(scene.fileExists)
                scene.hybrid.server.network = .works
            }
            #expect(try await scene.merge().moved == scene.total)
            try await scene.expectMerged()
        }
    }

    @Test("a community is merged into one account, and only if nothing of other people would be lost")
    func notAllowed() async throws {
        try await MergeScene.run { scene in
            let other = try await scene.hybrid.server.community.signIn(
                with: .device(secret: Credential.newDeviceSecret()), birthDate: Day("1990-05-01"))
            try await scene.withApp { phone, community in
                #expect(
                    try await code { _ = try await phone.merge(community, of: other.person.id).finish() }
                        == .personNotFound)
                #expect(try await community.mergeState == .local)
                let guest = try await community.signIn(
                    with: .device(secret: Credential.newDeviceSecret()), birthDate: Day("1990-05-01")
                ).person.id
                let services = community.session(for: guest)
                _ = try await services.setUsername("visitor")
                let workout = Workout.ID(UUID())
                _ = try await services.publish(.hoursAgo(1), as: workout, ifMatch: nil)
                #expect(
                    try await code { _ = try await phone.merge(community, of: scene.local).finish() }
                        == .notAllowed)
                #expect(try await community.mergeState == .local)
                try await services.deleteWorkout(workout)
                var steps = phone.merge(community, of: scene.local).makeAsyncIterator()
                _ = try await steps.next()

                let stranger = try await HybridSession(
                    at: InProcessServer.url, token: other.token, of: other.person.id, in: nil,
                    transport: scene.hybrid.server, isAutomatic: false, now: { Date() })
                #expect(
                    try await code { _ = try await stranger.merge(community, of: scene.local).finish() }
                        == .notAllowed)
                try await stranger.close()
            }
            #expect(try await scene.merge().isFinished)
            try await scene.expectMerged()
        }
    }

    @Test("after the session ended in the middle, the same person signs in and goes on")
    func expiredToken() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                for _ in 0..<3 { _ = try await steps.next() }
                try await scene.hybrid.server.community.services(token: scene.hybrid.token).signOut()
                let failure = try await code { while try await steps.next() != nil {} }
                #expect(failure == .unauthenticated)
            }
            #expect(scene.fileExists)
            let report = try await scene.mergeAfterSigningInAgain()
            #expect(report.isFinished && report.moved == scene.total)
            #expect(try await scene.hybrid.online.homeWorkouts().count == scene.workouts.count)
        }
    }

    @Test("signing out in the middle loses nothing, and what had moved is not sent again")
    func signingOut() async throws {
        try await MergeScene.run { scene in
            let first = (
                phone: try await scene.hybrid.phone(), community: try await LocalCommunity(at: scene.file)
            )
            var steps = first.phone.merge(first.community, of: scene.local, retry: .immediate)
                .makeAsyncIterator()
            for _ in 0..<2 { _ = try await steps.next() }
            #expect(try await code { try await first.phone.signOut() } == .notAllowed)
            while let progress = try await steps.next(), progress.report.moved == 0 {}
            try await first.phone.signOut(discarding: true)
            #expect(try await code { while try await steps.next() != nil {} } != nil)
            try await first.community.close()
            #expect(scene.fileExists)
            // The person deletes a workout in the account before they sign in here again.
            try await scene.hybrid.online.deleteWorkout(scene.workouts[1])
            let report = try await scene.mergeAfterSigningInAgain()
            #expect(report.isFinished && report.total == report.done)
            #expect(try await scene.hybrid.online.homeWorkouts().count == scene.workouts.count - 1)
        }
    }

    @Test("a full outbox is no failure: what has no room is queued when others were sent")
    func fullOutbox() async throws {
        try await MergeScene.run(workouts: 4, days: 6) { scene in
            try await scene.withApp { phone, community in
                var run = MergeRun(
                    session: phone, community: community, person: scene.local, visibility: .private,
                    discardsRefusedPictures: false)
                run.queueLimit = 2
                while try await run.step() {
                    #expect(try await phone.store.outbox().commands.count <= 2)
                }
                #expect(run.report.isFinished && run.report.moved == scene.total)
            }
            try await scene.expectMerged()
        }
    }

    @Test("a file that was moved and not deleted is deleted, and a finished merge cannot be repeated")
    func deletion() async throws {
        try await MergeScene.run { scene in
            try await scene.withApp { phone, community in
                var steps = phone.merge(community, of: scene.local, retry: .immediate).makeAsyncIterator()
                while let progress = try await steps.next(), progress.report.done < scene.total {}
                try await community.engine.finish(try #require(try await community.engine.merge()).id)
                #expect(
                    try await community.mergeState
                        == .moved(of: scene.local, into: scene.hybrid.ana.id, on: InProcessServer.url))
            }
            #expect(scene.fileExists)
            _ = scene.hybrid.server.arrivals()
            #expect(try await scene.merge().moved == scene.total)
            #expect(scene.hybrid.server.arrivals() == [])
            try await scene.expectMerged()
            // The next start makes a new community, in which there is no one.
            #expect(try await code { _ = try await scene.merge() } == .personNotFound)
        }
    }
}
