import Foundation
import PacelineLocal
import Testing

@Suite("The live stream of a session of device and server", .timeLimit(.minutes(1)))
struct DoorbellTests {
    @Test("a change of another person arrives without a call")
    func arriving() async throws {
        let scene = try await HybridScene()
        try await scene.withActivePhone { phone in
            let item = try await scene.workoutOfBen()
            try await phone.waits { try await $0.homeWorkouts().map(\.id) == [item] }
        }
    }

    @Test("after the stream is lost, it is opened again, and what happened meanwhile arrives")
    func reconnecting() async throws {
        let scene = try await HybridScene()
        try await scene.withActivePhone { phone in
            var opened = scene.server.openedStreams().makeAsyncIterator()
            scene.server.network = .isGone
            let first = try await scene.workoutOfBen()
            scene.server.network = .works
            #expect(await opened.next() == "/v1/stream")
            try await phone.waits { try await $0.homeWorkouts().map(\.id) == [first] }
            let second = try await scene.workoutOfBen(hoursAgo: 1)
            try await phone.waits { try await $0.homeWorkouts().map(\.id) == [second, first] }
        }
    }

    @Test("many events cause few pulls, and the last one is not missed")
    func throttling() async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withActivePhone { phone in
            _ = scene.server.arrivals()
            let start = ContinuousClock.now
            for number in 1...30 {
                _ = try await scene.ben.comment(CommentDraft(text: "\(number)"), on: item)
            }
            try await phone.waits { try await $0.item(item).commentCount == 30 }
            let seconds = Int((ContinuousClock.now - start) / .seconds(1))
            let pulls = scene.server.arrivals().count { $0 == "POST /v1/sync" }
            #expect(pulls <= seconds + 2)
        }
    }

    @Test("events of the services arrive when the device has what they report")
    func events() async throws {
        let scene = try await HybridScene()
        try await scene.withActivePhone { phone in
            var item: FeedItem.ID?
            for try await event in phone.services.events(after: nil, watching: []) {
                if event.content == .upToDate, item == nil { item = try await scene.workoutOfBen() }
                guard case .item(let reported) = event.content else { continue }
                #expect(reported.id == item)
                break
            }
            scene.server.network = .isGone
            #expect(try await phone.services.homeWorkouts().map(\.id) == [item])
        }
    }

    @Test("without a connection, events begin nevertheless, and continue with a reset")
    func eventsOffline() async throws {
        let scene = try await HybridScene()
        try await scene.withActivePhone { phone in
            scene.server.network = .isGone
            var events = phone.services.events(after: nil, watching: []).makeAsyncIterator()
            #expect(try await events.next()?.content == .upToDate)
            let item = try await scene.workoutOfBen()
            scene.server.network = .works
            var contents: [LiveEvent.Content] = []
            while contents.last != .reset, let event = try await events.next() {
                contents.append(event.content)
            }
            #expect(contents == [.reset])
            #expect(try await phone.services.homeWorkouts().map(\.id) == [item])
        }
    }

    @Test("an open item of a person who is not followed is read again when it changes")
    func openItem() async throws {
        let scene = try await HybridScene()
        let cem = try await scene.server.community.signIn(
            with: .device(secret: Credential.newDeviceSecret()), birthDate: Day("1990-05-01"))
        let stranger = scene.server.community.session(for: cem.person.id)
        _ = try await stranger.setUsername("cem")
        _ = try await stranger.update(AccountChanges(privacyLevel: .public), ifMatch: nil)
        var draft = WorkoutDraft.hoursAgo(2)
        draft.visibility = .public
        let item = try await stranger.publish(draft, as: Workout.ID(UUID()), ifMatch: nil).workout.id.item
        try await scene.withActivePhone { phone in
            var opened = scene.server.openedStreams().makeAsyncIterator()
            #expect(try await phone.services.item(item).kudosCount == 0)
            #expect(await opened.next() == "/v1/stream?items=\(item)")
            // The phone is listening when it has pulled after the stream began.
            for await status in phone.statuses { if case .synced = status.phase { break } }
            _ = scene.server.arrivals()
            _ = try await scene.ben.giveKudos(to: item, big: false)
            var isRead = false
            for await status in phone.statuses {
                isRead = isRead || scene.server.arrivals().contains("GET /v1/items/\(item)")
                if isRead, case .synced = status.phase { break }
            }
            scene.server.network = .isGone
            #expect(try await phone.services.item(item).kudosCount == 1)
        }
    }
}

extension HybridScene {
    /// Runs a test with a phone that syncs by itself, once it is up to date and listens.
    func withActivePhone(_ body: (HybridSession) async throws -> Void) async throws {
        var opened = server.openedStreams().makeAsyncIterator()
        let phone = try await phone(isAutomatic: true, inMemory: true)
        _ = await opened.next()
        for await status in phone.statuses { if case .synced = status.phase { break } }
        do {
            try await body(phone)
        } catch {
            try await phone.close()
            throw error
        }
        try await phone.close()
    }
}

extension HybridSession {
    /// Waits until the condition holds, which is checked after each sync.
    func waits(for condition: (any SocialServices) async throws -> Bool) async throws {
        for await _ in statuses { if try await condition(services) { return } }
        throw CancellationError()
    }
}
