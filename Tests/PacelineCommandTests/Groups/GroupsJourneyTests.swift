import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineCommand

@Suite("Groups on the command line") struct GroupsJourneyTests {
    @Test("From creating a group to deleting it")
    func journey() async throws {
        let data = try await SmallCommunity.copy()
        let ana = Terminal(home: data, context: ["--data", data.path, "--as", "ana_new"])
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let signUp = try await Terminal(home: data).run(
            "sign-up", "ana_new", "--birth-date", "1990-05-17", "--password-stdin", "--data", data.path,
            input: "correct horse\n")
        #expect(signUp.status == 0, "\(signUp.messages)")

        let created = try await ana.json("groups", "create", "Morning Crew")
        #expect(created.text("role") == "owner")
        let invite = try await ana.json("groups", "invite", "morning crew")
        let joined = try await demi.json("groups", "join", invite.text("url"))
        #expect(joined.number("memberCount") == 2)
        let table = try await demi.run("groups")
        #expect(table.output.contains("Morning Crew"))
        #expect(try await demi.json("groups", "use", "Morning Crew")["isActive"] as? Bool == true)
        #expect(try await ana.run("groups", "members", "Morning Crew").output.contains("@demi"))
        let stopped = try await demi.json("groups", "share", "Morning Crew", "--off")
        #expect(stopped["isSharing"] as? Bool == false)
        let sheet = try await demi.run("groups", "show", "Morning Crew").output
        #expect(sheet.contains("members do not see your scores"))
        #expect(try await ana.json("groups", "show", "Morning Crew")["isSharing"] as? Bool == true)
        #expect(try await demi.json("groups", "share", "Morning Crew")["isSharing"] as? Bool == true)

        #expect(
            try await ana.json("groups", "role", "Morning Crew", "demi", "administrator").text("role")
                == "administrator")
        #expect(try await ana.run("groups", "role", "Morning Crew", "demi", "owner").status == 64)
        let stays = try await ana.run("groups", "leave", "Morning Crew")
        #expect(stays.status == 1)
        #expect(stays.messages.contains("paceline groups transfer"))
        #expect(
            try await ana.json("groups", "transfer", "Morning Crew", "demi").text("role") == "administrator")
        #expect(try await demi.json("groups", "rename", "Morning Crew", "Crew").text("title") == "Crew")
        #expect(try await demi.json("groups", "supervise", "Crew")["isSupervised"] as? Bool == true)
        #expect(try await ana.run("groups", "show", "Crew").output.contains("all members see the results"))
        let ended = try await demi.json("groups", "supervise", "Crew", "--off")
        #expect(ended["isSupervised"] as? Bool == false)
        let removed = try await demi.run("groups", "remove", "Crew", "ana_new")
        #expect(removed.status == 0)
        #expect(removed.messages.contains("revoked the group's code"))
        let late = try await ana.run("groups", "join", invite.text("code"))
        #expect(late.status == 1)
        let fresh = try await demi.json("groups", "invite", "Crew").text("code")
        #expect(try await ana.run("groups", "join", fresh).status == 1)
        #expect(try await demi.run("groups", "invite", "Crew", "ana_new").status == 0)
        #expect(try await ana.run("groups", "join", fresh).status == 0)
        #expect(try await demi.run("groups", "revoke", "Crew").status == 0)
        #expect(try await demi.run("groups", "delete", "Crew").status == 0)
        let gone = try await demi.run("groups", "show", "Crew")
        #expect(gone.status == 1)
        #expect(gone.messages.contains("paceline groups"))
    }

    @Test("Invitations are listed, accepted and declined")
    func invitations() async throws {
        let data = try await SmallCommunity.copy()
        let demi = Terminal(home: data, context: ["--data", data.path, "--as", "demi"])
        let friend = try await demi.json("friends").items[0].text("username")
        let other = Terminal(home: data, context: ["--data", data.path, "--as", friend])
        for title in ["One", "Two"] {
            _ = try await demi.json("groups", "create", title)
            #expect(try await demi.run("groups", "invite", title, friend).status == 0)
            #expect(
                try await demi.json("groups", "invitations", title).items.map { $0.text("username") }
                    == [friend])
        }
        let pending = try await other.json("groups", "invitations").items.map { $0.text("title") }
        #expect(Set(pending).isSuperset(of: ["One", "Two"]))
        #expect(try await other.json("groups", "accept", "One").number("memberCount") == 2)
        #expect(try await other.json("groups", "decline", "Two").isEmpty)
        let again = try await other.run("groups", "accept", "Two")
        #expect(again.status == 1)
        #expect(again.messages.contains("paceline groups invitations"))
    }

    @Test(
        "A link and a code are both accepted",
        arguments: [
            ("ABCDE23456", "ABCDE23456"), ("https://crew.example/join/ABCDE23456", "ABCDE23456"),
            ("https://crew.example/join/ABCDE23456/", "ABCDE23456"), ("abcde-23456", "abcde-23456"),
        ])
    func codes(typed: String, code: String) {
        #expect(GroupsCommand.Join.code(in: typed) == code)
    }
}
