import Foundation
import PacelineLocal
import PacelineTestSupport
import Testing

@Suite("An app that is suspended, and its extension", .timeLimit(.minutes(1)))
struct SuspensionTests {
    /// Runs a test with a suspended phone, on which kudos wait. The network works, and no request has arrived since.
    private func withSuspendedPhone(
        _ body: (HybridScene, HybridSession, FeedItem.ID) async throws -> Void
    ) async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withActivePhone { phone in
            try await scene.giveKudosOffline(to: item, on: phone)
            try await phone.suspend()
            scene.server.network = .works
            _ = scene.server.arrivals()
            try await body(scene, phone, item)
        }
    }

    @Test("while suspended, nothing is read or written, and resuming syncs at once")
    func suspending() async throws {
        try await withSuspendedPhone { scene, phone, item in
            #expect(
                try await code { _ = try await phone.services.feed(FeedQuery(), PageRequest()) }
                    == .unavailable)
            #expect(
                try await code { _ = try await phone.services.withdrawKudos(from: item) } == .unavailable)
            #expect(scene.server.arrivals() == [])
            #expect(try await scene.ben.item(item).kudosCount == 0)

            try await phone.resume()
            for await status in phone.statuses {
                if case .synced = status.phase, status.waiting == 0 { break }
            }
            #expect(try await scene.ben.item(item).kudosCount == 1)
        }
    }

    @Test("in the background, a sync and a push open the file until they return")
    func background() async throws {
        try await withSuspendedPhone { scene, phone, item in
            #expect(try await phone.sync(until: .now + .seconds(25)).status.waiting == 0)
            #expect(try await scene.ben.item(item).kudosCount == 1)
            #expect(try await code { _ = try await phone.services.homeWorkouts() } == .unavailable)

            let newer = try await scene.workoutOfBen(hoursAgo: 1)
            #expect(try await phone.receivePush(until: .now + .seconds(25)).received > 0)
            #expect(try await code { _ = try await phone.services.homeWorkouts() } == .unavailable)
            try await phone.resume()
            #expect(try await phone.services.homeWorkouts().map(\.id) == [newer, item])
        }
    }

    @Test("an app that returns during a sync in the background stays active")
    func returning() async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withActivePhone { phone in
            for _ in 0..<10 {
                try await phone.suspend()
                async let syncing: SyncReport? = try? phone.sync()
                try await phone.resume()
                _ = await syncing
                #expect(try await phone.services.homeWorkouts().map(\.id) == [item])
            }
        }
    }

    @Test("a session that a push opens syncs for the push only")
    func launchedByPush() async throws {
        try await HybridScene.run { scene in
            let first = try await scene.phone()
            try await first.sync()
            try await first.close()
            let item = try await scene.workoutOfBen()
            _ = scene.server.arrivals()
            let second = try await scene.phone(isAutomatic: true, isActive: false)
            #expect(scene.server.arrivals() == [])
            #expect(try await second.receivePush(until: .now + .seconds(25)).received > 0)
            #expect(try await code { _ = try await second.services.homeWorkouts() } == .unavailable)
            try await second.resume()
            #expect(try await second.services.homeWorkouts().map(\.id) == [item])
            try await second.close()
        }
    }

    @Test("suspending in the midst of a sync is no failure, and closes the stream until the app returns")
    func interrupting() async throws {
        let scene = try await HybridScene()
        try await scene.withActivePhone { phone in
            var events = phone.services.events(after: nil, watching: []).makeAsyncIterator()
            #expect(try await events.next()?.content == .upToDate)
            for _ in 0..<10 {
                async let syncing: SyncReport? = try? phone.sync()
                try await phone.suspend()
                _ = await syncing
                try await phone.resume()
            }
            let item = try await scene.workoutOfBen()
            var found: FeedItem.ID?
            while found == nil, let event = try await events.next() {
                if case .item(let reported) = event.content { found = reported.id }
            }
            #expect(found == item)
            try await phone.waits { try await $0.homeWorkouts().map(\.id) == [item] }
            #expect(try await phone.sync().status.waiting == 0)
        }
    }

    @Test("a suspended app lets its extension sync at once")
    func lease() async throws {
        try await HybridScene.run { scene in
            let item = try await scene.workoutOfBen()
            let app = try await scene.phone()
            try await app.sync()
            let widget = try await scene.phone()
            _ = try await widget.services.giveKudos(to: item, big: false)
            try await widget.sync()
            #expect(try await scene.ben.item(item).kudosCount == 0, "the app has the lease")
            try await app.suspend()
            try await widget.sync()
            #expect(try await scene.ben.item(item).kudosCount == 1)
            try await app.resume()
            #expect(try await app.services.item(item).hasKudos)
            try await app.close()
            try await widget.close()
        }
    }

    @Test("while another process sends, a call that must follow what waits says busy, not offline")
    func following() async throws {
        try await HybridScene.run { scene in
            let item = try await scene.workoutOfBen()
            let (app, widget) = (try await scene.phone(), try await scene.phone())
            try await app.sync()
            let confirming = try await code {
                _ = try await widget.confirming.giveKudos(to: item, big: false)
            }
            #expect(confirming == .busy)
            let creating = try await code { _ = try await widget.services.createGroup(title: "Crew") }
            #expect(creating == .busy)
            #expect(try await app.sync().status.waiting == 0)
            #expect(try await scene.ben.item(item).kudosCount == 1)
            #expect(try await widget.services.createGroup(title: "Crew").title == "Crew")
            try await app.close()
            try await widget.close()
        }
    }

    @Test("a suspended session can be closed, and what waits is sent after the next start")
    func closing() async throws {
        try await HybridScene.run { scene in
            let item = try await scene.workoutOfBen()
            let first = try await scene.phoneWithWaitingKudos(to: item)
            #expect(try await first.status.waiting == 1)
            try await first.suspend()
            #expect(try await code { _ = try await first.status } == .unavailable)
            try await first.close()
            #expect(
                scene.databaseFiles.filter { $0.hasSuffix("-wal") } == [],
                "SQLite removes the log with the last connection")
            scene.server.network = .works
            let second = try await scene.phone()
            #expect(try await second.sync().sent == 1)
            #expect(try await scene.ben.item(item).kudosCount == 1)
            try await second.close()
        }
    }

    @Test("an app sends what its extension has queued, without a call")
    func extensionQueues() async throws {
        try await HybridScene.run { scene in
            let item = try await scene.workoutOfBen()
            let app = try await scene.phone(isAutomatic: true)
            for await status in app.statuses { if case .synced = status.phase { break } }
            let share = try await scene.phone()
            let comment = try await share.services.comment(CommentDraft(text: "Well rowed!"), on: item)
            var hasSeen = false
            for await status in app.statuses {
                if try await app.services.item(item).commentCount == 1 { hasSeen = true }
                if hasSeen, case .synced = status.phase, status.waiting == 0 { break }
            }
            #expect(try await scene.ben.comments(on: item, PageRequest()).items.map(\.id) == [comment.id])
            try await share.close()
            try await app.close()
        }
    }

    @Test("silent pushes cause two syncs an hour, also across starts of the app")
    func pushes() async throws {
        try await HybridScene.run { scene in
            let first = try await scene.phone()
            try await first.sync()
            _ = try await scene.workoutOfBen()
            #expect(try await first.receivePush(until: .now + .seconds(25)).received > 0)
            #expect(try await first.receivePush().received == 0)
            try await first.close()
            let second = try await scene.phone()
            _ = try await scene.workoutOfBen(hoursAgo: 1)
            _ = scene.server.arrivals()
            #expect(try await second.receivePush().received == 0)
            #expect(scene.server.arrivals() == [])
            try await second.close()
            let later = try await scene.phone(now: { Date().addingTimeInterval(3_601) })
            #expect(try await later.receivePush().received > 0)
            try await later.close()
        }
    }

    @Test("sharing ends at once, also without a connection")
    func sharing() async throws {
        let scene = try await HybridScene()
        let crew = try await scene.online.createGroup(title: "Crew")
        try await scene.online.setActiveGroup(crew.id)
        try await scene.withPhone { phone in
            #expect(try await phone.sync().status.sharing == .group(title: "Crew"))
            try await phone.services.setActiveGroup(nil)
            #expect(try await phone.sync().status.sharing == .friends)
            try await phone.services.setActiveGroup(crew.id)
            scene.server.network = .isGone
            try await phone.stopSharing()
            #expect(try await phone.sync().status.sharing == .off)
            var draft = WorkoutDraft.hoursAgo(1)
            draft.visibility = nil
            let published = try await phone.services.publish(draft, as: Workout.ID(UUID()), ifMatch: nil)
            #expect(published.workout.visibility == .private)
            scene.server.network = .works
            #expect(try await phone.sync().status.sharing == .off)
            #expect(try await !scene.online.group(crew.id).isActive)
            #expect(try await scene.online.settings().scoreVisibility == .private)
            #expect(try await scene.ben.homeWorkouts() == [])

            _ = try await phone.services.update(SettingsChanges(scoreVisibility: .groups))
            #expect(try await phone.sync().status.sharing == .group(title: "Crew"))
        }
    }
}
