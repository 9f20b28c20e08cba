import Foundation
import PacelineLocal
import PacelineTestSupport
import Testing

@Suite("A session of device and server", .timeLimit(.minutes(5)))
struct HybridSessionTests {
    @Test("a lost answer and a restart repeat nothing")
    func lostAnswer() async throws {
        try await HybridScene.run { scene in
            let item = try await scene.workoutOfBen()
            let first = try await scene.phoneWithWaitingKudos(to: item)
            _ = try await first.services.comment(CommentDraft(text: "Well rowed!"), on: item)
            scene.server.network = .losesAnswers
            let report = try await first.sync()
            guard case .offline = report.status.phase else {
                Issue.record("without answers, it is offline: \(report.status)")
                return
            }
            #expect(report.status.waiting == 2)
            #expect(try await first.services.item(item).kudosCount == 1)
            try await first.close()

            scene.server.network = .works
            let second = try await scene.phone()
            #expect(try await second.services.item(item).kudosCount == 1)
            #expect(try await second.sync().status.waiting == 0)
            let shown = try await second.services.item(item)
            #expect(shown.kudosCount == 1 && shown.commentCount == 1)
            #expect(try await scene.ben.comments(on: item, PageRequest()).items.count == 1)
            #expect(try await scene.ben.item(item).kudosCount == 1)
            try await second.close()
        }
    }

    @Test("changes of others arrive with a sync, and from then on show without a connection")
    func pulling() async throws {
        let scene = try await HybridScene()
        try await scene.withPhone { phone in
            let item = try await scene.workoutOfBen()
            _ = try await scene.ben.comment(CommentDraft(text: "Windy."), on: item)
            #expect(try await phone.services.homeWorkouts() == [])
            #expect(try await phone.sync().received >= 2)
            // The comments of a new item are loaded when they are shown, and followed from then on.
            #expect(
                try await phone.services.comments(on: item, PageRequest()).items.map(\.text) == ["Windy."])
            _ = try await scene.ben.comment(CommentDraft(text: "And cold."), on: item)
            try await phone.sync()
            scene.server.network = .isGone
            #expect(try await phone.services.homeWorkouts().map(\.id) == [item])
            let comments = try await phone.services.comments(on: item, PageRequest()).items
            #expect(comments.map(\.text) == ["Windy.", "And cold."])
        }
    }

    @Test("the feed continues on the server where the device's ends")
    func horizon() async throws {
        let scene = try await HybridScene()
        // All 150 have one instant, and the load ends among them: the rest comes from the server.
        var old = WorkoutDraft.hoursAgo(95 * 24)
        for batch in 0..<2 {
            _ = try await scene.ben.publish(
                (0..<75).map { number in
                    old.title = "\(75 * batch + number)"
                    return IdentifiedDraft(id: Workout.ID(UUID()), draft: old)
                })
        }
        for batch in 0..<3 {
            let days = (batch * 80)..<(batch * 80 + 80)
            _ = try await scene.ben.publish(
                days.map { IdentifiedDraft(id: Workout.ID(UUID()), draft: .hoursAgo(Double(24 * $0 + 2))) })
        }
        try await scene.withPhone { phone in
            func walk(
                _ services: any SocialServices, _ query: FeedQuery = FeedQuery()
            ) async throws -> [FeedItem.ID] {
                var (ids, page) = ([] as [FeedItem.ID], PageRequest(limit: 15))
                repeat {
                    let found = try await services.feed(query, page)
                    ids += found.items.map(\.id)
                    page.cursor = found.next
                } while page.cursor != nil
                return ids
            }
            let all = try await walk(scene.online)
            #expect(all.count >= 390 && Set(all).count == all.count)
            _ = scene.server.arrivals()
            #expect(try await walk(phone.services) == all)
            let arrivals = scene.server.arrivals()
            #expect(!arrivals.isEmpty && arrivals.allSatisfy { $0.hasPrefix("GET /v1/feed?to=") })
            #expect(arrivals.count < all.count / 15, "the device has the first pages")
            #expect(try await walk(phone.confirming) == all)
            for query in [
                FeedQuery(kinds: [.workout]), FeedQuery(kinds: .badges), FeedQuery(type: .rowing),
                FeedQuery(type: .yoga),
            ] {
                #expect(try await walk(phone.services, query) == walk(scene.online, query))
            }
        }
    }

    @Test("the feed of one kind or sport shows what waits, without a connection")
    func filteredFeed() async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withPhone { phone in
            try await phone.sync()
            scene.server.network = .isGone
            let (rowing, running) = (Workout.ID(UUID()), Workout.ID(UUID()))
            _ = try await phone.services.publish(.hoursAgo(1), as: rowing, ifMatch: nil)
            var run = WorkoutDraft.hoursAgo(3, "Along the river")
            run.type = .running
            _ = try await phone.services.publish(run, as: running, ifMatch: nil)
            func ids(_ query: FeedQuery) async throws -> [FeedItem.ID] {
                try await phone.services.feed(query, PageRequest()).items.map(\.id)
            }
            #expect(try await ids(FeedQuery(kinds: [.workout])) == [rowing.item, item, running.item])
            #expect(try await ids(FeedQuery(type: .rowing)) == [rowing.item, item])
            #expect(try await ids(FeedQuery(kinds: [.workout], type: .running)) == [running.item])
        }
    }

    @Test("a confirming write waits for the server, and throws its error")
    func confirming() async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withPhone { phone in
            let tally = try await phone.confirming.giveKudos(to: item, big: false)
            #expect(tally == Tally(count: 1, mine: true))
            #expect(try await scene.ben.item(item).kudosCount == 1)
            try await scene.ben.deleteWorkout(Workout.ID(item.uuid))
            let draft = CommentDraft(text: "Well rowed!")
            #expect(
                try await code { _ = try await phone.confirming.comment(draft, on: item) } == .itemNotFound)
            #expect(try await phone.refusedChanges() == [])
        }
    }

    @Test("after the session has ended, nothing is shown, and what waits stays for the same person")
    func endedSession() async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withPhone { phone in
            try await scene.giveKudosOffline(to: item, on: phone)
            scene.server.network = .works
            try await scene.server.community.services(token: scene.token).signOut()
            let status = try await phone.sync().status
            guard case .stopped(let error) = status.phase else {
                Issue.record("it stops: \(status)")
                return
            }
            #expect(error.code == .unauthenticated && status.waiting == 1)
            #expect(
                try await code { _ = try await phone.services.feed(FeedQuery(), PageRequest()) }
                    == .unauthenticated)
        }
    }

    @Test("it syncs by itself, and publishes its status", .timeLimit(.minutes(1)))
    func statuses() async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        let phone = try await scene.phone(isAutomatic: true, inMemory: true)
        for await status in phone.statuses { if case .synced = status.phase { break } }
        _ = try await phone.services.giveKudos(to: item, big: false)
        for await status in phone.statuses {
            if case .synced = status.phase, status.waiting == 0 { break }
        }
        #expect(try await scene.ben.item(item).kudosCount == 1)
        scene.server.network = .isGone
        _ = try await phone.services.withdrawKudos(from: item)
        for await status in phone.statuses {
            if case .offline = status.phase, status.waiting == 1 { break }
        }
        #expect(try await scene.ben.item(item).kudosCount == 1)
        try await phone.close()
    }
}
