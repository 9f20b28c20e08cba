import Foundation
import PacelineAPI
import PacelineLocal
import PacelineTestSupport
import Testing

@Suite("Captive portals", .timeLimit(.minutes(1)))
struct CaptivePortalTests {
    /// What such networks answer.
    static let pages = [
        page(200, "<html>Welcome to the hotel</html>"), page(511, "<html>Sign in</html>"),
        page(403, "<html>Sign in</html>"), page(401, "<html>Sign in</html>"),
        EncodedResponse(
            status: 302, contentType: "text/plain", headers: ["Location": "https://hotel.example"], body: []),
    ]

    private static func page(_ status: Int, _ text: String) -> EncodedResponse {
        EncodedResponse(status: status, contentType: "text/html; charset=utf-8", body: Array(text.utf8))
    }

    @Test(
        "A captive portal counts as offline: nothing is refused or lost, and syncing resumes afterwards",
        arguments: pages)
    func offline(_ page: EncodedResponse) async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withPhone { phone in
            let profile = try await phone.services.person(.id(scene.benID))
            scene.server.network = .answersItself(page)
            _ = try await phone.services.giveKudos(to: item, big: false)
            let status = try await phone.sync().status
            guard case .offline = status.phase else {
                Issue.record("it is offline: \(status)")
                return
            }
            #expect(status.waiting == 1 && status.refused == 0)
            #expect(try await phone.services.homeWorkouts().map(\.id) == [item])
            #expect(
                try await phone.services.person(.id(scene.benID)) == profile, "what was read before shows")
            #expect(try await code { _ = try await phone.services.createGroup(title: "Crew") } == .offline)
            #expect(try await code { _ = try await phone.confirming.me() } == .offline)
            scene.server.network = .works
            #expect(try await phone.sync().status.waiting == 0)
            #expect(try await scene.ben.item(item).kudosCount == 1)
        }
    }

    @Test("Live events resume after a captive portal")
    func live() async throws {
        let scene = try await HybridScene()
        try await scene.withActivePhone { phone in
            var opened = scene.server.openedStreams().makeAsyncIterator()
            scene.server.network = .answersItself(Self.pages[0])
            var events = phone.services.events(after: nil, watching: []).makeAsyncIterator()
            #expect(try await events.next()?.content == .upToDate)
            let item = try await scene.workoutOfBen()
            scene.server.network = .works
            _ = await opened.next()
            try await phone.waits { try await $0.homeWorkouts().map(\.id) == [item] }
        }
    }

    @Test("A 404 or 413 that is no API error stops syncing, and the status says so", arguments: [404, 413])
    func stopped(_ status: Int) async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withPhone { phone in
            _ = try await phone.services.giveKudos(to: item, big: false)
            scene.server.network = .answersItself(Self.page(status, "<html>No</html>"))
            let after = try await phone.sync().status
            guard case .stopped = after.phase else {
                Issue.record("it stops: \(after)")
                return
            }
            #expect(after.waiting == 1 && after.refused == 0)
            scene.server.network = .works
            #expect(try await phone.sync().status.waiting == 0)
        }
    }
}
