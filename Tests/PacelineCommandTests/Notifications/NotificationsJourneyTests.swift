import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Notifications on the command line") struct NotificationsJourneyTests {
    @Test("Notifications are listed, marked as read and turned off")
    func journey() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let friend = try await demi.json("friends").items[0].text("username")
        let other = Terminal(home: data, context: ["--data", data.path, "--as", friend])
        #expect(try await demi.run("notifications", "--read").status == 0)
        #expect(try await demi.json("notifications").number("unreadCount") == 0)

        _ = try await demi.json("groups", "create", "Crew")
        #expect(try await demi.run("groups", "invite", "Crew", friend).status == 0)
        let received = try await other.json("notifications", "--limit", "1").items
        #expect(received.map { $0.text("kind") } == ["groupInvitation"])
        let list = try await other.run("notifications", "--limit", "1")
        #expect(list.output.contains("●"))
        #expect(list.output.contains("invited you to Crew"))
        #expect(list.messages.contains("unread"))
        let read = try await other.run("notifications", "--read", "--limit", "1")
        #expect(read.messages.contains("There are no unread notifications."))
        #expect(try await !other.run("notifications", "--limit", "1").output.contains("●"))

        let item = try #require(
            try await other.json("feed", "--person", "demi", "--limit", "1").items.first?.text("id"))
        #expect(try await other.run("comment", item, "Strong finish").status == 0)
        let comment = try #require(try await demi.json("notifications", "--limit", "1").items.first)
        let about = try #require(comment["item"] as? [String: Any])
        #expect(about["id"] as? String == item && about["owner"] == nil)
        let commented = try await demi.run("notifications", "--limit", "1").output
        #expect(commented.contains("commented on your"))
        #expect(commented.contains("Strong finish”"))
        #expect(try await demi.run("notifications", "--read").status == 0)

        let settings = try await demi.json(
            "notifications", "settings", "--off", "groupJoined", "--off", "kudos")
        let kinds = try #require(settings["kinds"] as? [String: Bool])
        #expect(kinds.filter { !$0.value }.keys.sorted() == ["groupJoined", "kudos"])
        _ = try await other.json("groups", "accept", "Crew")
        #expect(try await demi.json("notifications").number("unreadCount") == 0)
        let on = try await demi.run("notifications", "settings", "--on", "kudos")
        #expect(on.output.contains("off"))
        #expect(
            try await demi.run("notifications", "settings", "--on", "heart", "--off", "heart").status == 64)
        #expect(try await demi.run("notifications", "settings", "--off", "hearts").status == 64)
    }
}
