import Foundation
import Paceline
import Testing

@Suite("Groups") struct GroupTests {
    /// Ana's group, with Ben in it.
    private func withGroup(
        _ body: @Sendable (Site, Browser, Browser, LeaderboardGroup) async throws -> Void
    ) async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana Ant")
            let ben = try await site.member("ben", name: "Ben Bee")
            let group = try await site.session("ana").createGroup(title: "Tuesday Crew")
            let code = try await site.session("ana").joinCode(of: group.id).code
            _ = try await site.session("ben").joinGroup(code: code)
            try await body(site, ana, ben, group)
        }
    }

    @Test("A group can be created, and an invalid name shows an error next to its field")
    func creation() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            #expect(try await ana.open("/groups").text.contains("No groups yet"))
            let made = try await ana.submit("/groups", ["title": "Crew <b>\"'"])
            let path = try #require(made.location)
            #expect(try await ana.open(path).text.contains("<h1 dir=\"auto\">Crew &lt;b&gt;&quot;&#39;</h1>"))
            let long = String(repeating: "x", count: 51)
            let wrong = try await ana.submit("/groups", ["title": long])
            #expect(wrong.status == 422 && wrong.text.contains("value=\"\(long)\""))
            let other = ["title": "Other", "metric-xp": "1"]
            #expect(try await ana.submit("\(path)/settings", other).location == path)
            #expect(try await ana.open(path).text.contains("<h1 dir=\"auto\">Other</h1>"))
            // A rejected form is shown as it was sent.
            let rejected = try await ana.submit(
                "\(path)/settings", ["title": long, "metric-days": "1", "isSupervised": "1"])
            #expect(rejected.status == 422 && rejected.text.contains("value=\"\(long)\""))
            for name in ["metric-days", "isSupervised"] {
                #expect(rejected.text.contains("name=\"\(name)\" value=\"1\" checked"), "\(name)")
            }
            let id = try #require(path.split(separator: "/").last.flatMap { LeaderboardGroup.ID(String($0)) })
            let group = try await site.session("ana").group(id)
            #expect(group.title == "Other" && group.metrics == [.xp] && !group.isSupervised)
        }
    }

    @Test("A join link can be created, shown as a code and QR code, and revoked")
    func link() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let group = try await site.session("ana").createGroup(title: "Crew")
            let path = "/groups/\(group.id)/invite"
            let invitation = try await ana.open(path).text
            #expect(invitation.contains("Show link"))
            #expect(invitation.contains("Children can join only if you are their friend"))
            let shown = try #require(try await ana.submit(path).location)
            let page = try await ana.open(shown)
            let code = try #require(shown.split(separator: "/").last)
            #expect(page.text.contains("/join/\(code)</a>") && page.text.contains("data-copy "))
            #expect(page.text.contains("The code works until ") && !page.text.contains("Anyone with"))
            let picture = try await ana.open("/join/\(code)/code.svg")
            #expect(picture.headers[.contentType] == "image/svg+xml" && picture.text.contains("<svg"))
            #expect(try await ana.open("/groups/\(group.id)/revoke").text.contains("Revoke the link"))
            try await ana.submit("/groups/\(group.id)/revoke")
            #expect(try await ana.open(shown).location == path)
            let ben = try await site.member("ben")
            let nowhere = try await ben.open("/join/\(code)")
            #expect(nowhere.status == 404 && nowhere.text.contains("This link no longer works"))
        }
    }

    @Test("The page of a group leads to its feed, which says whose posts it has and leads to the members")
    func feed() async throws {
        try await withGroup { site, ana, ben, group in
            let (path, feed) = ("/groups/\(group.id)", "/?whose=group:\(group.id)")
            try await site.publish(by: "ana", title: "Sunrise row", visibility: .public)
            #expect(try await ben.open(path).text.contains("href=\"\(feed)\">The group’s feed"))
            let empty = try await ben.open(feed).text
            #expect(!empty.contains("Sunrise row") && empty.contains("or whom you follow"))
            #expect(empty.contains("href=\"\(path)\">Find members"))
            #expect(try await !ben.open("/?whose=@ana").text.contains("Find members"))
            _ = try await site.session("ben").follow(.username("ana"), notifications: nil)
            #expect(try await ben.open(feed).text.contains("Sunrise row"))
        }
    }

    @Test("The owner switches supervision on and off, and members see whether it is on")
    func supervision() async throws {
        try await withGroup { site, ana, ben, group in
            let path = "/groups/\(group.id)"
            #expect(try await ana.open(path).text.contains(#"name="isSupervised" value="1" aria-"#))
            let settings = ["title": group.title, "metric-points": "1"]
            let supervised = settings.merging(["isSupervised": "1"]) { $1 }
            #expect(try await ana.submit("\(path)/settings", supervised).location == path)
            #expect(try await ana.open(path).text.contains(#"name="isSupervised" value="1" checked"#))
            let seen = try await ben.open(path).text
            #expect(seen.contains("Supervised: all members") && !seen.contains("isSupervised"))
            try await ana.submit("\(path)/settings", settings)
            #expect(try await site.session("ben").group(group.id).isSupervised == false)
            // An administrator's form has no such switch, and saving it leaves supervision as it is.
            try await ana.submit("\(path)/settings", supervised)
            _ = try await site.session("ana").setRole(.administrator, of: .username("ben"), in: group.id)
            #expect(try await !ben.open(path).text.contains("isSupervised"))
            #expect(try await ben.submit("\(path)/settings", settings).location == path)
            #expect(try await site.session("ben").group(group.id).isSupervised)
            try await ana.submit("\(path)/settings", settings)
            #expect(try await !ben.open(path).text.contains("Supervised: all members"))
        }
    }

    @Test("The owner chooses what weeks and months rank by, at least one and at most four")
    func metrics() async throws {
        try await withGroup { site, ana, ben, group in
            let path = "/groups/\(group.id)"
            let before = try await ana.open(path).text
            #expect(before.contains(#"name="metric-points" value="1" checked"#))
            let chosen = ["title": group.title, "metric-xp": "1", "metric-distance": "1"]
            #expect(try await ana.submit("\(path)/settings", chosen).location == path)
            let after = try await ana.open(path).text
            #expect(after.contains(#"name="metric-xp" value="1" checked"#))
            #expect(!after.contains(#"name="metric-points" value="1" checked"#))
            #expect(try await site.session("ben").group(group.id).metrics == [.xp, .distance])
            let none = try await ana.submit("\(path)/settings", ["title": group.title])
            #expect(none.status == 422 && none.text.contains("Choose 1–4 of these."))
            let members = try await ben.open(path).text
            #expect(!members.contains("metric-xp"))
        }
    }

    @Test("A member stops sharing with a group without leaving it, and shares again")
    func stoppingToShare() async throws {
        try await withGroup { site, ana, ben, group in
            let path = "/groups/\(group.id)"
            let board = "/games?scope=group:\(group.id)&range=all"
            for name in ["ana", "ben"] {
                _ = try await site.session(name).publish(
                    ScoreDraft(score: 3, isCompleted: true), in: Game.ID(trusted: "wordle"),
                    on: site.today.adding(days: -1))
            }
            #expect(try await ana.open(board).text.contains("Ben Bee"))
            #expect(try await ben.open(path).text.contains(#"name="isSharing" value="1" checked"#))
            let stopped = try await ben.submit("\(path)/sharing")
            #expect(stopped.location == path)
            let page = try await ben.open(path).text
            #expect(page.contains("Not sharing") && page.contains(#"name="isSharing" value="1" aria-"#))
            #expect(try await ben.open(board).text.contains("You don’t share with this group"))
            let seen = try await ana.open(board).text
            #expect(!seen.contains("Ben Bee") && !seen.contains("You don’t share"))
            let members = try await ana.open(path).text
            #expect(members.contains("Ben Bee") && !members.contains("Not sharing"))
            #expect(try await ben.submit("\(path)/sharing", ["isSharing": "1"]).location == path)
            #expect(try await ana.open(board).text.contains("Ben Bee"))
        }
    }

    @Test("Opening the invite page creates no code")
    func looking() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            let group = try await site.session("ana").createGroup(title: "Crew")
            let code = try await site.session("ana").joinCode(of: group.id).code
            try await site.session("ana").revokeJoinCode(of: group.id)
            #expect(try await ana.open("/groups/\(group.id)/invite/\(code)").status == 303)
            try await ana.open("/groups/\(group.id)/invite")
            let fresh = try await ana.submit("/groups/\(group.id)/invite").location
            #expect(fresh?.hasSuffix(code) == false)
        }
    }

    @Test("A visitor who follows the link signs up and returns to the group")
    func joining() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana Ant")
            let group = try await site.session("ana").createGroup(title: "Crew")
            let code = try await site.session("ana").joinCode(of: group.id).code
            let ben = site.browser()
            let welcome = try await ben.open("/join/\(code)")
            #expect(welcome.text.contains("You are invited to a group"))
            let signUp = try #require(welcome.text.firstMatch(of: /href="(\/sign-up\?next=[^"]+)"/)).1
            let form = try await ben.open(String(signUp))
            let next = try #require(form.text.firstMatch(of: /name="next" value="([^"]+)"/)).1
            let fields = [
                "username": "ben", "password": Browser.password, "birthDate": "1990-05-17",
                "next": String(next),
            ]
            let steps = try await ben.submit("/sign-up", fields).location
            #expect(steps == "/welcome/profile?next=/join/\(code)")
            let preview = try await ben.open("/join/\(code)")
            #expect(preview.text.contains("Crew") && preview.text.contains("By Ana Ant"))
            #expect(try await ben.submit("/join/\(code)").location == "/groups/\(group.id)")
            for member in [ana, ben] {
                #expect(try await member.open("/join/\(code)").location == "/groups/\(group.id)")
            }
            #expect(try await ben.open("/groups").text.contains("2 members"))
        }
    }

    @Test("A group can be found by code or by link")
    func codes() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            for typed in ["abcd%202345%20ef", "http://127.0.0.1:8080/join/ABCD2345EF"] {
                #expect(try await ana.open("/groups/find?code=\(typed)").location == "/join/ABCD2345EF")
            }
            let wrong = try await ana.open("/groups/find?code=%3Cb%3E")
            #expect(wrong.status == 422 && wrong.text.contains("value=\"&lt;b&gt;\""))
            #expect(wrong.text.contains("A code has ten letters and digits."))
        }
    }

    @Test("A person can be invited by username, and accept or decline")
    func invitations() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana", name: "Ana Ant")
            let ben = try await site.member("ben")
            let group = try await site.session("ana").createGroup(title: "Crew")
            let path = "/groups/\(group.id)"
            let unknown = try await ana.submit("\(path)/invitations", ["person": "nobody"])
            #expect(unknown.status == 422 && unknown.text.contains("No one has this username."))
            try await ana.submit("\(path)/invitations", ["person": "Ben"])
            #expect(try await ana.open("\(path)/invite").text.contains("Sent invitations"))
            let asked = try await ben.open("/games")
            #expect(asked.text.contains("Ana Ant invited you to Crew"))
            try await ana.submit("\(path)/invitations/@ben/withdraw")
            #expect(!(try await ben.open("/groups").text.contains("invited you")))
            try await ana.submit("\(path)/invitations", ["person": "ben"])
            #expect(try await ben.submit("\(path)/decline").location == "/groups")
            #expect(try await ben.submit("\(path)/accept").location == "/groups")
            #expect(
                try await ben.open("/groups").text.contains("This invitation was revoked or has expired."))
            // Ana still sees it as pending.
            #expect(try await ana.open("\(path)/invite").text.contains("Sent invitations"))
            let cem = try await site.member("cem")
            try await ana.submit("\(path)/invitations", ["person": "cem"])
            #expect(try await cem.submit("\(path)/accept").location == path)
        }
    }

    @Test("Roles determine the actions offered and allowed")
    func roles() async throws {
        try await withGroup { _, ana, ben, group in
            let path = "/groups/\(group.id)"
            let seen = try await ben.open(path)
            #expect(!seen.text.contains("/settings\" class") && !seen.text.contains("/delete\""))
            #expect(!seen.text.contains("/members/@ana/remove") && seen.text.contains("\(path)/leave"))
            let mine = ["title": "Mine", "metric-xp": "1"]
            #expect(try await ben.submit("\(path)/settings", mine).status == 403)
            #expect(try await ben.submit("\(path)/members/@ana/remove").status == 403)
            #expect(try await ben.open("\(path)/invite").status == 403)
            try await ana.submit("\(path)/members/@ben/role", ["role": "administrator"])
            let invitation = try await ben.open("\(path)/invite")
            #expect(invitation.status == 200)
            #expect(invitation.text.contains("Children can join only if the owner is their friend"))
            #expect(
                try await ana.open("\(path)/members/@ben/transfer").text.contains("Make Ben Bee the owner"))
            try await ana.submit("\(path)/members/@ben/transfer")
            #expect(try await ben.open(path).text.contains("\(path)/delete\""))
            #expect(try await ana.submit("\(path)/delete").status == 403)
        }
    }

    @Test("A removed member loses access to the group and its board")
    func removal() async throws {
        try await withGroup { site, ana, ben, group async throws in
            let path = "/groups/\(group.id)"
            let old = try await site.session("ana").joinCode(of: group.id).code
            #expect(try await ben.open("/games?scope=group:\(group.id)").status == 200)
            let question = try await ana.open("\(path)/members/@ben/remove").text
            #expect(question.contains("Remove Ben Bee"))
            #expect(question.contains("link and code stop working"))
            #expect(question.contains("invites them by username"))
            #expect(try await ana.submit("\(path)/members/@ben/remove").location == path)
            #expect(try await ana.open(path).text.contains("old link no longer works"))
            let new = try await site.session("ana").joinCode(of: group.id).code
            let pages = [try await ben.open("/join/\(old)"), try await ben.open("/join/\(new)")]
            #expect(pages.map(\.status) == [404, 404])
            #expect(pages.allSatisfy { $0.text.contains("This link no longer works") })
            try await ben.open("/groups")
            #expect(try await ben.submit("/join/\(new)").status == 404)
            for page in [path, "/games?scope=group:\(group.id)", "\(path)/seasons", "\(path)/leave"] {
                #expect(try await ben.open(page).status == 404, "\(page)")
            }
        }
    }

    @Test("Leaving and deleting require confirmation, and an owner with members cannot leave")
    func ending() async throws {
        try await withGroup { _, ana, ben, group async throws in
            let path = "/groups/\(group.id)"
            #expect(try await ana.submit("\(path)/leave").status == 409)
            #expect(try await ben.open("\(path)/leave").text.contains("Leave Tuesday Crew?"))
            #expect(try await ben.submit("\(path)/leave").location == "/groups")
            #expect(try await ana.open("\(path)/delete").text.contains("Delete Tuesday Crew?"))
            #expect(try await ana.submit("\(path)/delete").location == "/groups")
            #expect(try await ana.open(path).status == 404)
        }
    }

    @Test("The pinned group's board is shown first until it is unpinned")
    func pinning() async throws {
        try await withGroup { site, ana, _, group in
            let path = "/groups/\(group.id)"
            let other = try await site.session("ana").createGroup(title: "Other")
            try await ana.submit("/groups/\(other.id)/activate")
            #expect(try await ana.open("/groups").text.contains("Pinned: <b>Other</b>"))
            try await ana.submit("\(path)/activate")
            #expect(try await ana.open("/groups").text.contains("Pinned: <b>Tuesday Crew</b>"))
            let first = try await ana.open("/games")
            #expect(first.text.contains("aria-current=\"true\">Tuesday Crew</a>"))
            #expect(try await ana.open("\(path)/stop").text.contains("Unpin Tuesday Crew?"))
            try await ana.submit("\(path)/stop")
            #expect(try await ana.open("/groups").text.contains("No group is pinned."))
            #expect(try await ana.open(path).status == 200)
        }
    }

    @Test("A group without results explains when they appear")
    func seasons() async throws {
        try await withGroup { _, ana, _, group in
            let page = try await ana.open("/groups/\(group.id)/seasons")
            #expect(page.status == 200 && page.text.contains("No results yet"))
        }
    }

    @Test("The owner creates a tournament, which members see, and cancels it")
    func tournaments() async throws {
        try await withGroup { _, ana, ben, group async throws in
            let (path, list) = ("/groups/\(group.id)", "/groups/\(group.id)/seasons")
            #expect(!(try await ben.open(list).text.contains("New tournament")))
            #expect(try await ana.open(list).text.contains("New tournament"))
            let fields = await ana.filledIn
            #expect(fields["metric"] == "xp" && fields["firstDay"] == fields["lastDay"])
            let wrong = try await ana.submit(
                "\(path)/tournaments", fields.merging(["title": "Sprint", "lastDay": "2020-01-01"]) { $1 })
            #expect(wrong.status == 422 && wrong.text.contains("value=\"Sprint\""))
            #expect(wrong.text.contains("1 to 92 days"))
            let reserved = try await ana.submit(
                "\(path)/tournaments", fields.merging(["title": "Admin"]) { $1 })
            #expect(reserved.status == 422 && reserved.text.contains("value=\"Admin\""))
            let created = try await ana.submit(
                "\(path)/tournaments", fields.merging(["title": "Sprint"]) { $1 })
            let season = try #require(created.location)
            #expect(try await ana.open(season).text.contains("Cancel tournament"))
            for page in [path, list, season] {
                #expect(try await ben.open(page).text.contains("Sprint"), "\(page)")
            }
            #expect(!(try await ben.open(season).text.contains("Cancel tournament")))
            #expect(try await ben.submit("\(season)/cancel").status == 403)
            #expect(try await ana.open("\(season)/cancel").text.contains("Cancel Sprint?"))
            #expect(try await ana.submit("\(season)/cancel").location == list)
            #expect(try await ben.open(season).status == 404)
            #expect(try await ben.open("/seasons").text.contains("Everyone’s seasons"))
        }
    }
}
