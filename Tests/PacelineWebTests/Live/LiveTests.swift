import Foundation
import HTTPTypes
import Paceline
import PacelineEngine
import PacelineAPI
import Testing

@testable import PacelineWeb

@Suite("Live updates", .timeLimit(.minutes(2))) struct LiveTests {
    private func address(on page: Browser.Shown) throws -> String {
        let found = try #require(page.text.firstMatch(of: /data-stream="([^"]+)"/))
        return String(found.1).replacingOccurrences(of: "&amp;", with: "&")
    }

    /// The events that the page with this address would have received so far.
    private func receivedEvents(_ site: Site, _ username: String, at address: String) async throws -> String {
        let query = try FormData(encoded: try #require(address.split(separator: "?").last))
        let session = try await site.session(username)
        let renderer = try PageRenderer()
        let localizer = Localizer(
            texts: renderer.texts, games: site.engine.environment.games, now: site.clock.now, timeZone: .gmt,
            usernameLengths: site.engine.environment.usernamePolicy.lengths)
        let eventRenderer = try await LiveEventRenderer(query, session, localizer)
        let items = (query["items"] ?? "").split(separator: ",").compactMap { FeedItem.ID(String($0)) }
        let stream = try await session.stream(
            after: query["after"].flatMap(LogPosition.init), watching: items)
        defer { stream.end() }
        var text = ""
        while let event = try await stream.next(), event.content != .upToDate {
            text += String(decoding: try eventRenderer.message(for: event, renderer).encoded, as: UTF8.self)
        }
        return text
    }

    @Test("A page receives all events since it was rendered, as finished texts")
    func rendersEvents() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben", name: "Ben <b>")
            try await site.befriend("ana", "ben")
            let home = try address(on: try await ana.open("/"))
            let workout = try await site.publish(by: "ben")
            let page = try address(on: try await ana.open("/workouts/\(workout.id)"))
            _ = try await site.session("ben").giveKudos(to: workout.id.item, big: false)
            _ = try await site.session("ben").comment(CommentDraft(text: "<i>Hi"), on: workout.id.item)
            for address in [home, page] {
                let text = try await receivedEvents(site, "ana", at: address)
                #expect(text.contains("event: kudos") && text.contains("1 kudos"))
                #expect(text.contains("event: comment") && text.contains("1 comment"))
                #expect(text.contains("&lt;i&gt;Hi") && !text.contains("<i>") && !text.contains("Ben <b>"))
            }
            #expect(try await receivedEvents(site, "ana", at: home).contains("event: item\n"))
            try await site.session("ben").deleteWorkout(workout.id)
            #expect(try await receivedEvents(site, "ana", at: home).contains("event: removed\n"))
        }
    }

    @Test("The feed of a group announces its members' items only, and nothing to those who left")
    func group() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for name in ["ben", "cleo"] {
                _ = try await site.member(name)
                try await site.befriend("ana", name)
            }
            let group = try await site.session("ana").createGroup(title: "Crew")
            let code = try await site.session("ana").joinCode(of: group.id).code
            _ = try await site.session("ben").joinGroup(code: code)
            let address = try address(on: try await ana.open("/?whose=group:\(group.id)"))
            let workouts = [try await site.publish(by: "ben"), try await site.publish(by: "cleo")]
            let text = try await receivedEvents(site, "ana", at: address)
            #expect(workouts.map { text.contains("\($0.id)") } == [true, false])
            _ = try await site.session("ana").transferGroup(group.id, to: .username("ben"))
            try await site.session("ana").removeMember(.me, from: group.id)
            #expect(!(try await receivedEvents(site, "ana", at: address)).contains("event: item\n"))
        }
    }

    @Test(
        "Filtered items are not announced as new",
        arguments: [
            ("?show=rowing", true), ("?show=running", false), ("?show=scores", false),
            ("?show=workouts", true),
            ("?whose=me", false),
            ("?whose=@ben", true), ("?whose=@ben&show=running", false),
        ])
    func filtered(query: String, isAnnounced: Bool) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            try await site.befriend("ana", "ben")
            let address = try address(on: try await ana.open("/" + query))
            try await site.publish(by: "ben")
            #expect(
                try await receivedEvents(site, "ana", at: address).contains("event: item\n") == isAnnounced)
        }
    }

    @Test(
        "Every page of a member opens the event stream",
        arguments: ["/", "/friends", "/games", "/notifications", "/settings", "/workouts/add", "/@ana"])
    func everyPage(path: String) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            let address = try address(on: try await ana.open(path))
            _ = try await site.session("ben").request(RequestDraft(to: .person(.username("ana"))))
            #expect(try await receivedEvents(site, "ana", at: address).contains("event: people\n"))
            try await site.engine.followLog()
            #expect(try await receivedEvents(site, "ana", at: address).contains("event: notifications\n"))
            let waiting = try await ana.open("/notifications/waiting").text
            #expect(waiting.contains(#"data-unread="1""#) && !waiting.contains(#"id="request-badge" hidden"#))
        }
    }

    @Test("An open board receives scores, group changes and the loss of membership")
    func board() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            _ = try await site.member("ben")
            let (owner, member) = (try await site.session("ben"), try await site.session("ana"))
            let group = try await owner.createGroup(title: "Crew").id
            _ = try await member.joinGroup(code: try await owner.joinCode(of: group).code)
            let page = try await ana.open("/games?scope=group:\(group)")
            #expect(page.text.contains(#"data-group="\#(group)""#) && page.text.contains(#"id="lost""#))
            let address = try address(on: page)
            let draft = ScoreDraft(score: 3, isCompleted: true)
            _ = try await owner.publish(draft, in: Game.ID("wordle")!, on: site.today)
            _ = try await owner.renameGroup(group, title: "Other crew")
            let before = try await receivedEvents(site, "ana", at: address)
            #expect(before.contains("event: score\n") && before.contains("event: group\n"))
            try await owner.removeMember(.username("ana"), from: group)
            let after = try await receivedEvents(site, "ana", at: address)
            #expect(after.contains("event: groupLost\n") && after.contains("\(group)"))
        }
    }

    @Test("A stream resumes after a disconnect and ends at sign-out")
    func ending() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            // An event in the future can't have been sent, so the page must reload.
            async let stream = ana.send(.get, "/live?after=0-0", [.lastEventID: "0-999999999"])
            while await site.engine.live.count == 0, !Task.isCancelled { await Task.yield() }
            try await ana.submit("/sign-out")
            let response = try await stream
            #expect(response.status == 200 && response.text.contains("event: reset\n"))
            #expect(response.headers[.contentType] == "text/event-stream")
            #expect(response.headers[.cacheControl] == "private, no-store")
            #expect(response.headers[.contentSecurityPolicy]?.contains("connect-src 'self'") == true)
            #expect(try await ana.open("/live").status == 204)
        }
    }

    @Test("A signed-out browser opens no stream and is told not to reconnect")
    func signedOut() async throws {
        try await Site.run { site in
            let stranger = site.browser()
            #expect(!(try await stranger.open("/").text.contains("data-stream")))
            let response = try await stranger.open("/live")
            #expect(response.status == 204 && response.text.isEmpty)
        }
    }
}
